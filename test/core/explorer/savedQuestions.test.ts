import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameProblem } from '../../../src/core/base/namedEntries';
import { asks, namedState, stateFor } from '../../../src/core/explorer/questionState';
import { readQuestions, savedQuestion } from '../../../src/core/explorer/savedQuestions';
import type { QuestionState } from '../../../src/core/protocol/exploration';
import { questionRows } from '../../../src/core/sidebar/questionRows';

const names = ['date', 'entity', 'factuality', 'city'];
const state: QuestionState = {
  filters: [
    { kind: 'exclude', column: 2, values: ['fact', null] },
    { kind: 'range', column: 0, from: '2026-11-01', to: null },
    { kind: 'search', column: null, columns: [3, 1], text: 'law' },
    { kind: 'mark', column: null, mark: 3, label: 'Lawsuit' },
  ],
  ...{ unit: 'week', stack: 2, grouped: true, compared: ['portfolio one', 'earlier'] },
};
const {
  filters: [excluded, range, search],
} = state;

test('a state is kept by the names of its columns, without the marks of a chart', () => {
  const named = namedState(state, names);
  assert.deepEqual(named.columns, ['factuality', 'date', 'city', 'entity']);
  assert.deepEqual(asks(named), [
    'factuality is not fact or missing',
    'date from 2026-11-01',
    'contains “law”',
    'grouped by event',
    'two parts compared',
  ]);
  const same = { ...state, filters: [excluded, range, search] };
  assert.deepEqual(stateFor(named, names), { state: same, missing: [] });
});

test('rows with other columns are asked for what they have, and the others are named', () => {
  const found = stateFor(namedState(state, names), ['city', 'date']);
  assert.deepEqual(found, {
    state: {
      filters: [
        { kind: 'range', column: 1, from: '2026-11-01', to: null },
        { kind: 'search', column: null, columns: [0], text: 'law' },
      ],
      ...{ unit: 'week', stack: null, grouped: true, compared: ['portfolio one', 'earlier'] },
    },
    missing: ['factuality', 'entity'],
  });
});

const entry = savedQuestion('Rumours', 'FROM company_events([])', namedState(state, names));

test('saved questions are read, and one that is not usable does not affect others', () => {
  const { questions, problems } = readQuestions([
    ...[entry, null, { ...entry, query: 1 }, { ...entry, asks: { ...entry.asks, filters: [1] } }],
    ...[
      { ...entry, name: ' rumours ' },
      { ...entry, name: 'a\u202eb' },
      { ...entry, name: ' B ' },
    ],
  ]);
  assert.deepEqual(
    questions.map(({ name }) => name),
    ['Rumours', 'B'],
  );
  assert.equal(problems.length, 5);
  assert.match(problems[3] ?? '', /already a question named rumours/);
  assert.deepEqual(readQuestions('x').questions, []);
  assert.equal(
    nameProblem('C', questions, name => `${name} is taken.`),
    undefined,
  );
  assert.throws(() => savedQuestion('a', 'x'.repeat(50_001), entry.asks), /too long/);
});

test('the row of a question says what is asked', () => {
  const [row, plain] = questionRows([
    entry,
    { ...entry, name: 'All', asks: { ...entry.asks, filters: [], grouped: false, compared: null } },
  ]);
  assert.equal(
    row?.description,
    'factuality is not fact or missing · date from 2026-11-01 · contains “law” · grouped by event · two parts compared',
  );
  assert.deepEqual(row?.press, { action: 'openQuestion', argument: 'Rumours' });
  assert.equal(plain?.description, 'every row');
});
