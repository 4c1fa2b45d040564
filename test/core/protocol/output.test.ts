import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHostMessage, type HostMessage } from '../../../src/core/protocol/hostMessage';
import {
  outputRowCount,
  readErrorOutput,
  readResultOutput,
} from '../../../src/core/protocol/output';
import { readNamedState, type Exploration } from '../../../src/core/protocol/exploration';
import {
  readTabMessage,
  readTabPlace,
  readTabRequest,
} from '../../../src/core/protocol/tabMessage';
import type { PageAnswerTo, PageQuestionName } from '../../../src/core/protocol/questions';
import { answerTo } from '../../view/browser/questions';
import { errorOutput, lineChart, overlayTable, resultOutput } from '../../view/browser/outputs';
import fc from '../../support/properties';

const requestId = 1;
const suggestion = { id: 'histogram', title: 'Histogram', question: 'How are the values spread?' };
const summary = {
  ...{ name: 'a', type: 'DOUBLE', rowCount: 3, nullCount: 0, distinctCount: 3 },
  ...{ isApproximate: false, least: '1', greatest: '3', tops: [{ text: 'a', count: 1 }] },
  moments: {
    isApproximate: false,
    mean: 2,
    standardDeviation: 1,
    lowerQuartile: 1.5,
    median: 2,
    upperQuartile: 2.5,
  },
  bins: [
    { count: 3, from: '1', to: '3' },
    { count: 0, from: null, to: null },
  ],
};

const exploration: Exploration = {
  ...{ rowCount: 3, without: [] },
  timeline: {
    bars: [{ day: '2026-01-05', counts: [2, 1] }],
    stack: { column: 2, values: [null], places: ['grey'] },
  },
  facets: [{ column: 2, values: [{ text: null, count: 2 }], valueCount: 1 }],
};

const around = {
  ...{ requests: 2, from: '2026-01-01', to: '2026-01-31', connection: 'live' },
  series: [{ label: 'Score', points: [{ day: '2026-01-05', value: 0.5 }], problem: null }],
};

/** One answer to each question. */
const values = {
  page: { rows: [[1, null]], rowCount: 1 },
  summary,
  values: { values: [{ text: null, count: 2 }], hasMore: false },
  mark: {
    table: { id: 'k/r1', columns: [], rowCount: 0, rows: [] },
    ...{ mark: 1, rowCount: 2, note: null },
  },
  explored: {
    time: { column: 1, from: '2026-01-01', to: '2026-01-31' },
    ...{ facets: [{ column: 2, distinctCount: 3 }], searched: [2] },
  },
  explore: exploration,
  brush: true,
  mentions: { id: 'k/r1', columns: [], rowCount: 0, rows: [] },
  suggestions: [suggestion],
  preview: lineChart(1),
  around,
  portfolios: [{ name: 'mine', entities: ['company:a'] }],
} satisfies { [Name in PageQuestionName]: PageAnswerTo<Name> };

/** One of each kind. */
const answers = {
  answer: answerTo(requestId, 'page', values.page),
  waits: { type: 'waits', requestId },
  failed: { type: 'failed', requestId, message: 'The kernel has ended.' },
} satisfies { [Type in HostMessage['type']]: HostMessage };

/** Of each answer, values that it may not have. */
const wrongValues: Record<PageQuestionName, readonly unknown[]> = {
  page: [{ rowCount: 1 }, { rows: [1], rowCount: 1 }, { rows: null, rowCount: 1 }, { rows: [] }],
  summary: [
    { ...summary, least: 1 },
    { ...summary, bins: Array(101).fill(summary.bins[0]) },
    { ...summary, moments: { isApproximate: false, mean: 1 } },
  ],
  values: [
    { values: [{ text: 'a', count: -1 }], hasMore: false },
    { values: Array(201).fill({ text: 'a', count: 1 }), hasMore: true },
  ],
  mark: [{ table: null, mark: 1, rowCount: 2, note: null }],
  explored: [{ time: null, facets: [{ column: 'a', distinctCount: 1 }], searched: [] }],
  explore: [
    { ...exploration, rowCount: '3' },
    { ...exploration, timeline: { bars: [{ day: 1, counts: [] }], stack: null } },
    { ...exploration, timeline: { bars: [{ day: '', counts: Array(7).fill(1) }], stack: null } },
    {
      ...exploration,
      timeline: { bars: [], stack: { column: 2, values: ['a'], places: ['red'] } },
    },
    { ...exploration, facets: [{ column: 2, values: [{ text: 1, count: 1 }], valueCount: 1 }] },
  ],
  brush: [1],
  mentions: [{ id: 'k/r1', columns: [], rowCount: -1, rows: [] }],
  suggestions: [[{ ...suggestion, title: 1 }], Array(51).fill(suggestion)],
  preview: [
    { ...lineChart(1), spec: 'bar' },
    ...[{}, [['Core']], [['Core', -1]], [['Core', 1.5]], [['Core', 'red']], [[1, 1]]].map(
      places => ({
        ...lineChart(1),
        places,
      }),
    ),
    { ...lineChart(1), places: [['x'.repeat(1_001), 1]] },
    { ...lineChart(1), places: Array(501).fill(['Core', 1]) },
  ],
  portfolios: [[{ name: 'mine' }], [{ name: 'mine', entities: Array(5_001).fill('a') }]],
  around: [
    { ...around, requests: -1 },
    { ...around, series: Array(3).fill(around.series[0]) },
    { ...around, series: [{ ...around.series[0], points: [{ day: '', value: '1' }] }] },
  ],
};

