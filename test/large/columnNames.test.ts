/** A chart is the same picture whatever its columns are called, even as something that the chart makes itself. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isRecord } from '../../src/core/base/json';
import type { Json, JsonObject } from '../../src/core/base/json';
import type { ResultChart } from '../../src/core/protocol/outcome';
import { chartRows } from '../../src/core/visualise/chartRows';
import { drawnPicture } from '../core/visualise/render';
import { openCharts } from '../kernel/openCharts';

const { opened, chartOf } = await openCharts();
after(() => opened.close());

/** Rows to draw; `{v}` stands for the name of a column. */
const few = `SELECT i, DATE '2026-01-01' + (i % 20)::INTEGER AS {d}, (i * 7) % 23 - 6 AS {v}, (i * 5) % 11 + 1 AS {w},
  ['a', 'b', 'c'][i % 3 + 1] AS {k}, ['n', 's'][i % 2 + 1]::ENUM('s', 'n') AS {g} FROM range(60) AS rows_of(i)`;

/** More than a chart draws. */
const many = few.replace('range(60)', 'range(51000)').replace('(i % 20)', '(i % 300)');

const plainNames = ['d', 'v', 'w', 'k', 'g'] as const;
type Names = Readonly<Record<(typeof plainNames)[number], string>>;
const plain: Names = { d: 'd', v: 'v', w: 'w', k: 'k', g: 'g' };

/** The names of columns stand in titles, so that each clause has titles of its own. */
const titled = `LABEL x => 'x', y => 'y', colour => 'colour', shape => 'shape', linetype => 'dash', size => 'size',
  panel => 'panel', row => 'row', column => 'column'`;

const clauses = [
  `{v} AS x, {k} AS fill DRAW histogram SETTING bins => 5`,
  `{v} AS x, {w} AS weight DRAW histogram REMAPPING density AS y FACET {k}`,
  `{v} AS x DRAW density FILTER {g} = 's'`,
  `{v} AS x, {k} AS fill DRAW density PARTITION BY {g}`,
  `{k} AS x, {v} AS y, {g} AS fill DRAW boxplot
    DRAW point MAPPING {g} AS fill SETTING position => 'jitter'`,
  `{v} AS x, {w} AS y DRAW boxplot SCALE BINNED x`,
  `{d} AS x, {v} AS y, {k} AS stroke DRAW smooth FACET {g}`,
  `{w} AS x, {v} AS y DRAW smooth SETTING method => 'ols' PARTITION BY {k} DRAW point`,
  `{d} AS x, {v} AS y DRAW smooth SETTING method => 'moving', window => 3 PARTITION BY {k}`,
  `{v} AS x DRAW bar MAPPING {k} AS fill SCALE BINNED x SETTING breaks => 4`,
  `{v} AS x, {w} AS weight DRAW bar SCALE BINNED x`,
  `{d} AS x, {v} AS y DRAW bar SETTING aggregate => 'sum' SCALE BINNED x SETTING breaks => 'week'`,
  `{v} AS x, {w} AS y DRAW tile SETTING opacity => 0.3 SCALE BINNED x SCALE BINNED y`,
  `{v} AS x, {w} AS y DRAW point MAPPING {d} AS fill, {k} AS shape SCALE BINNED x
    SETTING closed => 'right', oob => 'squish'`,
  `{v} AS x, {w} AS y, {v} AS size DRAW point SCALE BINNED size SCALE y VIA log10`,
  `{k} AS x, {v} AS y DRAW point SETTING aggregate => 'mean' PARTITION BY {g}`,
  `{k} AS x, {w} AS y DRAW point SETTING position => 'jitter' FACET {g}`,
  `{k} AS x, {g} AS y DRAW point MAPPING {w} AS size, {g} AS fill SETTING position => 'jitter'`,
  `{k} AS x, {w} AS y, {g} AS fill DRAW bar SETTING position => 'dodge', aggregate => 'max'
    DRAW text MAPPING {w} AS label, {g} AS fill SETTING position => 'dodge', format => '{:num %.1f} pt'`,
  `{k} AS y, {w} AS x, {g} AS fill DRAW bar ORDER BY {d} DESC, {v}`,
  `{k} AS x DRAW bar MAPPING {g} AS fill FACET {g}`,
  `{d} AS x, {w} AS y, {g} AS fill DRAW area SETTING position => 'fill', aggregate => 'sum'`,
  `{w} AS x, {v} AS y DRAW path ORDER BY {d}, {v} DRAW point MAPPING 'all' AS fill FACET {g} BY {k}`,
  `{d} AS x, {v} AS y DRAW segment MAPPING 0 AS y, {v} AS yend, {k} AS stroke
    DRAW text MAPPING {k} AS label`,
  `{d} AS x, {v} AS y DRAW line MAPPING {k} AS stroke, {g} AS linetype FILTER {w} > 2
    DRAW rule MAPPING 'mean' AS linetype, {w} AS y`,
  `{d} AS x, {v} AS y, {k} AS stroke DRAW line SETTING aggregate => 'mean'`,
  `{d} AS x, {w} AS ymin, {v} AS ymax DRAW ribbon PARTITION BY {k}
    DRAW range MAPPING {k} AS stroke FACET {g} SCALE panel RENAMING * => '{:UPPER}'`,
  `{k} AS x, {v} AS y DRAW bar DRAW point MAPPING {w} AS y FILTER {w} > 4 FACET {g} SETTING nrow => 1`,
  `'all' AS y DRAW bar FACET {k} BY {g}`,
];

