/** Notebooks of few names, so that cells depend on each other in every way. */

import fc from '../../support/properties';

export const names = fc.constantFrom('a', 'b', 'c');
const value = fc.integer({ min: 1, max: 9 });
const statement = fc.oneof(
  fc.tuple(names, value).map(([to, x]) => `CREATE OR REPLACE TABLE ${to} AS SELECT ${x} AS x`),
  fc
    .tuple(names, names)
    .map(([to, from]) => `CREATE OR REPLACE TABLE ${to} AS SELECT x FROM ${from}`),
  fc.tuple(names, names).map(([to, from]) => `CREATE OR REPLACE VIEW v_${to} AS FROM ${from}`),
  names.map(from => `SELECT sum(x) FROM ${from}`),
  names.map(from => `SELECT ${from}.x FROM ${from} ORDER BY ALL`),
  fc.tuple(names, value).map(([to, x]) => `INSERT INTO ${to} VALUES (${x})`),
  names.map(from => `CREATE OR REPLACE TABLE late AS FROM ${from}`),
  names.map(from => `SELECT count(*) FROM late, ${from}`),
);
const rare = fc.oneof(
  names.map(to => `DROP TABLE IF EXISTS ${to}`),
  names.map(to => `CREATE TABLE IF NOT EXISTS ${to} AS SELECT 0 AS x`),
  names.map(from => `FROM v_${from}`),
);

export const cellText = fc
  .array(fc.oneof({ arbitrary: statement, weight: 20 }, { arbitrary: rare, weight: 1 }), {
    minLength: 1,
    maxLength: 2,
  })
  .map(statements => statements.join('; '));

const first = ['a', 'b', 'c'].map(each => `CREATE OR REPLACE TABLE ${each} AS SELECT 0 AS x`);

/** The first cell makes all tables. */
export const notebookTexts = fc
  .array(cellText, { minLength: 2, maxLength: 7 })
  .map(cells => [first.join('; '), ...cells]);
