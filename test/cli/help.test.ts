import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseOptions } from '../../src/cli/arguments';
import { commands, formatCommand } from '../../src/cli/commands';
import { signals } from './command';

test('every command has its help', async () => {
  for (const { name } of commands) {
    for (const words of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, stdout, stderr } = await signals(words);
      assert.deepEqual([code, stderr], [0, ''], words.join(' '));
      assert.match(stdout, new RegExp(`^Usage:\n  signals ${name}\\b`));
      const others = commands.filter(other => other.name !== name);
      others.forEach(other =>
        assert.ok(!stdout.includes(`signals ${other.name} `), words.join(' ')),
      );
    }
  }
});

test('help names and explains every option that a command takes, in at most 120 columns', async () => {
  for (const { name, options } of commands) {
    const { stdout } = await signals([name, '--help']);
    const [synopsis = ''] = stdout.split('\n\n', 1);
    const named = new Set(synopsis.match(/--[a-z-]+/g));
    assert.deepEqual([...named].sort(), options.map(option => `--${option.name}`).sort());
    for (const option of named) {
      assert.match(stdout, new RegExp(`\n  (?:-\\w, )?${option}\\b.*\\w`), `${name} ${option}`);
    }
    assert.deepEqual(
      stdout.split('\n').filter(line => line.length > 120),
      [],
    );
  }
});

test('the examples of a command are in its help, and are command lines that it takes', async () => {
  for (const { name, examples } of commands) {
    const { stdout } = await signals([name, '--help']);
    assert.ok(examples.length > 0);
    for (const [line, what] of examples) {
      assert.ok(stdout.includes(`  ${line}\n      ${what}\n`), line);
      const [command] = line.split(/ >>? /, 1);
      const words = command?.match(/"[^"]*"|\S+/g)?.map(word => word.replace(/^"|"$/g, '')) ?? [];
      assert.equal(parseOptions(words.slice(1)).command, name, line);
    }
  }
});

test('no example checks the layout of the sample notebooks, which is their own', () => {
  const { examples } = formatCommand;
  assert.deepEqual(
    examples.filter(([line]) => line.includes('notebooks/')),
    [],
  );
});

test('the version is that of the manifest', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const word of ['--version', 'version']) {
    assert.equal((await signals([word])).stdout, `signals ${version}\n`);
  }
});

test('the help of the program names the commands, and no other command has any', async () => {
  for (const words of [['help'], ['--help'], ['-h']]) {
    const { code, stdout } = await signals(words);
    assert.equal(code, 0);
    commands.forEach(({ name }) => assert.match(stdout, new RegExp(`^  signals ${name}\\b`, 'm')));
  }
  assert.equal((await signals(['help', 'walk'])).code, 2);
});
