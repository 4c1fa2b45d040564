import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellError } from '../../../src/core/protocol/outcome';
import { errorFacts } from '../../../src/view/errorFacts';

const plain: CellError = { code: 'sql', message: 'It failed.', at: null, request: null };

function check(parts: Partial<CellError>, expected: string): void {
  assert.equal(errorFacts({ ...plain, ...parts }).join(' · '), expected);
}

test('an error says where it is', () => {
  check({}, '');
  check({ at: { line: 3, column: 14 } }, 'line 3, column 14');
});

test('a failed request says which operation, parameter and status', () => {
  const request = {
    kind: 'rejected',
    status: 422,
    url: null,
    operation: 'events_ts',
    parameter: 'event_ids',
    retryAfterMs: null,
  };
  check({ request }, 'operation events_ts · parameter event_ids · status 422');
  check(
    { request: { ...request, status: 429, parameter: null, retryAfterMs: 1500 } },
    'operation events_ts · status 429 · ask again after 2 s',
  );
});
