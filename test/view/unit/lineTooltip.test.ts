import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineTooltip, type TooltipRow } from '../../../src/view/chart/lineTooltip';

function row(value: unknown, series: readonly unknown[] = [], isNearest = false): TooltipRow {
  return { value, series, colour: 'red', isNearest };
}

/** `shared | name=text, …`, with a star before the nearest. */
function textOf(rows: readonly TooltipRow[]): string {
  const { shared, series, others } = lineTooltip(rows);
  const lines = series.map(({ name, text, isNearest }) => `${isNearest ? '*' : ''}${name}=${text}`);
  return [
    shared.map(({ name, text }) => `${name}=${text}`).join(', '),
    lines.join(', '),
    ...(others > 0 ? [`+${others}`] : []),
  ].join(' | ');
}

test('of one line the row is shown as it is', () => {
  assert.equal(textOf([row({ Date: '2026-03-05', Score: 0.3 })]), 'Date=2026-03-05, Score=0.3 | ');
});

test('lines of a series have its name, and what they share is said once', () => {
  const rows = [
    row({ Date: '2026-03-05', Score: 0.3, Stock: 'AAA' }, ['AAA']),
    row({ Date: '2026-03-05', Score: 0.1, Stock: 'BBB' }, ['BBB'], true),
  ];
  assert.equal(textOf(rows), 'Date=2026-03-05 | AAA=0.3, *BBB=0.1');
});

test('several values keep their names', () => {
  const rows = [
    row({ Day: 'now', Rank: 1, Status: 'rose', Stock: 'A' }, ['rose', 'A']),
    row({ Day: 'now', Rank: 2, Status: 'rose', Stock: 'B' }, ['rose', 'B']),
    row({ Day: 'now', Rank: 3, Gap: 4, Status: 'fell', Stock: 'C' }, ['fell', 'C']),
  ];
  assert.equal(textOf(rows), 'Day=now | rose · A=1, rose · B=2, fell · C=Rank 3 · Gap 4');
});

test('lines of different columns have the names of these', () => {
  assert.equal(
    textOf([row({ tau: 3, mean: 0.2 }), row({ tau: 3, median: 0.1 })]),
    'tau=3 | mean=0.2, median=0.1',
  );
});

test('rows that say the same are one, and rows that say nothing none', () => {
  const same = { Date: '2026-03-05', Score: 0.3 };
  assert.equal(textOf([row(same), row(undefined), row(same)]), 'Date=2026-03-05, Score=0.3 | ');
  assert.equal(textOf([row(null)]), ' | ');
});

test('of many lines those around the nearest are shown', () => {
  const rows = Array.from({ length: 40 }, (_, at) =>
    row({ s: `s${at}`, v: at }, [`s${at}`], at === 38),
  );
  const text = textOf(rows);
  assert.match(text, /^ \| s28=28, .*\*s38=38, s39=39 \| \+28$/);
});
