import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '../../src/cli/arguments';
import { UsageError } from '../../src/cli/usage';

/** `refused('run a.signals --speed 9', message)`: words without spaces. */
function refused(line: string, message: string): void {
  assert.throws(() => parseOptions(line.split(' ')), new UsageError(message), line);
}

test('an option that is unknown, lacks its value or takes none is named', () => {
  refused('run a.signals --speed 9', 'run has no option --speed.');
  refused('run a.signals -x', 'run has no option -x.');
  refused('run a.signals --junit', '--junit lacks a value.');
  refused('run a.signals --junit=', '--junit lacks a value.');
  refused('run a.signals --force=yes', '--force takes no value.');
  refused(
    'run a.signals -o --junit x.xml',
    '-o lacks a value: --junit after it is read as an option. A value that begins with a dash is given as --output=--junit.',
  );
  assert.equal(parseOptions(['query', 'SELECT 1', '--output=--junit']).command, 'query');
});

test('a number that is negative or out of range is named with what the option takes', () => {
  refused('run a.signals --max-rows -1', '--max-rows takes a whole number, not -1.');
  const ports = '--port takes a number from 0 to 65535, not';
  ['99999', '65536', '-1', 'http'].forEach(port =>
    refused(`serve --port ${port}`, `${ports} ${port}.`),
  );
  for (const port of [0, 65_535]) {
    const options = parseOptions(['serve', '--port', String(port)]);
    assert.ok(options.command === 'serve' && options.port === port);
  }
});
