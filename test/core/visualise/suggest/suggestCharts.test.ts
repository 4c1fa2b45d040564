import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartColumn } from '../../../../src/core/visualise/chartColumn';
import { compileChart } from '../../../../src/core/visualise/compile';
import { parseVisualise } from '../../../../src/core/visualise/parser';
import { chartShapes } from '../../../../src/core/visualise/suggest/chartShapes';
import { suggestCharts } from '../../../../src/core/visualise/suggest/suggestCharts';
import fc from '../../../support/properties';

const types: Readonly<Record<string, string>> = {
  d: 'DATE',
  t: 'VARCHAR',
  n: 'DOUBLE',
  i: 'BIGINT',
};

/** `date:d score:n` as columns: a name, a colon and the first letter of date, text, number or integer. */
function columnsOf(text: string): ChartColumn[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map(part => {
      const [name = '', letter = ''] = part.split(':');
      return { name, type: types[letter] ?? letter };
    });
}

/** `days` and `things`: how many different dates and entities the known rows have; numbers are different in each row. */
function rowsOf(columns: readonly ChartColumn[], days: number, things: number): unknown[][] {
  return Array.from({ length: days * things }, (_, row) =>
    columns.map(({ type }) =>
      type === 'DATE' ? row % days : /^(DOUBLE|BIGINT)$/.test(type) ? row : Math.floor(row / days),
    ),
  );
}

/** `check(columns, ids)`: the suggestions begin with these, best first; `-` before an id: it is not among them. */
function check(text: string, expected: string, days = 10, things = 4): void {
  const columns = columnsOf(text);
  const ids = suggestCharts({ columns, rows: rowsOf(columns, days, things) }).map(({ id }) => id);
  const wanted = expected.split(' ').filter(Boolean);
  const first = wanted.filter(id => !id.startsWith('-'));
  assert.deepEqual(ids.slice(0, first.length), first, `${text}: ${ids.join(' ')}`);
  for (const id of wanted.filter(one => one.startsWith('-'))) {
    assert.ok(!ids.includes(id.slice(1)), `${text}: ${ids.join(' ')}`);
  }
}

test('ranked lists are offered as bars, series as lines, events by kind and time', () => {
  check('name:t bull_bear_score:n side:t rank:i', 'ranked-bars', 1);
  check('entity:t score:n', 'ranked-bars histogram', 1);
  check('name:t ticker:t industry:t bull_bear_score:n', 'ranked-bars group-means', 1);
  check('date:d name:t score:n side:t', 'ranked-bars -score-lines -heat-map', 1);
  check('date:d name:t score:n', 'score-lines panels heat-map -ranked-bars');
  check('date:d entity:t bull_bear_score:n', 'score-lines panels heat-map');
  check(
    'date:d entity:t exchange_code:t currency:t score:n',
    'score-lines panels heat-map group-boxes histogram trend -group-means -group-counts',
  );
  check('date:d entity:t event_name:t count:i', 'event-bars panels count-bars event-totals -trend');
  check('date:d score:n', 'score-lines histogram trend');
  check('date:d score:n', '-histogram', 1, 1);
  check('date:d mean_score:n', 'score-lines');
  check('date:d industry:t mean_score:n', 'score-lines group-means');
  check('published:TIMESTAMP score:n', 'score-lines');
  check('date:d name:t trading_volume:i', 'panels number-lines -score-lines -heat-map');
  check('date:d trading_volume:i', 'number-lines histogram');
  check('date:d close:n name:t', 'panels number-lines');
  check('date:d rank:i name:t', 'rank-lines -score-lines');
  check('date:d event_name:t count:i', 'event-bars count-bars event-totals');
  check('date:d count:i', 'count-bars histogram -event-bars');
  check('date:d event_name:t', 'event-swimlanes event-totals');
  check(
    'date:d event_name:t factuality:t temporality:t',
    'event-swimlanes event-totals group-counts',
  );
  check('event_name:t count:i', 'event-totals');
  check('event:t n:i', 'event-totals');
  check('event_name:t', 'event-totals');
  check('industry:t side:t', 'breadth group-counts');
  check('industry:t side:t score:n', 'breadth group-means group-boxes');
  check('side:t score:n', 'group-boxes histogram group-counts');
  check('country:t', 'group-counts');
  check('is_new:BOOLEAN', 'group-counts');
  check('score:n trading_volume:i', 'scatter histogram');
  check('x:n y:n', 'scatter histogram');
  check('name:t market_cap:n', 'entity-bars histogram', 1);
  check('name:t n_events:i', 'entity-bars histogram', 1);
  check('sector:t weight:DECIMAL(18,3)', 'group-means group-boxes histogram');
  check('lone:n', 'histogram');
  check('kind:ENUM', 'group-counts');
});

test('a scatter of a ranked list comes after bars and histogram, one of two measures before them', () => {
  const ranked = 'name:t rank:i industry:t bull_bear_score:n price:n';
  check(ranked, 'ranked-bars group-means histogram scatter', 1);
  check('name:t industry:t score:n relative_volume:n', 'ranked-bars scatter group-means', 1);
});

