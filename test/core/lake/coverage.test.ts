import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlainDate, type PlainDate } from '../../../src/core/base/plainDate';
import {
  divide,
  monthsOf,
  unitsOf,
  withCoverage,
  type Coverage,
  type Part,
} from '../../../src/core/lake/coverage';
import { readLakeRecord, writeLakeRecord } from '../../../src/core/lake/lakeFile';

/** `a,b 03-01..03-10`: entities and days of 2026. */
function part(text: string): Part {
  const [, keys = '', from = '', to = ''] = /^(\S+) (\S+?)\.\.(\S+)$/.exec(text) ?? [];
  return { entities: keys.split(','), from: day(from), to: day(to) };
}

function day(text: string): PlainDate {
  const date = parsePlainDate(`2026-${text}`);
  assert.ok(date, text);
  return date;
}

/** `a 03-01..03-10 @03-20`: with the day of the request. */
function coverage(text: string): Coverage {
  const [of = '', requested = ''] = text.split(' @');
  return { ...part(of), requestedAtMs: Date.parse(`${day(requested)}T09:00:00Z`) };
}

function shown({ entities, from, to }: Part): string {
  return `${entities.join(',')} ${from.slice(5)}..${to.slice(5)}`;
}

/** `a 03-01..03-10 at 06-01`: with the day on which it is divided; without it long after. */
function check(wanted: string, covered: string[], held: string[], missing: string[]): void {
  const [of = '', today = '12-01'] = wanted.split(' at ');
  const nowMs = Date.parse(`${day(today)}T10:00:00Z`);
  const divided = divide(part(of), covered.map(coverage), nowMs);
  assert.deepEqual(divided.held.map(shown), held, wanted);
  assert.deepEqual(divided.missing.map(shown), missing, wanted);
}

test('what is covered is held, and the rest is missing, for each entity', () => {
  check('a,b 03-01..03-10', [], [], ['a,b 03-01..03-10']);
  check('a,b 03-01..03-10', ['a 03-01..03-10 @04-01'], ['a 03-01..03-10'], ['b 03-01..03-10']);
  check(
    'a 03-01..03-20',
    ['a 03-05..03-08 @04-01', 'a 03-08..03-10 @04-01'],
    ['a 03-05..03-10'],
    ['a 03-01..03-05', 'a 03-10..03-20'],
  );
  check('a 03-01..03-02', ['b 03-01..03-02 @04-01'], [], ['a 03-01..03-02']);
});

test('the three youngest days of a request are missing again, whenever that was', () => {
  check('a 03-01..03-21', ['a 03-01..03-21 @03-20'], ['a 03-01..03-18'], ['a 03-18..03-21']);
  check('a 03-20..03-21', ['a 03-20..03-21 @03-22'], [], ['a 03-20..03-21']);
  check('a 03-20..03-21', ['a 03-20..03-21 @03-23'], ['a 03-20..03-21'], []);
});

test('a request that a wrong clock dated in the future covers nothing', () => {
  const covered = ['a 03-01..05-01 @05-01'];
  check('a 03-01..03-04 at 03-10', covered, [], ['a 03-01..03-04']);
  check('a 03-01..03-04 at 05-01', covered, ['a 03-01..03-04'], []);
  // Another computer's clock may be a little ahead.
  check('a 03-01..03-04 at 04-30', covered, ['a 03-01..03-04'], []);
});

test('a later request replaces the days of its entities alone', () => {
  const covered = withCoverage(
    [coverage('a,b 03-01..03-21 @03-20')],
    coverage('a 03-18..03-26 @03-25'),
  );
  assert.deepEqual(covered.map(shown), ['b 03-01..03-21', 'a 03-01..03-18', 'a 03-18..03-26']);
});

test('units of work end at the ends of months', () => {
  assert.deepEqual(
    monthsOf(part('a 01-30..03-02')).map(each => `${each.month} ${each.from} ${each.to}`),
    [
      '2026-01 2026-01-30 2026-02-01',
      '2026-02 2026-02-01 2026-03-01',
      '2026-03 2026-03-01 2026-03-02',
    ],
  );
  const entities = Array.from({ length: 1001 }, (_, at) => `company:${at}`);
  const to = parsePlainDate('2027-02-02') ?? day('12-31');
  const units = unitsOf([{ entities, from: day('01-15'), to }]);
  assert.deepEqual(
    units.map(unit => [unit.entities.length, unit.from, unit.to]),
    [
      [1000, '2026-01-15', '2027-01-01'],
      [1, '2026-01-15', '2027-01-01'],
      [1000, '2027-01-01', '2027-02-02'],
      [1, '2027-01-01', '2027-02-02'],
    ],
  );
});

test('the description of a file reads back, and another is no description', () => {
  const record = {
    place: 'sandbox',
    function: 'events_ts',
    hosts: ['example.com'],
    arguments: {},
    covered: ['a,b 03-01..03-10 @03-20', 'a,b 03-10..03-12 @03-21'].map(coverage),
  } as const;
  const written = writeLakeRecord(record);
  assert.deepEqual(readLakeRecord(JSON.parse(JSON.stringify(written))), record);
  assert.deepEqual(written['entities'], [['a', 'b']]);
  for (const wrong of [
    null,
    {},
    { ...written, covered: [{ entities: 9 }] },
    { ...written, version: 2 },
  ]) {
    assert.equal(readLakeRecord(wrong), undefined);
  }
});
