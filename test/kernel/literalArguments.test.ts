import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { argumentsQuery } from '../../src/core/sql/argumentsQuery';
import { callsOf } from '../../src/core/sql/calls';
import { literalArguments } from '../../src/core/sql/literalArguments';
import { statementsOf } from '../../src/core/sql/statements';
import { valueOf } from '../../src/kernel/engine/values';
import fc from '../support/properties';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
before(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

function callIn(text: string) {
  const [statement] = statementsOf(text);
  assert.ok(statement);
  const [call] = callsOf(statement);
  assert.ok(call, text);
  return { call, tokens: statement.tokens };
}

/** The values and types of the arguments as DuckDB evaluates them; null where it refuses them. */
async function evaluated(text: string): Promise<unknown> {
  const { call } = callIn(text);
  const query = argumentsQuery(text, call, [], []);
  try {
    const result = await connection.runAndReadAll(query.text);
    const types = result.columnTypes().map(String);
    const [row = []] = result.getRows();
    return call.arguments.map(({ name }, index) => ({
      name,
      value: valueOf(row[index] ?? null),
      type: types[index],
    }));
  } catch {
    return null;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const letters = fc.string({ unit: 'binary', maxLength: 8 }).map(quoted);
const dayLike = fc.oneof(
  fc.constantFrom('2026-02-29', '2024-2-29', ' 2026-01-02 ', '0000-01-01', '9999-12-31', 'now'),
  fc
    .tuple(fc.nat(9999), fc.nat(13), fc.nat(32))
    .map(([year, month, day]) =>
      [String(year).padStart(4, '0'), String(month).padStart(2, '0'), day].join('-'),
    ),
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10)),
);
const day = fc
  .tuple(dayLike, fc.constantFrom('DATE ', 'date', 'cast', '::'))
  .map(([text, how]) =>
    how === 'cast'
      ? `CAST('${text}' AS DATE)`
      : how === '::'
        ? `'${text}'::DATE`
        : `${how}'${text}'`,
  );
const number = fc.oneof(
  fc.integer().map(String),
  fc.maxSafeInteger().map(String),
  fc.constantFrom('2147483647', '-2147483648', '2147483648', '1_000', '1.5', '1e3', '0x1F', '- 4'),
);
const other = fc.constantFrom(
  'NULL',
  'true',
  '[]',
  "['a',, 'b']",
  "['a', 'b',]",
  "['a' 'b']",
  '$$a$$',
);
const list = fc
  .array(fc.oneof({ weight: 8, arbitrary: letters }, number, day, other), { maxLength: 4 })
  .map(items => `[${items.join(', ')}]`);
const argument = fc
  .tuple(fc.oneof(letters, day, number, list, other), fc.boolean())
  .map(([text, isBracketed]) => (isBracketed ? `(${text})` : text));

test('literal arguments have the values and types that DuckDB returns', async () => {
  let literals = 0;
  await fc.assert(
    fc.asyncProperty(argument, argument, async (first, second) => {
      const text = `FROM bull_bear_score_ts(${first}, date_from := ${second})`;
      const { call, tokens } = callIn(text);
      const read = literalArguments(call, tokens);
      if (read) {
        literals++;
        assert.deepEqual(read, await evaluated(text), text);
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(literals > 50, `${literals} literals`);
});

test('the arguments that calls usually have are literals', () => {
  for (const [written, values] of [
    [`'company:a', date_from := DATE '2026-01-02'`, ['company:a', '2026-01-02']],
    [`['a', 'it''s'], date_to := '2026-01-02'::date`, [['a', "it's"], '2026-01-02']],
  ] as const) {
    const { call, tokens } = callIn(`FROM trading_volume_ts(${written})`);
    assert.deepEqual(
      literalArguments(call, tokens)?.map(({ value }) => value),
      values,
    );
  }
  const { call, tokens } = callIn('FROM bullish_stocks(amount := 20)');
  assert.deepEqual(literalArguments(call, tokens), [
    { name: 'amount', value: 20, type: 'INTEGER' },
  ]);
});

test('what only DuckDB can evaluate, or refuse, is left to it', () => {
  for (const written of [
    `'a' || 'b'`,
    `(SELECT 'a')`,
    `getvariable('a')`,
    `['a',, 'b']`,
    `['a', 1]`,
    `NULL`,
    `[]`,
    `'a', date_from := DATE '2026-02-30'`,
    `'a', date_from := current_date - 30`,
    `'a', date_from := DATE '0000-01-01'`,
    `'a', date_from := `,
  ]) {
    const { call, tokens } = callIn(`FROM bull_bear_score_ts(${written})`);
    assert.equal(literalArguments(call, tokens), null, written);
  }
});
