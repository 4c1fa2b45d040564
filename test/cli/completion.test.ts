import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands';
import { signals } from './command';

/** @returns What bash offers for the last of the words. */
async function offers(...words: readonly string[]): Promise<string[]> {
  const { stdout } = await signals(['completion', 'bash']);
  const script = `${stdout}
COMP_WORDS=(signals "$@"); COMP_CWORD=$#; _signals; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const offered = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return offered.split('\n').filter(word => word !== '');
}

test('bash completes commands, their options, and the values of options', async () => {
  assert.deepEqual(await offers('r'), ['run']);
  assert.deepEqual(await offers('qu'), ['query']);
  assert.deepEqual(await offers('help', 'ch'), ['check']);
  assert.deepEqual(await offers('run', '--s'), ['--strict', '--snapshots']);
  assert.deepEqual(await offers('format', '--'), ['--check', '--tab-size', '--help']);
  assert.deepEqual(await offers('check', 'a.signals', '--format', ''), ['text', 'json', 'github']);
  assert.deepEqual(await offers('query', '--format', 'p'), ['parquet']);
  assert.deepEqual(await offers('completion', 'z'), ['zsh']);
});

test('where a file is wanted, bash is offered no word, so that it completes files', async () => {
  assert.deepEqual(await offers('run', ''), []);
  assert.deepEqual(await offers('run', '--output', ''), []);
  assert.deepEqual(await offers('run', '--junit', '--'), []);
});

test('the scripts of zsh and fish have each option of each command', async () => {
  const zsh = (await signals(['completion', 'zsh'])).stdout;
  const fish = (await signals(['completion', 'fish'])).stdout;
  for (const { name, options } of commands) {
    const own = zsh.split('\n').findIndex(line => line.startsWith(`    ${name}) _arguments`));
    const block = zsh.split('\n').slice(own).join('\n').split(';;', 1)[0] ?? '';
    assert.ok(own > 0, name);
    for (const option of options) {
      assert.ok(block.includes(`--${option.name}[`), `zsh ${name} ${option.name}`);
      const line = `complete -c signals -n "__fish_seen_subcommand_from ${name}" -l ${option.name} `;
      assert.ok(fish.includes(line), `fish ${name} ${option.name}`);
    }
  }
  // Every quotation ends: all three shells read quotes alike.
  for (const script of [zsh, fish]) {
    execFileSync('bash', [
      '-nc',
      `: ${script
        .replace(/^#.*$/gm, '')
        .match(/'(?:[^']|'\\'')*'/g)
        ?.join(' ')}`,
    ]);
    assert.equal((script.replace(/^#.*$/gm, '').match(/'/g) ?? []).length % 2, 0);
  }
});

test('another shell is refused', async () => {
  const { code, stderr } = await signals(['completion', 'tcsh']);
  assert.equal(code, 2);
  assert.match(stderr, /The shell is one of bash, zsh, fish, not tcsh\./);
});
