import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';

/** Reads the beginning of what the command prints and hangs up. @returns Its exit code, and what it said of it. */
function cutShort(...words: string[]): Promise<string> {
  const script = '{ "$@"; echo "code $?" >&2; } | head -c 1 > /dev/null';
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, 'dist/cli.js', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(stderr));
  });
}

test('a reader that closes the pipe ends query and run quietly, with 141', async () => {
  for (const format of ['csv', 'json']) {
    const rows = 'SELECT range AS n FROM range(300000)';
    assert.equal(await cutShort('query', rows, '--format', format), 'code 141\n', format);
  }
  const tour = ['run', 'notebooks/tour.signals'];
  assert.equal(await cutShort(...tour), 'code 141\n');
  // Its progress, and nothing else.
  assert.match(await cutShort(...tour, '--format', 'json'), /^(?:\d+\/\d+ ok .*\n)+code 141\n$/);
});