const large = [
  `{v} AS x, {w} AS y DRAW point FACET {g}`,
  `{k} AS x, {w} AS y, {g} AS fill DRAW bar`,
  `{k} AS x DRAW bar MAPPING {v} AS weight, {g} AS fill`,
  `{d} AS x, {v} AS y, {k} AS stroke DRAW line FACET {g} SETTING free => 'x'`,
  `{d} AS x, {w} AS y, {k} AS fill DRAW area`,
  `{v} AS x, {w} AS y DRAW text MAPPING {k} AS label DRAW line FACET {g}`,
];

const column = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function cellOf(rows: string, clause: string, names: Names): string {
  const text = `${rows} VISUALISE ${clause} ${titled}`;
  return text.replace(/\{([dvwkg])\}/g, (_, name: keyof Names) => column(names[name]));
}

async function pictureOf(chart: ResultChart): Promise<string> {
  const data: Record<string, JsonObject[]> = {};
  for (const { name, resultId, rowCount, columns, rows } of chart.datasets) {
    const all =
      rows ?? (await opened.session.ask('page', { resultId, offset: 0, limit: rowCount })).rows;
    data[name] = chartRows(columns, all);
  }
  return drawnPicture(chart.spec, data);
}

/** What the chart calls something that it makes: in SQL, in its datasets, in the specification. */
function ownNames(chart: ResultChart): string[] {
  const found = new Set<string>();
  for (const { sql } of chart.source?.queries ?? []) {
    for (const [, quotedName, word, before] of sql.matchAll(
      /"([^"]+)"|\bAS\s+(\w+)|\b(\w+) AS (?:NOT MATERIALIZED )?\(/g,
    )) {
      found.add(quotedName ?? word ?? before ?? '');
    }
  }
  chart.datasets.forEach(({ columns }) => columns.forEach(({ name }) => found.add(name)));
  const visit = (value: Json): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (isRecord(value)) {
      if (typeof value['as'] === 'string') {
        found.add(value['as']);
      }
      Object.values(value).forEach(item => visit(item));
    }
  };
  visit(chart.spec);
  const types = ['DOUBLE', 'INTEGER', 'BIGINT', 'VARCHAR', ''];
  return [...found].filter(
    name =>
      !(plainNames as readonly string[]).includes(name) &&
      !types.includes(name) &&
      !/^(main|result|r\d+)$/.test(name),
  );
}

/** `check(rows, clause)`: the picture with the chart's own names as those of its columns, as many at once as it reads. */
async function check(rows: string, clause: string): Promise<void> {
  const { chart } = await chartOf(cellOf(rows, clause, plain));
  const expected = await pictureOf(chart);
  const used = plainNames.filter(name => clause.includes(`{${name}}`));
  const size = Math.max(1, used.length);
  // Names that differ in their case alone cannot be columns of one table.
  const own = ownNames(chart).sort((one, other) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  );
  const rounds = Math.ceil(own.length / size);
  for (let round = 0; round < rounds; round++) {
    const renamed = used.flatMap((name, at) => {
      const other = own[round + at * rounds];
      return other === undefined ? [] : [[name, other] as const];
    });
    const text = cellOf(rows, clause, { ...plain, ...Object.fromEntries(renamed) });
    const { chart: other } = await chartOf(text);
    assert.equal(await pictureOf(other), expected, text);
  }
}

for (const [rows, list] of [
  [few, clauses],
  [many, large],
] as const) {
  for (const clause of list) {
    test(`the names of columns change nothing in ${clause}`, () => check(rows, clause));
  }
}

test('lines that a column called count tells apart are as many as it has values', async () => {
  const groups = `{d} AS x, {v} AS y DRAW line MAPPING {k} AS stroke SETTING aggregate => 'mean', labels => false`;
  for (const clause of [groups, `{d} AS x, {w} AS y DRAW path PARTITION BY {k}, {g}`]) {
    const [expected, picture] = await Promise.all(
      ['k', 'count'].map(async k => {
        const { chart } = await chartOf(cellOf(few, clause, { ...plain, k }));
        return pictureOf(chart);
      }),
    );
    assert.equal(picture, expected, clause);
  }
});
