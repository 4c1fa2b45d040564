import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseOptions } from '../../src/cli/arguments';
import { commands, formatCommand } from '../../src/cli/commands';
import { helpOf } from '../../src/cli/usage';
import { signals } from './command';

test('every command has its help', async () => {
  for (const command of commands) {
    const { name } = command;
    for (const words of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      assert.deepEqual(parseOptions(words), { command: 'help', about: command });
    }
    const help = helpOf(command);
    assert.match(help, new RegExp(`^Usage:\n  signals ${name}\\b`));
    const others = commands.filter(other => other.name !== name);
    others.forEach(other => assert.ok(!help.includes(`signals ${other.name} `), name));
  }
  for (const words of [
    ['run', '--help'],
    ['help', 'query'],
    ['query', '-h'],
  ]) {
    const about = commands.find(({ name }) => words.includes(name)) ?? null;
    const printed = { code: 0, stdout: helpOf(about), stderr: '' };
    assert.deepEqual(await signals(words), printed, words.join(' '));
  }
});

test('help names and explains every option that a command takes, in at most 120 columns', () => {
  for (const command of commands) {
    const { name, options } = command;
    const help = helpOf(command);
    const [synopsis = ''] = help.split('\n\n', 1);
    const named = new Set(synopsis.match(/--[a-z-]+/g));
    assert.deepEqual([...named].sort(), options.map(option => `--${option.name}`).sort());
    for (const option of named) {
      assert.match(help, new RegExp(`\n  (?:-\\w, )?${option}\\b.*\\w`), `${name} ${option}`);
    }
    assert.deepEqual(
      help.split('\n').filter(line => line.length > 120),
      [],
    );
  }
});

test('the examples of a command are in its help, and are command lines that it takes', () => {
  for (const command of commands) {
    const { name, examples } = command;
    const help = helpOf(command);
    assert.ok(examples.length > 0);
    for (const [line, what] of examples) {
      assert.ok(help.includes(`  ${line}\n      ${what}\n`), line);
      const [written] = line.split(/ >>? /, 1);
      const words = written?.match(/"[^"]*"|\S+/g)?.map(word => word.replace(/^"|"$/g, '')) ?? [];
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
