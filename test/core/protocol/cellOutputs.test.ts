import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionsFor, cellOutputs, fitResult } from '../../../src/core/protocol/cellOutputs';
import { cancelledOutcome, failedOutcome } from '../../../src/core/protocol/failedOutcome';
import { readResultOutput, type ResultOutput } from '../../../src/core/protocol/output';
import { resultText } from '../../../src/core/protocol/plainText';
import { errorOf, outcomeOf, tableOf } from './outcomes';

const ended = {
  connection: { name: 'Live', synthetic: false },
  endedAt: '2026-11-20T12:00:00.000Z',
  elapsedMs: 7,
};

test('a result becomes a result output that is not restored', () => {
  const [output] = cellOutputs(outcomeOf({ notes: ['a note'] }), true);
  assert.equal(output?.kind, 'result');
  assert.deepEqual(output?.value, {
    version: 1,
    table: tableOf([[1]]),
    chart: null,
    notes: ['a note'],
    copyright: null,
    provenance: outcomeOf().provenance,
    restored: false,
  });
});

test('a test is in its output, and its sentence before the rows of the text', () => {
  const [output] = cellOutputs(outcomeOf({ test: { name: 'gaps', failedRows: 1 } }), true);
  assert.ok(output?.kind === 'result');
  assert.deepEqual(readResultOutput(output.value)?.test, { name: 'gaps', failedRows: 1 });
  assert.match(resultText(output.value), /^✗ gaps: 1 row fails\na\n1\n/);
  const passed = { ...output.value, test: { name: 'gaps', failedRows: 0 } };
  assert.match(resultText(passed), /^✓ gaps passed\n/);
});

test('a statement without a result that asked nothing shows nothing', () => {
  assert.deepEqual(cellOutputs(outcomeOf({ table: null }), true), []);
});

test('a statement without a result shows its notes and its calls', () => {
  assert.equal(cellOutputs(outcomeOf({ table: null, notes: ['said'] }), true).length, 1);
});

test('a cancelled cell shows nothing', () => {
  assert.deepEqual(cellOutputs(cancelledOutcome(ended), true), []);
});

test('a failure becomes an error card with the connection it ran on', () => {
  const [output] = cellOutputs(failedOutcome({ ...ended, code: 'kernel', message: 'Gone.' }), true);
  assert.equal(output?.kind, 'error');
  assert.equal(output?.value.provenance.connection, 'Live');
  assert.equal(output?.value.provenance.elapsedMs, 7);
});

test('what came before a failure is shown below its card', () => {
  const failed = outcomeOf({ status: 'error', error: errorOf({ code: 'sql' }), notes: ['a note'] });
  const [card, rest] = cellOutputs(failed, true);
  assert.equal(card?.kind, 'error');
  assert.equal(rest?.kind, 'result');
  assert.deepEqual(rest?.value.notes, []);
});

test('a card of the sandbox does not offer to edit its connection', () => {
  const request = { kind: 'notFound', status: 404, url: null, operation: 'x', parameter: null };
  const error = errorOf({ code: 'request', request: { ...request, retryAfterMs: null } });
  const actions = (synthetic: boolean): readonly string[] => {
    const failed = outcomeOf({ status: 'error', error, table: null });
    const provenance = { ...failed.provenance, synthetic };
    const [card] = cellOutputs({ ...failed, provenance }, true);
    return card?.kind === 'error' ? card.value.actions : [];
  };
  assert.deepEqual(actions(true), ['selectConnection', 'showLog']);
  assert.deepEqual(actions(false), ['editConnection', 'selectConnection', 'showLog']);
});

test('what a card offers fits what went wrong', () => {
  const request = (kind: string) =>
    errorOf({
      code: 'request',
      request: { kind, status: 1, url: null, operation: 'x', parameter: null, retryAfterMs: null },
    });
  const prices = { code: 'prices', message: '', at: null, request: null } as const;
  assert.deepEqual(actionsFor(prices, true), ['choosePriceFile']);
  assert.deepEqual(actionsFor(request('unauthorized'), true)[0], 'setToken');
  assert.deepEqual(actionsFor(request('notEntitled'), true)[0], 'selectConnection');
  assert.deepEqual(actionsFor(request('rateLimited'), true)[0], 'runAgain');
  assert.deepEqual(actionsFor(request('unreachable'), true)[0], 'runAgain');
  assert.ok(actionsFor(request('unreachable'), true).includes('editConnection'));
  assert.deepEqual(actionsFor(request('notFound'), true)[0], 'editConnection');
  assert.deepEqual(actionsFor(request('rejected'), true), []);
  assert.deepEqual(actionsFor(errorOf({ code: 'syntax' }), true), []);
  assert.deepEqual(actionsFor(errorOf({ code: 'kernel' }), true)[0], 'runAgain');
  assert.deepEqual(actionsFor(errorOf({ code: 'refused' }), false)[0], 'manageTrust');
  assert.deepEqual(actionsFor(errorOf({ code: 'refused' }), true), ['allowWriting']);
});

function resultOf(changes: Partial<ResultOutput>): ResultOutput {
  const { provenance } = outcomeOf();
  const nothing = { table: null, chart: null, notes: [], copyright: null, restored: false };
  return { version: 1, ...nothing, provenance, ...changes };
}

function byteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

test('an output that fits is kept as it is', () => {
  const output = resultOf({ table: tableOf([['é']]) });
  assert.equal(fitResult(output, byteLength(output)), output);
});

test('of a first page that is too large the first rows are kept, and the count stays', () => {
  const rows = Array.from({ length: 100 }, (_, index) => [`${index} ${'ü'.repeat(50)}`]);
  const fitted = fitResult(resultOf({ table: tableOf(rows, 1000) }), 4000);
  const kept = fitted.table?.rows ?? [];
  assert.ok(kept.length > 10 && kept.length < 100);
  assert.deepEqual(kept, rows.slice(0, kept.length));
  assert.equal(fitted.table?.rowCount, 1000);
  assert.ok(byteLength(fitted) <= 4000);
});

test("a chart's rows are kept before the table's, and whole or not at all", () => {
  const dataset = (name: string, count: number) => ({
    name,
    resultId: name,
    columns: [{ name: 'a', type: 'VARCHAR' }],
    rowCount: count,
    rows: Array.from({ length: count }, () => ['x'.repeat(10)]),
  });
  const chart = { spec: {}, datasets: [dataset('a', 50), dataset('b', 500)], description: '' };
  const table = tableOf(dataset('t', 500).rows);
  const fitted = fitResult(resultOf({ chart, table }), 3000);
  assert.equal(fitted.chart?.datasets[0]?.rows?.length, 50);
  assert.equal(fitted.chart?.datasets[1]?.rows, null);
  assert.ok((fitted.table?.rows.length ?? 0) > 0);
  assert.ok(byteLength(fitted) <= 3000);
});

test('a chart whose specification alone is too large is left out with a note', () => {
  const chart = { spec: { description: 'x'.repeat(5000) }, datasets: [], description: '' };
  const fitted = fitResult(resultOf({ chart, table: tableOf([[1]]) }), 2000);
  assert.equal(fitted.chart, null);
  assert.match(fitted.notes[0] ?? '', /too large/);
  assert.deepEqual(fitted.table?.rows, [[1]]);
});
