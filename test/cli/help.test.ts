import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signals } from './command';

const commands = ['run', 'query', 'serve'] as const;

test('every command has its help, which starts nothing', async () => {
  for (const command of commands) {
    for (const words of [
      [command, '--help'],
      [command, '-h'],
      ['help', command],
    ]) {
      const { code, stdout, stderr } = await signals(words);
      assert.deepEqual([code, stderr], [0, ''], words.join(' '));
      assert.match(stdout, new RegExp(`^Usage:\n  signals ${command} `));
      const others = commands.filter(each => each !== command);
      others.forEach(other => assert.ok(!stdout.includes(`signals ${other} `), words.join(' ')));
    }
  }
});

test('help explains every option that a command takes, in at most 120 columns', async () => {
  for (const command of commands) {
    const { stdout } = await signals([command, '--help']);
    const [synopsis = '', details = ''] = stdout.split('\n\n', 1).concat(stdout);
    const options = new Set(synopsis.match(/--[a-z-]+/g));
    assert.ok(options.size >= 7, command);
    for (const option of options) {
      assert.match(
        details,
        new RegExp(`\n  (?:-o, |--[a-z-]+ U, )?${option}\\b`),
        `${command} ${option}`,
      );
    }
    assert.deepEqual(
      stdout.split('\n').filter(line => line.length > 120),
      [],
    );
  }
});

test('the help of the program names the commands, and no other command has any', async () => {
  for (const words of [['help'], ['--help'], ['-h']]) {
    const { code, stdout } = await signals(words);
    assert.equal(code, 0);
    commands.forEach(command => assert.ok(stdout.includes(`  signals ${command} `)));
  }
  assert.equal((await signals(['help', 'walk'])).code, 2);
});