/** Of each kind, parts that it may not have. */
const wrongAnswers: Record<HostMessage['type'], readonly object[]> = {
  answer: Object.entries(wrongValues).flatMap(([name, values]) =>
    [null, ...values].map(value => ({ answer: { name, value } })),
  ),
  waits: [],
  failed: [{ message: null }, { message: 'x'.repeat(200_001) }],
};

test('outputs as the kernel makes them are read as they are', () => {
  const query = { name: 'q', sql: 'SELECT 1', table: 'u' };
  const source = { table: 't', rowId: 'rowid', queries: [query] };
  const chart = { ...lineChart(2), source };
  const result = resultOutput({ table: overlayTable(500), chart, notes: ['a'] });
  assert.deepEqual(readResultOutput(result), result);
  const error = errorOutput({ at: { line: 1, column: 2 } });
  assert.deepEqual(readErrorOutput(error), error);
});

test('a column is read whatever the length of its name and of its type', () => {
  const long = 'x'.repeat(50_000);
  const table = { id: 'k/r1', rowCount: 0, rows: [], columns: [{ name: long, type: long }] };
  const output = resultOutput({ table });
  assert.equal(readResultOutput(output)?.table?.columns[0]?.name, long);
  const state = { filters: [], unit: null, stack: null, grouped: false, compared: null };
  assert.ok(readNamedState({ ...state, columns: [long] }));
});

test('what is not ours is not read', () => {
  const result = resultOutput();
  const table = overlayTable(1);
  const strangers: unknown[] = [
    undefined,
    null,
    'text',
    [],
    {},
    { ...result, version: 2 },
    { ...result, notes: [1] },
    { ...result, table: { ...table, rowCount: -1 } },
    { ...result, table: { ...table, rowCount: 1.5 } },
    { ...result, table: { ...table, rows: [1] } },
    { ...result, chart: { ...lineChart(1), source: { table: 't' } } },
    { ...result, provenance: null },
  ];
  for (const stranger of strangers) {
    assert.equal(readResultOutput(stranger), null, JSON.stringify(stranger));
  }
  assert.equal(readErrorOutput({ ...errorOutput(), actions: ['runCommand'] }), null);
});

test('sizes beyond ours are not read', () => {
  const result = resultOutput();
  const column = { name: 'a', type: 'VARCHAR' };
  const wide = { id: 'x', columns: new Array<unknown>(5001).fill(column), rowCount: 0, rows: [] };
  assert.equal(readResultOutput({ ...result, table: wide }), null);
  const long = { id: 'x', columns: [column], rowCount: 1, rows: [['x'.repeat(10_000_001)]] };
  assert.equal(readResultOutput({ ...result, table: long }), null);
  assert.equal(readResultOutput({ ...result, notes: ['x'.repeat(200_001)] }), null);
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level++) {
    deep = [deep];
  }
  const nested = { id: 'x', columns: [column], rowCount: 1, rows: [[deep]] };
  assert.equal(readResultOutput({ ...result, table: nested }), null);
});

test('an answer of each kind is read as it is, without what nobody described', () => {
  const all = Object.entries(values).map(([name, value]) => ({
    ...answers.answer,
    answer: { name, value },
  }));
  for (const answer of [...Object.values(answers), ...all]) {
    assert.deepEqual(readHostMessage({ ...answer, more: 1 }), answer);
  }
});

