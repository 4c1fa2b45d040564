import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

test(
  'a terminal gets no page: it is written beside its notebook, and standard error names it',
  { skip: !existsSync(script) },
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-terminal-'));
    try {
      const notebook = path.join(folder, 'n.signals');
      const drawn = 'SELECT 1 AS x, 2 AS y VISUALISE x AS x, y AS y DRAW point';
      writeFileSync(notebook, `\`\`\`{sql}\n${drawn}\n\`\`\`\n`);
      for (const format of ['html', 'md', 'ipynb']) {
        const errors = path.join(folder, 'errors.txt');
        const command = `'${process.execPath}' dist/cli.js run '${notebook}' --format ${format} 2>'${errors}'`;
        const shown = execFileSync(script, ['-qec', command, '/dev/null'], { encoding: 'utf8' });
        assert.equal(shown, '');
        const page = path.join(folder, `n.${format}`);
        assert.ok(readFileSync(page, 'utf8').includes('VISUALISE'));
        assert.ok(readFileSync(errors, 'utf8').endsWith(`${page} · 1 cell: 1 succeeded\n`));
      }
      assert.ok(existsSync(path.join(folder, 'n_files/chart-1.svg')));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('a pipe gets CSV as it is', async () => {
  const { stdout } = await signals(['query', sql, '--format', 'csv']);
  assert.equal(stdout, 'x\u202ey,b\na\u001b]52;c;eA\u0007,"1\r2\n3"\n');
});
