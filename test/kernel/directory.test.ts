import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Directory } from '../../src/kernel/fetch/directory';

test('names of event ids are those of the connection whose answer had them', () => {
  const directory = new Directory();
  directory.connection = 'Sandbox';
  directory.learn([], [{ id: 'E3_A', name: 'Made up' }]);
  directory.connection = 'live';
  assert.deepEqual(directory.known().eventNames, []);
  directory.learn(
    [],
    [
      { id: 'E53_A', name: 'Lawsuit' },
      { id: 'E3_A', name: 'Real' },
    ],
  );
  assert.deepEqual(directory.known().eventNames, [['E3_A', 'Real']]);
  directory.connection = 'Sandbox';
  assert.deepEqual(directory.known().eventNames, [['E3_A', 'Made up']]);
});
