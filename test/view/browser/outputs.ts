/** Outputs as the kernel makes them, for tests of the renderer. */

import type { ColumnSummary } from '../../../src/core/protocol/columnSummary';
import type { JsonObject } from '../../../src/core/base/json';
import type {
  ResultChart,
  ResultColumn,
  ResultTable,
  Value,
} from '../../../src/core/protocol/outcome';
import type { ErrorOutput, ResultOutput } from '../../../src/core/protocol/output';
import { provenance } from '../../core/protocol/outcomes';

export function resultOutput(parts: Partial<ResultOutput> = {}): ResultOutput {
  return {
    version: 1,
    table: null,
    chart: null,
    notes: [],
    copyright: null,
    provenance,
    restored: false,
    ...parts,
  };
}

export function errorOutput(parts: Partial<ErrorOutput['error']> = {}): ErrorOutput {
  return {
    version: 1,
    error: {
      code: 'sql',
      message: 'Catalog Error: Table with name bullish does not exist.',
      at: null,
      request: null,
      ...parts,
    },
    notes: [],
    provenance: { ...provenance, calls: [] },
    actions: [],
  };
}

export const overlayColumns: readonly ResultColumn[] = [
  { name: 'rank', type: 'BIGINT' },
  { name: 'date', type: 'DATE' },
  { name: 'entity', type: 'VARCHAR' },
  { name: 'name', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'trading_volume', type: 'BIGINT' },
  { name: 'price', type: 'DOUBLE' },
  { name: 'vendor_id', type: 'BIGINT' },
  { name: 'indices', type: 'VARCHAR[]' },
  { name: 'news_publish_time', type: 'TIMESTAMP' },
];

const words = ['Northwind', 'Halcyon', 'Brightwater', 'Umbra', 'Kestrel', 'Larkspur'];
const kinds = ['Energy', 'Biologics', 'Semiconductor Holdings International', 'Bank', 'Retail'];

/** A row as an overlay has it; the same for the same index. */
export function overlayRow(index: number): Value[] {
  const wave = Math.sin(index * 1.7);
  const name = `${words[index % 6]} ${kinds[index % 5]}`;
  return [
    index + 1,
    `2026-11-${String(1 + (index % 19)).padStart(2, '0')}`,
    `company:${name.toLowerCase().replaceAll(' ', '_')}`,
    index % 9 === 4 ? null : name,
    Math.round(wave * 8.5 * 1000) / 1000,
    Math.round(1_250_000 * (1.2 + wave)),
    Math.round((100 + 60 * wave) * 100) / 100,
    7_000_000 + index * 37,
    index % 4 === 0 ? ['SP 500', 'MSCI World'] : [],
    `2026-11-19T0${index % 10}:30:00`,
  ];
}

/** @param rowCount Rows of the result; `atHand` of them come with the output. */
export function overlayTable(rowCount: number, atHand = Math.min(rowCount, 200)): ResultTable {
  const rows = Array.from({ length: atHand }, (_, index) => overlayRow(index));
  return { id: 'result-1', columns: overlayColumns, rowCount, rows };
}

/** A chart over one dataset named `result`. */
export function chartOf(
  spec: JsonObject,
  columns: readonly ResultColumn[],
  rows: readonly (readonly Value[])[],
): ResultChart {
  return {
    spec,
    description: 'A chart of synthetic scores.',
    datasets: [{ name: 'result', resultId: 'result-1', columns, rowCount: rows.length, rows }],
  };
}

const scoreColumns: readonly ResultColumn[] = [
  { name: 'date', type: 'DATE' },
  { name: 'name', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
];

/** @returns The names of the companies of `lineChart`. */
export function lineNames(companies: number): string[] {
  return Array.from({ length: companies }, (_, at) => `${words[at % 6]} ${kinds[at % 5]}`);
}

/** Scores of some companies over 60 days. */
function scoreRows(companies: number): Value[][] {
  const rows: Value[][] = [];
  for (const [company, name] of lineNames(companies).entries()) {
    for (let day = 0; day < 60; day++) {
      const date = new Date(Date.UTC(2026, 8, 20 + day)).toISOString().slice(0, 10);
      const score = 6 * Math.sin(day / 9 + company) + 2 * Math.cos(day * (company + 1));
      rows.push([date, name, Math.round(score * 100) / 100]);
    }
  }
  return rows;
}

export function lineChart(companies: number): ResultChart {
  const spec: JsonObject = {
    data: { name: 'result' },
    title: 'How did the scores move?',
    mark: { type: 'line', tooltip: true },
    encoding: {
      x: { field: 'date', type: 'temporal', scale: { type: 'utc' }, title: 'date' },
      y: { field: 'score', type: 'quantitative' },
      ...(companies > 1 ? { color: { field: 'name', type: 'nominal' } } : {}),
    },
  };
  return chartOf(spec, scoreColumns, scoreRows(companies));
}

export function barChart(): ResultChart {
  const spec: JsonObject = {
    data: { name: 'result' },
    title: "Today's most bullish",
    mark: { type: 'bar', tooltip: true },
    encoding: {
      y: { field: 'name', type: 'nominal', sort: '-x', title: null },
      x: { field: 'score', type: 'quantitative' },
    },
  };
  const rows = Array.from({ length: 12 }, (_, index) => [
    '2026-11-19',
    `${words[index % 6]} ${kinds[index % 5]}`,
    Math.round((8 - index * 1.1) * 100) / 100,
  ]);
  return chartOf(spec, scoreColumns, rows);
}

export function tileChart(): ResultChart {
  const spec: JsonObject = {
    data: { name: 'result' },
    mark: { type: 'rect', tooltip: true },
    encoding: {
      x: { field: 'date', type: 'ordinal', timeUnit: 'utcyearmonthdate', title: null },
      y: { field: 'name', type: 'nominal', title: null },
      color: { field: 'score', type: 'quantitative', scale: { domainMid: 0 } },
    },
  };
  return chartOf(spec, scoreColumns, scoreRows(6));
}

export function facetChart(): ResultChart {
  const spec: JsonObject = {
    data: { name: 'result' },
    facet: { field: 'name', type: 'nominal', title: null },
    spec: {
      mark: { type: 'line', tooltip: true },
      encoding: {
        x: { field: 'date', type: 'temporal', scale: { type: 'utc' }, title: null },
        y: { field: 'score', type: 'quantitative' },
      },
    },
  };
  return chartOf(spec, scoreColumns, scoreRows(6));
}

/** What a column holds. */
export const rankSummary: ColumnSummary = {
  name: 'rank',
  type: 'BIGINT',
  rowCount: 10_000,
  nullCount: 3,
  distinctCount: 9000,
  isApproximate: true,
  least: '-12.5',
  greatest: '10000',
  moments: {
    isApproximate: true,
    mean: 1234.56789,
    standardDeviation: 28.8675134,
    lowerQuartile: 25.25,
    median: 50,
    upperQuartile: 75,
  },
  bins: [
    { count: 5, from: '1', to: '2' },
    { count: 0, from: null, to: null },
    { count: 2500, from: '7', to: '10000' },
  ],
  tops: [],
};
