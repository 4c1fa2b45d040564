import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownResultName, withResultNames } from '../../../src/core/protocol/resultNames';
import { outcomeOf, tableOf } from './outcomes';

const dataset = { name: 'd', resultId: 'r1:2', columns: [], rowCount: 0, rows: null };
const chart = { spec: {}, datasets: [dataset], description: '' };

test('only the kernel that has a result answers to its name', () => {
  const named = withResultNames(outcomeOf({ table: tableOf([[1]]), chart }), 'k1');
  const names = [named.table?.id, named.chart?.datasets[0]?.resultId].map(name => name ?? '');
  assert.deepEqual(
    names.map(name => ownResultName(name, 'k1')),
    ['r1', 'r1:2'],
  );
  assert.deepEqual(
    names.map(name => ownResultName(name, 'k2')),
    [null, null],
  );
});

test('an outcome without results stays as it is', () => {
  const outcome = outcomeOf({ table: null });
  assert.deepEqual(withResultNames(outcome, 'k1'), outcome);
});
