import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnalyses } from '../../../src/core/analyses/readAnalyses';
import { ContentError } from '../../../src/core/base/contentError';

const halves = `-- Halves of numbers.

-- Helper.
CREATE MACRO signals._half(x) AS x / 2;

-- The half of each number,
-- in order.
--
-- Columns:
--   number  BIGINT    As given.
--   half    DOUBLE    Its half,
--                     a fraction.
--   parts   DOUBLE[]  Both.
CREATE MACRO signals.halves(
  numbers,                -- Table with number; further
                          -- columns are not read.
  among := [1, 2],        -- Which of them.
  word := 'a, b := c'     -- Not used.
) AS TABLE
-- A comment of the query.
SELECT number, signals._half(number) AS half
FROM query_table(numbers);

-- The same, less one.
--
-- Columns:
--   half  DOUBLE  Its half.
CREATE MACRO signals.less(
  numbers,
  least := NULL  -- The first.
) AS TABLE
FROM signals.halves(numbers);
`;

test('an analysis has the description, the parameters and the columns of its comments', () => {
  assert.deepEqual(readAnalyses('halves.sql', halves), [
    {
      name: 'halves',
      doc: 'The half of each number, in order.',
      parameters: [
        {
          name: 'numbers',
          default: null,
          doc: 'Table with number; further columns are not read.',
        },
        { name: 'among', default: '[1, 2]', doc: 'Which of them.' },
        { name: 'word', default: "'a, b := c'", doc: 'Not used.' },
      ],
      columns: [
        { name: 'number', type: 'BIGINT', doc: 'As given.' },
        { name: 'half', type: 'DOUBLE', doc: 'Its half, a fraction.' },
        { name: 'parts', type: 'DOUBLE[]', doc: 'Both.' },
      ],
    },
    {
      name: 'less',
      doc: 'The same, less one.',
      parameters: [
        {
          name: 'numbers',
          default: null,
          doc: 'Table with number; further columns are not read.',
        },
        { name: 'least', default: 'NULL', doc: 'The first.' },
      ],
      columns: [{ name: 'half', type: 'DOUBLE', doc: 'Its half.' }],
    },
  ]);
});

/** `fails(part, replacement, 'LINE: message')`: of the text above with `part` replaced. */
function fails(part: string, replacement: string, message: string): void {
  assert.ok(halves.includes(part), part);
  assert.throws(
    () => readAnalyses('halves.sql', halves.replace(part, replacement)),
    (error: unknown) => {
      assert.ok(error instanceof ContentError);
      assert.equal(error.message, `halves.sql:${message}.`);
      return true;
    },
  );
}

test('a file in another form is an error that names the file and the line', () => {
  fails('-- Helper.\nCREATE', 'SELECT', '3: a comment and CREATE MACRO signals.name are expected');
  fails(
    'MACRO signals._half',
    'MACRO half',
    '4: a comment and CREATE MACRO signals.name are expected',
  );
  fails('-- Helper.\n', '', '3: _half has no comment');
  fails('(numbers);\n', '(numbers)\n', '14: halves does not end with a semicolon');
  fails(
    'signals.halves(numbers);',
    'signals.halves(numbers)',
    '28: less does not end with a semicolon',
  );
  fails('-- Columns:\n', '', '6: a description and "-- Columns:" are expected in the comment');
  fails(
    'BIGINT    As',
    'BIGINT As',
    '10: a column is expected: name, type and, after two spaces, its meaning',
  );
  fails(' -- The first.', '', '30: the parameter least has no comment');
  fails(
    '  among := [1, 2], ',
    '  among = [1, 2], ',
    '17: a parameter with its meaning as a comment, or ") AS TABLE", is expected',
  );
  fails(
    ') AS TABLE\n-- A',
    ')\n-- A',
    '19: a parameter with its meaning as a comment, or ") AS TABLE", is expected',
  );
});
