/** The gallery as snippets of VS Code, by the language of the cell. */

import { gallery } from './gallery';
import { clauseWith, type GalleryChart } from './galleryChart';

export interface Snippet {
  readonly prefix: string;
  readonly body: readonly string[];
  readonly description: string;
}

export type Snippets = Readonly<Record<string, Snippet>>;

/** What a person will want to change first: it becomes a place to type in, everywhere at once. */
const placeholders = ['demo0048', 'prices.csv'];

/** A query with its clause; of a chart of a specification, the query that makes its tables. */
export function sqlSnippets(): Snippets {
  return snippetsOf(gallery, chart => {
    if (chart.kind === 'visualise') {
      return snippet(chart, '', `${chart.query}\n${clauseWith(chart)}`);
    }
    return snippet(chart, '-data', `${chart.query}`);
  });
}

/** The specifications. */
export function specificationSnippets(): Snippets {
  return snippetsOf(
    gallery.filter(({ kind }) => kind === 'vega-lite'),
    chart => snippet(chart, '', chart.drawing),
  );
}

function snippetsOf(
  charts: readonly GalleryChart[],
  make: (chart: GalleryChart) => Snippet,
): Snippets {
  return Object.fromEntries(charts.map(chart => [`${chart.id} ${chart.title}`, make(chart)]));
}

function snippet(chart: GalleryChart, suffix: string, text: string): Snippet {
  const what = suffix === '' ? chart.title : `${chart.title}: its tables, for chart-${chart.name}`;
  return {
    prefix: `chart-${chart.name}${suffix}`,
    body: snippetText(text).split('\n'),
    description: `${what}. ${chart.use}`,
  };
}

function snippetText(text: string): string {
  const escaped = text.replace(/[\\$}]/g, '\\$&');
  return placeholders.reduce(
    (made, word, at) => made.replaceAll(`'${word}'`, `'\${${at + 1}:${word}}'`),
    escaped,
  );
}