test('ids, lists, years and texts to read are not drawn', () => {
  check('vendor_id:i', '-histogram');
  check('year:i', '-histogram');
  check('indices:VARCHAR[]', '-group-counts');
  check('headline:t', '-group-counts');
  check('isin:t', '-group-counts');
  check('facts:STRUCT(a', '-group-counts');
  assert.deepEqual(suggestCharts({ columns: [], rows: [] }), []);
  assert.deepEqual(
    suggestCharts({ columns: columnsOf('vendor_id:i indices:VARCHAR[]'), rows: [] }),
    [],
  );
});

test('a column whose rows all have one value is neither an axis nor a group', () => {
  const idsOf = (text: string, rows: readonly unknown[][]): string[] =>
    suggestCharts({ columns: columnsOf(text), rows }).map(({ id }) => id);
  assert.deepEqual(idsOf('category:t', [['a'], ['a']]), []);
  assert.deepEqual(idsOf('category:t', [['a'], ['a'], ['b']]), ['group-counts']);
  assert.deepEqual(idsOf('side:t', [['bullish'], ['bullish']]), []);
  assert.deepEqual(idsOf('price:n', [[1], [1]]), []);
  assert.deepEqual(idsOf('price:n', [[null], [null]]), []);
  assert.deepEqual(idsOf('price:n', [[null]]), []);
  assert.deepEqual(
    idsOf('event_name:t count:i', [
      ['a', null],
      ['b', null],
    ]),
    ['event-totals'],
  );
  assert.deepEqual(
    idsOf('price:n other:n', [
      [1, 2],
      [1, 3],
    ]),
    ['histogram'],
  );
  const dayed = idsOf('date:d event_name:t', [
    ['2026-11-19', 'a'],
    ['2026-11-19', 'b'],
    ['2026-11-19', 'b'],
  ]);
  assert.deepEqual(dayed, ['event-totals']);
  const counted = idsOf('date:d event_name:t count:i', [
    ['2026-11-19', 'a', 1],
    ['2026-11-20', 'b', 1],
  ]);
  assert.deepEqual(counted, ['event-bars', 'count-bars', 'event-totals']);
  const oneName = suggestCharts({
    columns: columnsOf('date:d name:t industry:t score:n'),
    rows: [
      ['2026-11-19', 'a', 'b', 1],
      ['2026-11-20', 'a', 'c', 2],
    ],
  });
  assert.match(oneName[0]?.clause ?? '', /^VISUALISE date AS x, score AS y\nDRAW line\n/);
  const oneSide = suggestCharts({
    columns: columnsOf('name:t side:t score:n'),
    rows: [
      ['a', 'bullish', 1],
      ['b', 'bullish', 2],
    ],
  });
  assert.match(oneSide[0]?.clause ?? '', /^VISUALISE score AS x, name AS y, side AS fill\n/);
});

/** The suggestions by their ids. */
function offered(text: string, rows: readonly unknown[][], rowCount = rows.length) {
  const all = suggestCharts({ columns: columnsOf(text), rows, rowCount });
  return new Map(all.map(({ id, question, clause }) => [id, { question, clause }]));
}

test('bars of one list ask who leads it, where rows that are not known could be of the other', () => {
  const list = [
    ['a', 'bullish', 1],
    ['b', 'bullish', 2],
  ];
  const ask = (rows: readonly unknown[][], rowCount?: number): string | undefined =>
    offered('name:t side:t score:n', rows, rowCount).get('ranked-bars')?.question;
  assert.equal(ask(list), 'Who leads the bullish list?');
  assert.equal(ask(list, 300), 'Who has the strongest score?');
  assert.equal(ask([...list, ['c', 'bearish', -1]]), 'Who leads, and who trails?');
});

test('bars of the first of a long ranked list say so', () => {
  const ranked = (sides: readonly string[]) =>
    offered(
      'name:t side:t rank:i score:n',
      Array.from({ length: 60 }, (_, at) => [
        `c${at}`,
        sides[at % sides.length],
        1 + Math.floor(at / sides.length),
        1 / (at + 1),
      ]),
    ).get('ranked-bars');
  const one = ranked(['bullish']);
  assert.equal(one?.question, 'Who leads the bullish list? The first 25');
  assert.match(one.clause, /DRAW bar FILTER rank <= 25\n/);
  const both = ranked(['bullish', 'bearish'])?.question;
  assert.equal(both, 'Who leads, and who trails? The first 25 of each list');
});

test('a scatter names its columns', () => {
  const rows = [
    ['a', 1, 2],
    ['b', 3, 4],
  ];
  const scatter = offered('name:t bull_bear_score:n price:n', rows).get('scatter');
  assert.equal(scatter?.question, 'Do bull/bear score and price go together?');
});

