/** CREATE TABLE and INSERT with every combination of their clauses. */

import type { CorpusSession } from './session';
import { combined, sessionsOf } from './session';

/** Every clause that a definition can have, with a statement that uses what it made. */
const definitions = [
  ...combined('CREATE {replace} {temp} TABLE {exists} t{n} (i {type} {constraint}, j VARCHAR)', {
    replace: ['', 'OR REPLACE'],
    temp: ['', 'TEMP'],
    exists: [''],
    n: ['1'],
    type: ['INTEGER', 'DECIMAL(9,2)', 'VARCHAR'],
    constraint: [
      '',
      'NOT NULL',
      'UNIQUE',
      'PRIMARY KEY',
      'DEFAULT 5',
      'CHECK (i > 0)',
      'NULL',
      'COLLATE NOCASE',
    ],
  }).flatMap(create => [
    `DROP TABLE IF EXISTS t1`,
    create,
    `INSERT INTO t1 VALUES ('7', 'x') RETURNING i`,
    `SELECT i, j FROM t1 WHERE i = '7'`,
  ]),
];

const inserts = combined('INSERT {or} INTO t ({columns}) {rows} {conflict} {returning}', {
  or: ['', 'OR IGNORE', 'OR REPLACE'],
  columns: ['i, v'],
  rows: [
    `VALUES (1, 'a')`,
    `VALUES (1, 'b'), (2, 'c')`,
    `SELECT 3, 'd'`,
    `FROM (VALUES (1, 'e'))`,
    `WITH c AS (SELECT 1 AS x) SELECT x, 'f' FROM c`,
  ],
  conflict: [
    '',
    'ON CONFLICT DO NOTHING',
    'ON CONFLICT (i) DO NOTHING',
    'ON CONFLICT (i) DO UPDATE SET v = excluded.v',
    'ON CONFLICT (i) DO UPDATE SET v = t.v || excluded.v WHERE length(t.v) < 5',
  ],
  returning: ['', 'RETURNING *', 'RETURNING i, upper(v) AS up'],
});

export function definitionSessions(): CorpusSession[] {
  return [
    { name: 'definitions', statements: definitions },
    ...sessionsOf('INSERT', inserts, ['CREATE TABLE t (i INTEGER PRIMARY KEY, v VARCHAR)']),
  ];
}
