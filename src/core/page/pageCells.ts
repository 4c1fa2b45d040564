/**
 * The cells of a notebook as sections of HTML.
 *
 * Everything that is read is in the HTML itself: prose, provenance, notes, errors, queries. The page's script draws
 * charts and tables into the places that are left for them.
 */

import { t } from '../base/translations';
import { escapedMarkup } from '../base/escapedMarkup';
import { visibleText } from '../base/visibleText';
import { withoutOptions } from '../notebook/cellOptions';
import { pageLayout } from '../notebook/pageLayout';
import { outputRowCount, type ErrorOutput, type ResultOutput } from '../protocol/output';
import { provenanceLines } from '../protocol/provenanceLines';
import { testSentence } from '../protocol/testSentence';
import { markdownHtml, titledProse } from './markdownHtml';
import { factsOf, noticesOf } from './pageFacts';
import { queryHtml } from './queryHtml';

/** A cell, with what the page shows of it. */
export interface PageCell {
  readonly kind: 'code' | 'markdown';
  readonly language: string;
  readonly text: string;
  readonly results: readonly ResultOutput[];
  readonly errors: readonly Pick<ErrorOutput, 'error' | 'notes'>[];
  /** False for a code cell that was not run. */
  readonly hasRun: boolean;
  /** Why its results are out of date, as sentences. */
  readonly staleReasons?: readonly string[];
}

export interface PageSource {
  /** Null: the prose may have one. */
  readonly title: string | null;
  readonly description: string | null;
  /** The name of the notebook's file, for a page without any title. */
  readonly fileName: string;
  readonly cells: readonly PageCell[];
}

export interface PageSections {
  /** Plain text. */
  readonly title: string;
  readonly head: string;
  /** The cells' sections, in order. */
  readonly cells: readonly string[];
  readonly foot: string;
  /** Those that `data-result` numbers. */
  readonly results: readonly ResultOutput[];
}

export function pageSections(source: PageSource): PageSections {
  const results = source.cells.flatMap(cell => cell.results);
  const [first, ...others] = source.cells;
  const prose = first?.kind === 'markdown' ? titledProse(first.text) : null;
  const title = source.title ?? prose?.title ?? source.fileName;
  let drawn = 0;
  const section = (cell: PageCell): string => {
    const html = cell.kind === 'markdown' ? proseSection(cell.text) : codeSection(cell, drawn);
    drawn += cell.results.length;
    return html;
  };
  return {
    title: visibleText(title),
    head: headHtml(source, { html: prose?.html ?? shown(title), results }),
    cells: [
      ...(prose ? [proseOf(prose.rest)] : first ? [section(first)] : []),
      ...others.map(section),
    ].filter(html => html !== ''),
    foot: footHtml(results),
    results,
  };
}

function headHtml(
  { description }: PageSource,
  { html, results }: { readonly html: string; readonly results: readonly ResultOutput[] },
): string {
  const lead = description === null ? '' : `<p class="lead">${shown(description)}</p>`;
  return `<h1>${html}</h1>${lead}<p class="facts">${factsOf(results).map(shown).join(' · ')}</p>`;
}

function proseSection(text: string): string {
  return proseOf(markdownHtml(text));
}

function proseOf(html: string): string {
  return html.trim() === '' ? '' : `<section class="cell prose">${html}</section>`;
}

/** @param drawn The number of the cell's first result. */
function codeSection(cell: PageCell, drawn: number): string {
  const { isHalf, showsCode } = pageLayout(cell.language, cell.text);
  const stale = cell.staleReasons ?? [];
  const parts = [
    stale.length === 0 ? '' : linesHtml('notes', [[t('Stale.'), ...stale].join(' ')]),
    ...cell.errors.map(errorHtml),
    ...cell.results.map((result, at) => resultHtml(result, drawn + at)),
    cell.hasRun ? '' : `<p class="source">${escapedMarkup(t('This cell was not run.'))}</p>`,
    showsCode ? foldHtml(cell) : '',
  ].filter(part => part !== '');
  return parts.length === 0
    ? ''
    : `<section class="cell${isHalf ? ' half' : ''}">${parts.join('')}</section>`;
}

function resultHtml(result: ResultOutput, number: number): string {
  const { provenance, notes, test } = result;
  const rowCount = outputRowCount(result);
  // The notice is at the foot of the page, whole.
  const subject = { provenance, rowCount: rowCount ?? 0, notes, copyright: null };
  const source = rowCount === null ? [] : provenanceLines(subject);
  // A test that passes has no row to show.
  const isEmpty = result.chart === null && (result.table === null || test?.failedRows === 0);
  const place = isEmpty ? '' : `<div class="result" data-result="${number}"></div>`;
  return `${test ? testHtml(test) : ''}${place}${notesHtml(notes)}${source.length === 0 ? '' : linesHtml('source', source)}`;
}

function testHtml(test: NonNullable<ResultOutput['test']>): string {
  return `<p class="${test.failedRows === 0 ? 'passed' : 'failure'}">${escapedMarkup(testSentence(test))}</p>`;
}

function notesHtml(notes: readonly string[]): string {
  return notes.length === 0 ? '' : linesHtml('notes', notes);
}

function linesHtml(name: string, lines: readonly string[]): string {
  return `<p class="${name}">${lines.map(line => `<span>${shown(line)}</span>`).join('\n')}</p>`;
}

function errorHtml({ error, notes }: PageCell['errors'][number]): string {
  const message = visibleText(error.message, { lines: true });
  return `<p class="failure"><strong>${escapedMarkup(t('This cell failed.'))}</strong> ${escapedMarkup(message)}</p>${notesHtml(notes)}`;
}

function foldHtml({ text, language }: PageCell): string {
  const query = withoutOptions(text).trim();
  const label = language === 'vega-lite' ? t('Show specification') : t('Show query');
  return query === ''
    ? ''
    : `<details class="query"><summary>${escapedMarkup(label)}</summary><button type="button" class="copy">${escapedMarkup(t('Copy'))}</button><pre><code>${queryHtml(query, language)}</code></pre></details>`;
}

/** Every notice that the data carry, once and whole. */
function footHtml(results: readonly ResultOutput[]): string {
  return noticesOf(results)
    .map(
      notice =>
        `<p><strong>${escapedMarkup(t('Rights notice'))}</strong> ${escapedMarkup(notice)}</p>`,
    )
    .join('');
}

function shown(text: string): string {
  return escapedMarkup(visibleText(text));
}