test('bars of a number are of the first 25 of a long list, and none where a score ranks it or rows are missing', () => {
  const rows = Array.from({ length: 40 }, (_, at) => [`n${at}`, at, at]);
  const bars = offered('name:t market_cap:n', rows).get('entity-bars');
  assert.equal(bars?.question, 'Who has most? The first 25');
  assert.match(bars?.clause ?? '', /\nDRAW bar FILTER market_cap >= 15\n/);
  assert.equal(offered('name:t market_cap:n', rows, 244).get('entity-bars'), undefined);
  assert.equal(offered('name:t score:n price:n', rows).get('entity-bars'), undefined);
});

test('few lines have colours, many are grey and told apart by panels or a heat map', () => {
  const columns = columnsOf('date:d name:t score:n');
  const clauseOf = (things: number, id: string): string | undefined =>
    suggestCharts({ columns, rows: rowsOf(columns, 5, things) }).find(one => one.id === id)?.clause;
  assert.match(clauseOf(1, 'score-lines') ?? '', /VISUALISE date AS x, score AS y\nDRAW line\n/);
  assert.match(clauseOf(6, 'score-lines') ?? '', /name AS colour/);
  assert.match(clauseOf(60, 'score-lines') ?? '', /PARTITION BY name/);
  assert.match(clauseOf(6, 'panels') ?? '', /FACET name/);
  assert.equal(clauseOf(60, 'panels'), undefined);
});

test('a readable name is preferred to a key, and the question is the title', () => {
  const columns = columnsOf('entity:t ticker:t name:t score:n');
  const [best] = suggestCharts({ columns, rows: [] });
  assert.equal(
    best?.clause,
    "VISUALISE score AS x, name AS y\nDRAW bar\nLABEL title => 'Who leads, and who trails?'",
  );
});

test('a key that every row has is preferred to a name that some have not', () => {
  const columns = columnsOf('entity:t ticker:t date:d score:n');
  const rows = rowsOf(columns, 10, 2).map(([entity, ticker, ...rest], row) => [
    entity,
    row < 10 ? null : ticker,
    ...rest,
  ]);
  const [best] = suggestCharts({ columns, rows });
  assert.match(best?.clause ?? '', /VISUALISE date AS x, score AS y, entity AS colour/);
});

test('every shape is offered for some result, and has words of its own', () => {
  const offered = new Set<string>();
  for (const text of [
    'name:t score:n side:t category:t count:i event:t',
    'date:d name:t score:n rank:i count:i event:t',
    'date:d event:t',
    'date:d volume:n',
    'name:t volume:n other:n side:t industry:t',
  ]) {
    suggestCharts({ columns: columnsOf(text), rows: [] }).forEach(({ id }) => offered.add(id));
  }
  assert.deepEqual([...offered].sort(), chartShapes.map(({ id }) => id).sort());
  assert.equal(new Set(chartShapes.map(({ fit }) => fit)).size, chartShapes.length);
  for (const { title } of chartShapes) {
    assert.match(title(), /^[A-Z]/);
  }
});

const names = fc.oneof(
  fc.constantFrom(
    ...[
      'date',
      'name',
      'ticker',
      'entity',
      'score',
      'bull_bear_score',
      'side',
      'event_name',
      'rank',
    ],
    ...[
      'count',
      'n',
      'industry',
      'trading_volume',
      'from',
      'order',
      'net.change [pct]',
      "it's",
      '"q"',
    ],
    ...['label', 'draw', 'AS', 'Überschuss', '', '*', 'a b', '1st', 'x', 'facet', '#row', 'v end'],
  ),
  fc.string({ maxLength: 8 }),
);
const columnTypes = fc.constantFrom(
  ...['DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'VARCHAR', 'DOUBLE', 'BIGINT', 'BOOLEAN'],
  ...['DECIMAL(18,3)', 'VARCHAR[]', 'STRUCT(a INTEGER)', 'BLOB', 'UUID', 'TIME', "ENUM('a', 'b')"],
);
const anyColumns = fc.uniqueArray(fc.record({ name: names, type: columnTypes }), {
  maxLength: 8,
  selector: ({ name }) => name.toLowerCase(),
});

test('whatever the columns are, a suggestion compiles to a chart without a problem', () => {
  let offered = 0;
  fc.assert(
    fc.property(anyColumns, fc.nat(3), fc.nat(30), (columns, days, things) => {
      const rows = rowsOf(columns, days, things);
      for (const { clause } of suggestCharts({ columns, rows })) {
        offered++;
        const tree = parseVisualise(clause);
        assert.deepEqual(tree.problems, [], clause);
        assert.deepEqual(compileChart(tree, columns).problems, [], clause);
      }
    }),
    { numRuns: 120 },
  );
  assert.ok(offered > 60);
});

test('whole numbers called year are an axis of time', () => {
  const columns = [
    { name: 'year', type: 'INTEGER' },
    { name: 'name', type: 'VARCHAR' },
    { name: 'revenue', type: 'DOUBLE' },
  ];
  const rows = [2023, 2024, 2025].flatMap(year =>
    ['Ash', 'Birch'].map((name, at) => [year, name, year * (at + 1)]),
  );
  const ids = suggestCharts({ columns, rows }).map(({ id }) => id);
  assert.deepEqual(ids.slice(0, 2), ['panels', 'number-lines']);
});
