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

test('a list of --cells has numbers, ranges that ascend, and names', () => {
  for (const [cells, message] of [
    ['0', /no range of cells/],
    ['3-2', /no range of cells/],
    ['1,,2', /--cells takes numbers/],
    ['-x', /--cells/],
  ] as const) {
    assert.throws(
      () => parseOptions(['run', 'a.signals', `--cells=${cells}`]),
      (error: unknown) => error instanceof UsageError && message.test(error.message),
      cells,
    );
  }
});

/** @returns The format of the report or the result. */
function formatOf(line: string): string {
  const options = parseOptions(line.split(' '));
  assert.ok(options.command === 'run' || options.command === 'query', line);
  return options.format;
}

test('the ending of --output chooses the format where it is one of the command', () => {
  for (const [line, format] of [
    ['run a.signals -o x.html', 'html'],
    ['run a.signals -o x.MD', 'md'],
    ['run a.signals -o x.ipynb', 'ipynb'],
    ['run a.signals -o x.json', 'json'],
    ['run a.signals -o x.text', 'text'],
    ['run a.signals -o x.csv', 'text'],
    ['run a.signals -o pages', 'text'],
    ['run a.signals', 'text'],
    ['run a.signals -o pages --format html', 'html'],
    ['run a.signals -o x.html --format html', 'html'],
    ['run a.signals -o x.txt --format json', 'json'],
    ['query S -o x.parquet', 'parquet'],
    ['query S -o x.csv', 'csv'],
    ['query S -o x.json', 'json'],
    ['query S -o x.html', 'table'],
    ['query S -o x.table', 'table'],
  ] as const) {
    assert.equal(formatOf(line), format, line);
  }
  refused(
    'run a.signals -o x.html --format md',
    '--format md contradicts --output x.html, whose ending is that of html.',
  );
  refused(
    'query S -o x.parquet --format table',
    '--format table contradicts --output x.parquet, whose ending is that of parquet.',
  );
});

test('--entities takes keys with and without their type, a CSV file and ranked lists, and no other text', () => {
  const sync = (entities: string) =>
    parseOptions(['sync', 'lake', '--from', '2026-01-05', '--amount', '7', '--entities', entities]);
  for (const [given, source] of [
    ['demo0001, company:a b', { kind: 'keys', keys: ['demo0001', 'company:a b'] }],
    ['bullish_stocks', { kind: 'list', name: 'bullish_stocks', amount: 7 }],
    ['bearish_stocks:20', { kind: 'list', name: 'bearish_stocks', amount: 20 }],
    ['my portfolio.CSV', { kind: 'file' }],
  ] as const) {
    const options = sync(given);
    assert.ok(options.command === 'sync');
    assert.deepEqual(options.entities, [{ given, ...source }]);
  }
  for (const wrong of ['./mine', 'mine.txt', 'a b', ':a', 'company:', 'bullish_stocks:all', '']) {
    const named = wrong === '' ? 'an empty one' : wrong;
    assert.throws(
      () => sync(`demo0001,${wrong}`),
      new UsageError(
        `--entities takes keys such as company:example or example separated by commas, a CSV file, bullish_stocks or bearish_stocks, not ${named}.`,
      ),
    );
  }
});
