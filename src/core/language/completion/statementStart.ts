/**
 * Completions at the beginning of a statement: whole queries of the signal functions and analyses, and the charts of
 * the gallery.
 */

import { t } from '../../base/translations';
import { specificationSnippets, sqlSnippets, type ChartSnippet } from '../../gallery/snippets';
import { builtInCallables, type Callable } from '../callables';
import { codeBlock, escaped } from '../markdown';
import { argumentsSnippet } from './calls';
import type { Offer, Place } from './item';

/** A chart's name while it is typed, which has hyphens in it. */
const CHART_NAME = /(?:^|;)\s*(chart(?:-[a-z]*)+)$/i;
/** The most characters of a chart's name, and of the white space after a word. */
const LONGEST_NAME = 200;
/** What may follow on the line if a whole query is inserted. */
const NOTHING_MORE = /^[\w-]*[ \t]*(?:;|--|\r?\n|$)/;

/** @returns Whether nothing but a semicolon or a comment follows on the line. */
export function endsLine({ cursor: { text, offset } }: Pick<Place, 'cursor'>): boolean {
  return NOTHING_MORE.test(text.slice(offset, offset + LONGEST_NAME));
}

/** @returns Whole queries by the names of what they ask. */
export function queryOffers(place: Place): Offer[] {
  return builtInCallables.map(callable => queryOffer(place, callable));
}

/** @returns The charts where a name such as `chart-heat` is typed, which SQL reads as a subtraction; null elsewhere. */
export function typedChartOffers(place: Place): Offer[] | null {
  const { text, offset, quote, tokens } = place.cursor;
  const line = text.slice(Math.max(0, text.lastIndexOf('\n', offset - 1) + 1), offset);
  const name = quote === null ? CHART_NAME.exec(line)?.[1] : undefined;
  const from = offset - (name?.length ?? 0);
  const isFirst = tokens.every(({ from: at }) => at >= from);
  if (name === undefined || !isFirst || !endsLine(place)) {
    return null;
  }
  const rest = /^[\w-]*/.exec(text.slice(offset))?.[0] ?? '';
  return chartOffers.map(offer => ({ ...offer, span: { from, to: offset + rest.length } }));
}

/** The charts of the gallery as queries, found by their names and titles. */
export const chartOffers: readonly Offer[] = sqlSnippets.map(chart =>
  chartOffer(chart, 'signals-sql'),
);

/** The specifications of the gallery, for an empty `vega-lite` cell. */
export const specificationChartOffers: readonly Offer[] = specificationSnippets.map(chart =>
  chartOffer(chart, 'json'),
);

function chartOffer({ name, title, use, text, body }: ChartSnippet, language: string): Offer {
  return {
    label: name,
    kind: 'snippet',
    // A long one would cut off the name beside it.
    detail: name.endsWith('-data') ? t('the tables of a chart') : title,
    documentation: `**${escaped(title)}**\n\n${escaped(use)}\n\n${codeBlock(text.split('\n'), language)}`,
    insert: body,
    isSnippet: true,
    filter: `${name} ${title}`,
  };
}

function queryOffer(place: Place, callable: Callable): Offer {
  const { name, doc, kind, columns } = callable;
  const required = callable.arguments.filter(argument => argument.required);
  const shown = `SELECT *\nFROM ${name}(${required.map(argument => argument.name).join(', ')})`;
  const args = argumentsSnippet(place, callable);
  const last = required.length > 1 ? required.length + 1 : 2;
  const parts = [
    doc === null ? null : escaped(doc),
    codeBlock(shown.split('\n'), 'signals-sql'),
    columns === null
      ? null
      : t('Columns: {0}.', columns.map(each => escaped(each.name)).join(', ')),
  ];
  return {
    label: name,
    kind: 'snippet',
    detail: kind === 'signal' ? t('query of a signal function') : t('query of an analysis'),
    documentation: parts.filter(part => part !== null).join('\n\n'),
    insert: `SELECT \${${last}:*}\nFROM ${name}(${args})$0`,
    isSnippet: true,
    then: required.length > 1 ? null : 'suggest',
  };
}
