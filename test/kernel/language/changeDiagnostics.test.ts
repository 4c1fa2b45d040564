import { after, test } from 'node:test';
import { AnalystFixture } from './analysed';
import { problemChecks } from './checkProblems';

const fixture = new AnalystFixture();
const check = problemChecks(fixture);
after(() => fixture.close());

const make = 'CREATE TABLE t AS SELECT 1 AS price, 2 AS score';

test('changes of columns that are there have no problem', async () => {
  for (const change of [
    'DROP COLUMN score',
    'DROP score',
    'DROP COLUMN IF EXISTS nothing_like_it',
    'RENAME score TO sum_of_scores',
    'RENAME COLUMN score TO sum_of_scores',
    'ADD COLUMN IF NOT EXISTS score INTEGER',
    'ALTER score TYPE DOUBLE USING score * 2',
    'ALTER COLUMN score SET DEFAULT 5',
  ]) {
    await check([make, `ALTER TABLE t ${change}`], []);
  }
  await check('ALTER TABLE IF EXISTS nothing_like_it DROP COLUMN score', []);
  await check([make, "COMMENT ON COLUMN t.score IS 'of the day'"], []);
  await check([make, 'ALTER TABLE t RENAME price TO x; ALTER TABLE t DROP COLUMN x'], []);
});

test('a column that is to be changed and is not there is told with the one that was meant', async () => {
  const change = async (marked: string, fixed: string): Promise<void> => {
    await check([make, `ALTER TABLE t ${marked}`], [['unknownColumn', `ALTER TABLE t ${fixed}`]]);
  };
  await change('DROP COLUMN ‹scor›', 'DROP COLUMN score');
  await change('DROP ‹scor›', 'DROP score');
  await change('DROP COLUMN ‹"Scor"›', 'DROP COLUMN "score"');
  await change('RENAME COLUMN ‹scor› TO x', 'RENAME COLUMN score TO x');
  await change('RENAME ‹scor› TO x', 'RENAME score TO x');
  await change('ALTER COLUMN ‹scor› TYPE DOUBLE', 'ALTER COLUMN score TYPE DOUBLE');
  await change('ALTER ‹scor› SET NOT NULL', 'ALTER score SET NOT NULL');
  await change(
    'ALTER score TYPE DOUBLE USING ‹scor› * 2',
    'ALTER score TYPE DOUBLE USING score * 2',
  );
  await change('ADD PRIMARY KEY (‹scor›)', 'ADD PRIMARY KEY (score)');
  await check([make, 'ALTER TABLE t DROP COLUMN ‹nothing_like_it›'], ['unknownColumn']);
  await check(
    [make, "COMMENT ON COLUMN t.‹scor› IS 'of the day'"],
    [['unknownColumn', "COMMENT ON COLUMN t.score IS 'of the day'"]],
  );
});

test('it is told wherever the table comes from', async () => {
  const made = 'CREATE TABLE t AS FROM bullish_stocks()';
  await check(
    [made, 'ALTER TABLE t DROP COLUMN ‹pric›'],
    [['unknownColumn', 'ALTER TABLE t DROP COLUMN price']],
  );
  await check(`${made}; ALTER TABLE t RENAME ‹pric› TO x`, [
    ['unknownColumn', `${made}; ALTER TABLE t RENAME price TO x`],
  ]);
  await check(
    [
      'CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 1 AS price, 2 AS x',
      'ALTER TABLE s.t DROP ‹pric›',
    ],
    [['unknownColumn', 'ALTER TABLE s.t DROP price']],
  );
  await check(
    ['CREATE TABLE scor AS SELECT 1 AS score, 2 AS x', 'ALTER TABLE scor DROP ‹scor›'],
    [['unknownColumn', 'ALTER TABLE scor DROP score']],
  );
  await check(
    [make, 'ALTER TABLE t RENAME score TO result', 'ALTER TABLE t DROP ‹reslt›'],
    [['unknownColumn', 'ALTER TABLE t DROP result']],
  );
  await check('ALTER TABLE event_types DROP COLUMN ‹famly›', [
    ['unknownColumn', 'ALTER TABLE event_types DROP COLUMN family'],
  ]);
});

test('what else is refused of a change is told behind the name of the table', async () => {
  await check([make, 'ALTER TABLE t RENAME score TO ‹price›'], ['engine']);
  await check([make, 'ALTER TABLE t ADD COLUMN ‹score› INTEGER'], ['engine']);
  await check(['CREATE TABLE t (x INTEGER)', 'ALTER TABLE t ‹DROP COLUMN x›'], ['engine']);
});

test('a change that is refused leaves the table as it is', async () => {
  await check(
    [make, 'ALTER TABLE t DROP COLUMN ‹scor›', 'SELECT ‹pric› FROM t'],
    [
      ['unknownColumn', 'ALTER TABLE t DROP COLUMN score'],
      ['unknownColumn', 'SELECT price FROM t'],
    ],
  );
  await check(
    [make, 'ALTER TABLE t ALTER score TYPE ‹varchr›', 'SELECT ‹pric› FROM t'],
    [
      ['unknownType', 'ALTER TABLE t ALTER score TYPE varchar'],
      ['unknownColumn', 'SELECT price FROM t'],
    ],
  );
});

test('what every session has is there again when the cell that changes it is gone', async () => {
  await check(
    ['ALTER TABLE event_types DROP COLUMN family', 'SELECT ‹family› FROM event_types'],
    ['unknownColumn'],
  );
  await check('SELECT family FROM event_types', []);
});
