import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { signals } from './command';

/** A program of util-linux that gives a command a terminal. */
const script = '/usr/bin/script';

const sql = String.raw`SELECT E'a\x1b]52;c;eA\x07' AS "x§y", E'1\r2\n3' AS b`.replace(
  '§',
  '\u202e',
);

/** Whether there is a character that a terminal obeys. */
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(text.replace(/\r?\n/g, ''));
}

for (const format of ['csv', 'table', 'json']) {
  test(
    `a terminal gets no control or direction character of a result as ${format}`,
    { skip: !existsSync(script) },
    () => {
      const command = `'${process.execPath}' dist/cli.js query "$SQL" --format ${format}`;
      const shown = execFileSync(script, ['-qec', command, '/dev/null'], {
        encoding: 'utf8',
        env: { ...process.env, SQL: sql },
      });
      assert.ok(!hasControls(shown), JSON.stringify(shown));
      assert.match(shown, /52;c;eA/);
    },
  );
}

test('a pipe gets CSV as it is', async () => {
  const { stdout } = await signals(['query', sql, '--format', 'csv']);
  assert.equal(stdout, 'x\u202ey,b\na\u001b]52;c;eA\u0007,"1\r2\n3"\n');
});