test('what answers nothing is no answer', () => {
  for (const stranger of [null, [], {}, { type: 'appearance' }, { type: 'constructor' }]) {
    assert.equal(readHostMessage(stranger), null);
  }
  for (const wrong of [undefined, null, '1', 0.5, -1]) {
    assert.equal(readHostMessage({ ...answers.answer, requestId: wrong }), null);
  }
});

test('an answer that cannot be read fails its question', () => {
  for (const answer of Object.values(answers)) {
    for (const wrong of wrongAnswers[answer.type]) {
      const read = readHostMessage({ ...answer, ...wrong });
      const said = JSON.stringify(wrong).slice(0, 200);
      assert.ok(read?.type === 'failed' && read.requestId === requestId, said);
      assert.match(read.message, /^The answer cannot be shown/);
    }
  }
});

test('a tab is told its result, or that it cannot read it, or that it ended', () => {
  const output = resultOutput({ table: overlayTable(3) });
  const place = { notebook: 'file:///a.signals', cell: 2, text: 'SELECT 1' };
  const shown = {
    arrangement: { sort: [{ column: 1, descending: true }], filters: [] },
    columns: [1],
    pinnedCount: 1,
    widths: [],
  };
  const question = {
    ...{ columns: ['factuality'], unit: 'week', stack: 0, grouped: false, compared: ['', 'days'] },
    filters: [{ kind: 'values', column: 0, values: ['fact', null] }],
  };
  const result = { type: 'result', output, place, shown, question, isOverview: true };
  assert.deepEqual(readTabMessage(result), result);
  for (const wrong of [undefined, 'x', { ...output, version: 2 }]) {
    assert.deepEqual(readTabMessage({ ...result, output: wrong }), { ...result, output: null });
  }
  const asMade = { ...result, shown: null };
  for (const wrong of [undefined, null, { ...shown, columns: [] }]) {
    assert.deepEqual(readTabMessage({ ...result, shown: wrong }), asMade);
  }
  // Saved before two parts could be compared.
  const { compared: _, ...older } = question;
  const read = readTabMessage({ ...result, question: older });
  assert.ok(read?.type === 'result');
  assert.equal(read.question?.compared, null);
  for (const wrong of [
    ...[undefined, { ...question, columns: [1] }, { ...question, filters: [{}] }],
    ...[['a'], 'days', [1, 2]].map(compared => ({ ...question, compared })),
  ]) {
    assert.deepEqual(readTabMessage({ ...result, question: wrong }), { ...result, question: null });
  }
  for (const type of ['saveQuestion', 'askAgain', 'loadMentions']) {
    assert.deepEqual(readTabRequest({ type, question }), { type, question });
    assert.equal(readTabRequest({ type, question: { ...question, unit: 'decade' } }), null);
  }
  assert.deepEqual(readNamedState(question), question);
  assert.equal(readNamedState(null), null);
  assert.deepEqual(readTabPlace({ ...place, more: 1 }), place);
  for (const wrong of [undefined, [], { ...place, cell: -1 }, { ...place, notebook: 1 }]) {
    assert.equal(readTabPlace(wrong), null);
  }
  const ended = { type: 'ended', sentence: 'It ended.' };
  assert.deepEqual(readTabMessage(ended), ended);
  for (const wrong of [null, { type: 'ended' }, { type: 'ended', sentence: 1 }, answers.failed]) {
    assert.equal(readTabMessage(wrong), null);
  }
  assert.deepEqual(readTabRequest({ type: 'ready', more: 1 }), { type: 'ready' });
  for (const wrong of [null, 'ready', [], { type: ['ready'] }, { type: 'result' }]) {
    assert.equal(readTabRequest(wrong), null);
  }
});

test('no JSON makes the readers throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      readResultOutput(value);
      readErrorOutput(value);
      readHostMessage(value);
      readTabMessage(value);
      readResultOutput({ ...resultOutput(), table: value, chart: value });
    }),
  );
});

test('a chart over several tables counts the rows of all', () => {
  const [first] = lineChart(2).datasets;
  assert.ok(first);
  const chart = { ...lineChart(2), datasets: [first, { ...first, name: 'other', rowCount: 40 }] };
  const sum = first.rowCount + 40;
  assert.equal(outputRowCount({ table: null, chart }), sum);
  assert.equal(outputRowCount({ table: overlayTable(5), chart }), 5);
  assert.equal(outputRowCount({ table: null, chart: null }), null);
  assert.equal(outputRowCount({ table: null, chart: { ...chart, datasets: [] } }), null);
});
