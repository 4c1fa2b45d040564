/** What a page holds for its script: results without rows, and all rows as packed columns. */

import * as v from 'valibot';
import type { Json } from '../base/json';
import { usedTranslations } from '../base/translations';
import { palettes, type Palette } from '../protocol/appearance';
import { resultOutputShape, type ResultOutput } from '../protocol/output';
import { count, list, read, type Described } from '../protocol/shape';
import type { LocalTable } from './localRows';
import { ColumnPool, isPackedColumn, unpacked, type PackedColumn } from './packedColumns';

const maxResults = 10_000;
const maxColumns = 100_000;

const places = list(count, maxColumns);

/** Not item by item as `list` does: a page has millions of values. */
const packedColumn = v.custom<PackedColumn>(isPackedColumn);

const pageData = v.object({
  palette: v.picklist(palettes),
  /** Absent in a page that is in English. */
  translations: v.fallback(v.record(v.string(), v.string()), {}),
  /** The columns of all tables and charts, each once. */
  columns: list(packedColumn, maxColumns),
  results: list(
    v.object({
      /** Null for one that a page cannot draw. */
      output: v.fallback(v.nullable(resultOutputShape), null),
      /** The places of the table's columns; null without a table. */
      table: v.nullable(places),
      /** Those of each dataset of the chart; null if its rows were not kept. */
      datasets: list(v.nullable(places), maxColumns),
    }),
    maxResults,
  ),
});

/** One result of a page, with its rows. */
export interface PageResult {
  readonly output: ResultOutput;
  /** The rows of the table; null without one. */
  readonly table: LocalTable | null;
}

/** Rows of a result that are drawn before its grid asks for more. */
const FIRST_ROWS = 200;

/** @returns The data as JSON that is safe in an element of HTML. */
export function pageDataJson(results: readonly ResultOutput[], palette: Palette): string {
  const pool = new ColumnPool();
  const packed = results.map((output, index) => {
    const { table, chart } = output;
    return {
      // In the order of the schema: editor and command line write the same bytes.
      output: read(resultOutputShape, withoutRows(output, index)),
      table: table && pool.add(table.rows, table.columns.length),
      datasets: (chart?.datasets ?? []).map(
        ({ rows, columns }) => rows && pool.add(rows, columns.length),
      ),
    };
  });
  const translations = usedTranslations();
  const language = Object.keys(translations).length === 0 ? {} : { translations };
  const head = JSON.stringify({ palette, ...language, results: packed });
  return `${head.slice(0, -1)},"columns":[${pool.json.join(',')}]}`.replaceAll('<', '\\u003c');
}

/** What a page shows, and in which language. */
export interface PageContent {
  readonly palette: Palette;
  readonly translations: Readonly<Record<string, string>>;
  /** Null for a result that a page cannot draw. */
  readonly results: readonly (PageResult | null)[];
}

/** @returns Null if the JSON is damaged. */
export function readPageData(text: string): PageContent | null {
  const data = read(pageData, JSON.parse(text));
  return (
    data && {
      palette: data.palette,
      translations: data.translations,
      results: data.results.map(held => result(held, data)),
    }
  );
}

type Data = Described<typeof pageData>;

function result(
  { output, table, datasets }: Data['results'][number],
  data: Data,
): PageResult | null {
  if (output === null) {
    return null;
  }
  const valuesAt = (places: readonly number[]): (readonly Json[])[] =>
    places.map(place => unpacked(data.columns[place] ?? []));
  const local = output.table &&
    table && { columns: output.table.columns, ...counted(valuesAt(table)) };
  return {
    table: local,
    output: {
      ...output,
      table: output.table && {
        ...output.table,
        rows: local ? rowsOf(local.values, Math.min(FIRST_ROWS, local.rowCount)) : [],
      },
      chart: output.chart && {
        ...output.chart,
        datasets: output.chart.datasets.map((dataset, at) => {
          const places = datasets[at];
          const values = places ? valuesAt(places) : null;
          return { ...dataset, rows: values && rowsOf(values, values[0]?.length ?? 0) };
        }),
      },
    },
  };
}

function counted(values: (readonly Json[])[]) {
  return { values, rowCount: values[0]?.length ?? 0 };
}

function rowsOf(values: readonly (readonly Json[])[], rowCount: number): Json[][] {
  return Array.from({ length: rowCount }, (_, row) => values.map(column => column[row] ?? null));
}

/** The results of several sessions may have equal ids: a page numbers its own. */
function withoutRows(output: ResultOutput, index: number): ResultOutput {
  return {
    ...output,
    table: output.table && { ...output.table, id: `result ${index + 1}`, rows: [] },
    chart: output.chart && {
      ...output.chart,
      datasets: output.chart.datasets.map((dataset, at) => ({
        ...{ ...dataset, rows: null },
        resultId: `result ${index + 1}:${at + 1}`,
      })),
    },
  };
}
