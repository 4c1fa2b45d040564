/** A notebook as Markdown, as GitHub reads it: prose, tables, queries, and links to the pictures of its charts. */

import { t } from '../base/translations';
import { visibleText } from '../base/visibleText';
import { withoutOptions } from '../notebook/cellOptions';
import { fenceAround } from '../notebook/fences';
import { pageLayout } from '../notebook/pageLayout';
import type { ChartToDraw, DrawnChart } from '../protocol/drawnCharts';
import { escapedMarkdown, markdownTable } from '../protocol/markdownTable';
import { rowsText } from '../protocol/footer';
import type { ResultTable } from '../protocol/outcome';
import { outputRowCount, type ResultOutput } from '../protocol/output';
import { provenanceLines } from '../protocol/provenanceLines';
import { testSentence } from '../protocol/testSentence';
import type { PageCell, PageSource } from './pageCells';
import { markdownBegin, markdownEnd } from './pageEnds';
import { factsOf, noticesOf } from './pageFacts';

/** The charts of a notebook, in the order of its results. */
export function chartsOf(source: PageSource): ChartToDraw[] {
  return resultsOf(source).flatMap(result =>
    result.chart
      ? [{ chart: result.chart, subject: { ...result, rowCount: outputRowCount(result) ?? 0 } }]
      : [],
  );
}

/** The pictures of the charts. */
export interface MarkdownPictures {
  /** The address of a picture in the text; null: pictures are not written. */
  readonly address: ((chart: number) => string) | null;
  /** One for each of `chartsOf`; of no meaning where they are not written. */
  readonly drawn: readonly DrawnChart[];
}

export function makeMarkdown(source: PageSource, pictures: MarkdownPictures): string {
  const { description, cells } = source;
  const results = resultsOf(source);
  let charts = 0;
  const { title, rest } = titled(source);
  const facts = factsOf(results);
  const whole = [
    title,
    ...(description === null ? [] : [line(description)]),
    ...(facts.length === 0 ? [] : [quoted([facts.join(' · ')])]),
    ...cells.flatMap((cell, at) => {
      const from = charts;
      charts += cell.results.filter(({ chart }) => chart).length;
      return cell.kind === 'markdown'
        ? [(at === 0 ? rest : cell.text).trim()]
        : codeParts(cell, from, pictures);
    }),
    ...noticesOf(results).map(notice => quoted([t('Rights notice'), ...notice.split('\n')])),
  ];
  return `${markdownBegin}${whole.filter(part => part !== '').join('\n\n')}\n${markdownEnd}`;
}

function resultsOf({ cells }: PageSource): ResultOutput[] {
  return cells.flatMap(({ results }) => results);
}

/** The prose may begin with the title: the rest of its first cell comes after what is stated of the whole. */
function titled({ title, fileName, cells: [first] }: PageSource): {
  readonly title: string;
  readonly rest: string;
} {
  const text = first?.kind === 'markdown' ? first.text : '';
  const own = /^\s*(# \S[^\r\n]*)/.exec(text);
  return own
    ? { title: own[1] ?? '', rest: text.slice(own[0].length) }
    : { title: `# ${line(title ?? fileName)}`, rest: text };
}

/** @param from The number of the cell's first chart. */
function codeParts(cell: PageCell, from: number, pictures: MarkdownPictures): string[] {
  let chart = from;
  const stale = cell.staleReasons ?? [];
  return [
    ...(stale.length === 0 ? [] : [quoted([[t('Stale.'), ...stale].join(' ')])]),
    ...cell.errors.map(({ error, notes }) =>
      quoted([t('This cell failed.'), ...error.message.split('\n'), ...notes]),
    ),
    ...cell.results.flatMap(result =>
      resultParts(result, result.chart ? chart++ : chart, pictures),
    ),
    ...(cell.hasRun ? [] : [quoted([t('This cell was not run.')])]),
    ...(pageLayout(cell.language, cell.text).showsCode ? queryParts(cell) : []),
  ];
}

function resultParts(
  result: ResultOutput,
  chart: number,
  { address, drawn }: MarkdownPictures,
): string[] {
  const { table, notes, provenance, test } = result;
  const rowCount = outputRowCount(result);
  const picture = result.chart && address ? drawn[chart] : undefined;
  const isDrawn = picture !== undefined && 'svg' in picture;
  const described = line(result.chart?.description ?? '');
  const missing =
    picture && 'failure' in picture ? [t('The chart is not drawn. {0}', picture.failure)] : [];
  // The notice is at the end of the file, whole.
  const subject = { provenance, rowCount: rowCount ?? 0, notes, copyright: null };
  const shown = table && table.columns.length > 0 && !isDrawn ? table : null;
  const lines = [
    ...missing,
    ...(shown ? cutLines(shown) : []),
    ...notes,
    ...(rowCount === null ? [] : provenanceLines(subject)),
  ];
  return [
    ...(test ? [line(testSentence(test))] : []),
    ...(isDrawn && address ? [`![${described}](${address(chart)})`] : []),
    ...(result.chart && !isDrawn ? [t('*Chart: {0}*', described)] : []),
    ...(shown
      ? [visibleText(markdownTable(shown.columns, shown.rows), { lines: true }).trimEnd()]
      : []),
    ...(lines.length === 0 ? [] : [quoted(lines)]),
  ];
}

function cutLines({ rows, rowCount }: ResultTable): string[] {
  const left = rowCount - rows.length;
  return left > 0
    ? [t('The first {0} are shown, {1} are left out.', rowsText(rows.length), rowsText(left))]
    : [];
}

function queryParts({ text, language }: PageCell): string[] {
  const query = visibleText(withoutOptions(text).trim().replace(/\r\n?/g, '\n'), { lines: true });
  const fence = fenceAround(query);
  const name = language === 'vega-lite' ? 'json' : 'sql';
  return query === '' ? [] : [`${fence}${name}\n${query}\n${fence}`];
}

/** Lines of their own in a quotation. */
function quoted(lines: readonly string[]): string {
  return lines.map(each => `> ${line(each)}`).join('\\\n');
}

/** Text that is no Markdown, also at the beginning of a line. */
function line(text: string): string {
  return escapedMarkdown(visibleText(text.trim()))
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
