import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxConnection } from '../../../src/core/client/connections';
import { connectionRows, type ConnectionState } from '../../../src/core/sidebar/connectionRows';
import type { Row } from '../../../src/core/sidebar/row';

const quantUrl = 'https://quant.example/a';
const dataUrl = 'https://data.example/b';
const nowMs = Date.UTC(2026, 10, 24);
const hourMs = 3_600_000;

function rowOf(state: Partial<ConnectionState>): Row {
  const connection = { name: 'Desk', quantUrl, dataUrl, synthetic: false };
  const rows = connectionRows(
    [
      {
        connection,
        isCurrent: false,
        sharesRows: false,
        token: 'none',
        expiryMs: null,
        notEntitled: [],
        ...state,
      },
    ],
    nowMs,
  );
  assert.ok(rows[0]);
  return rows[0];
}

test('a connection says whether it is in use, and the state of its token', () => {
  for (const [state, description] of [
    [{ isCurrent: true }, 'in use · token set'],
    [{ token: 'missing' }, 'no token'],
    [{ token: 'soon', expiryMs: nowMs + 3.5 * hourMs }, 'token expires in 3 h'],
    [{ token: 'soon', expiryMs: nowMs + hourMs / 2 }, 'token expires in 30 min'],
    [{ token: 'lapsed' }, 'token has expired'],
    [{ token: 'rejected' }, 'token was refused'],
    [{ token: 'unreadable' }, 'token cannot be read'],
    [{ token: 'thisWindow' }, 'token for this window only'],
  ] as const) {
    assert.equal(rowOf(state).description, description);
  }
});

test('a connection says whether models are given its rows, where that is not the rule', () => {
  assert.equal(rowOf({ sharesRows: true }).description, 'data to models · token set');
  assert.equal(rowOf({ sharesRows: true }).kind, 'sharedConnection');
  const sandbox = { connection: sandboxConnection };
  assert.equal(rowOf({ ...sandbox, sharesRows: true }).description, 'synthetic data');
  assert.equal(rowOf(sandbox).description, 'no data to models · synthetic data');
  for (const [sharesRows, fact] of [
    [true, 'Data to models: tools return its rows'],
    [false, 'No data to models'],
  ] as const) {
    assert.ok(rowOf({ sharesRows }).facts?.some(([, value]) => value === fact));
  }
});

test('what the service refuses to a token comes first, and the tooltip names every operation', () => {
  const described = (...notEntitled: string[]): string | undefined =>
    rowOf({ isCurrent: true, notEntitled }).description;
  const refused = ['bullish_stocks', 'bearish_stocks'];
  assert.equal(described('bullish_stocks'), 'not entitled to bullish_stocks · in use · token set');
  assert.equal(described(...refused), 'not entitled to 2 operations · in use · token set');
  const facts = rowOf({ notEntitled: refused }).facts ?? [];
  assert.deepEqual(
    facts.flatMap(([name, value]) => (name === 'not entitled to' ? [value] : [])),
    refused,
  );
});

test('a press selects a connection, and sets the token of one in use that needs one', () => {
  assert.deepEqual(rowOf({}).press, { action: 'selectConnection', argument: 'Desk' });
  assert.equal(rowOf({ token: 'missing' }).press?.action, 'selectConnection');
  for (const token of ['missing', 'rejected', 'lapsed'] as const) {
    assert.equal(rowOf({ token, isCurrent: true }).press?.action, 'setToken');
  }
});

test('its tooltip has both addresses', () => {
  const facts = new Map(rowOf({}).facts);
  assert.equal(facts.get('quantUrl'), quantUrl);
  assert.equal(facts.get('dataUrl'), dataUrl);
});

test('while there is only the sandbox, a row adds a connection', () => {
  const sandbox: ConnectionState = {
    connection: sandboxConnection,
    isCurrent: true,
    sharesRows: true,
    token: 'none',
    expiryMs: null,
    notEntitled: [],
  };
  const rows = connectionRows([sandbox], nowMs);
  assert.deepEqual(
    rows.map(({ description }) => description),
    ['in use · synthetic data', undefined],
  );
  assert.equal(rows[1]?.press?.action, 'addConnection');
  const connection = { name: 'Desk', quantUrl, dataUrl, synthetic: false };
  assert.equal(connectionRows([sandbox, { ...sandbox, connection }], nowMs).length, 2);
});
