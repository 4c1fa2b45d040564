/** The gallery as snippets, by the language of the cell. */

import { gallery } from './gallery';
import type { GalleryChart } from './galleryChart';

export interface ChartSnippet {
  /** The prefix to type: `chart-heat-map`. */
  readonly name: string;
  readonly title: string;
  /** When to use it, and what it does not show. */
  readonly use: string;
  /** The text, ready to run. */
  readonly text: string;
  /** The same with places to fill in, in VS Code's syntax of snippets. */
  readonly body: string;
}

/** The values that the user is likely to change first: they become linked tab stops of the snippet. */
const placeholders = ['demo0048'];

/** A query with its clause; of a chart of a specification, the query that makes its tables. */
export const sqlSnippets: readonly ChartSnippet[] = gallery.map(chart =>
  chart.kind === 'visualise'
    ? snippet(chart, '', `${chart.query}\n${chart.drawing}`)
    : snippet(chart, '-data', chart.query),
);

/** The specifications. */
export const specificationSnippets: readonly ChartSnippet[] = gallery
  .filter(({ kind }) => kind === 'vega-lite')
  .map(chart => snippet(chart, '', chart.drawing));

function snippet(chart: GalleryChart, suffix: string, text: string): ChartSnippet {
  const { name, title, use } = chart;
  return {
    name: `chart-${name}${suffix}`,
    title: suffix === '' ? title : `${title}: its tables, for chart-${name}`,
    use,
    text,
    body: bodyOf(text),
  };
}

function bodyOf(text: string): string {
  const escaped = text.replace(/[\\$}]/g, '\\$&');
  return placeholders.reduce(
    (made, word, at) => made.replaceAll(`'${word}'`, `'\${${at + 1}:${word}}'`),
    escaped,
  );
}
