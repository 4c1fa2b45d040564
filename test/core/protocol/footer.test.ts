import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callText, footerLine, footerParts, rowsText } from '../../../src/core/protocol/footer';
import type { CallRecord, Provenance } from '../../../src/core/protocol/outcome';
import { call, provenance } from './outcomes';

function provenanceOf(calls: readonly CallRecord[], parts: Partial<Provenance> = {}): Provenance {
  return { ...provenance, calls, ...parts };
}

function check(calls: readonly CallRecord[], expected: string): void {
  const subject = { provenance: provenanceOf(calls), rowCount: 50, restored: false };
  assert.equal(footerLine(subject), expected);
}

function detail(calls: readonly CallRecord[], text: string): string | null | undefined {
  const subject = { provenance: provenanceOf(calls), rowCount: 50, restored: false };
  return footerParts(subject, true).find(part => part.text === text)?.detail;
}

test('one call is told with its interval as it was asked for', () => {
  check(
    [call],
    'SANDBOX synthetic · bullish_stocks · 50 rows · [2026-11-01, 2026-11-20) · 0.21 s · sandbox',
  );
});

test('a real connection has its own name and is not called synthetic', () => {
  const subject = {
    provenance: provenanceOf([call], { connection: 'Desk', synthetic: false }),
    rowCount: 1,
    restored: false,
  };
  assert.equal(
    footerLine(subject),
    'Desk · bullish_stocks · 1 row · [2026-11-01, 2026-11-20) · 0.21 s · live',
  );
});

test('an interval with one end, or a length only, is told as it was written', () => {
  check([{ ...call, to: null }], line('from 2026-11-01'));
  check([{ ...call, from: null }], line('before 2026-11-20'));
  check([{ ...call, from: null, to: null, back: '1w' }], line('back 1w'));
  check([{ ...call, back: '1w' }], line('[2026-11-01, 2026-11-20), back 1w'));
  function line(interval: string): string {
    return `SANDBOX synthetic · bullish_stocks · 50 rows · ${interval} · 0.21 s · sandbox`;
  }
});

test('the last day that an interval includes is in its tooltip', () => {
  assert.equal(detail([call], '[2026-11-01, 2026-11-20)'), 'last day included: 2026-11-19');
  assert.equal(
    detail([{ ...call, from: null, to: '2026-03-01' }], 'before 2026-03-01'),
    'last day included: 2026-02-28',
  );
  assert.equal(detail([{ ...call, to: null }], 'from 2026-11-01'), null);
});

test('several calls are summed up, and the tooltip tells each', () => {
  const other = {
    ...call,
    function: 'events_ts',
    from: '2026-10-01',
    entityCount: 2,
    cached: true,
  };
  check(
    [call, call, other],
    'SANDBOX synthetic · bullish_stocks ×2, events_ts · 50 rows · 2 intervals · 0.21 s · partly cached',
  );
  assert.equal(
    detail([call, other], 'bullish_stocks, events_ts'),
    [
      'bullish_stocks · [2026-11-01, 2026-11-20) · 50 rows · sandbox',
      'events_ts · 2 entities · [2026-10-01, 2026-11-20) · 50 rows · cached',
    ].join('\n'),
  );
});

test('more than three functions are counted', () => {
  const calls = ['a', 'b', 'c', 'd'].map(name => ({ ...call, function: name, cached: true }));
  check(
    calls,
    'SANDBOX synthetic · 4 functions · 50 rows · [2026-11-01, 2026-11-20) · 0.21 s · cached',
  );
});

test('a cell that called nothing has neither functions nor an interval', () => {
  check([], 'SANDBOX synthetic · 50 rows · 0.21 s');
});

test('an error has no rows', () => {
  const subject = { provenance: provenanceOf([]), rowCount: null, restored: false };
  assert.equal(footerLine(subject), 'SANDBOX synthetic · 0.21 s');
});

test('an output that was kept says so instead of live', () => {
  const subject = { provenance: provenanceOf([call]), rowCount: 50, restored: true };
  assert.match(footerLine(subject), / · 0\.21 s · from an earlier session$/);
});

test('the time is left out where VS Code shows it itself', () => {
  const subject = { provenance: provenanceOf([]), rowCount: 50, restored: false };
  const texts = footerParts(subject, false).map(({ text }) => text);
  assert.deepEqual(texts, ['SANDBOX synthetic', '50 rows']);
});

test('elapsed times are rounded to what can be read', () => {
  const cases: [number, string][] = [
    [0, '< 0.01 s'],
    [9.99, '< 0.01 s'],
    [10, '0.01 s'],
    [9994, '9.99 s'],
    [9996, '10.0 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [72_400, '1 min 12 s'],
  ];
  for (const [elapsedMs, expected] of cases) {
    const subject = {
      provenance: provenanceOf([], { elapsedMs }),
      rowCount: null,
      restored: false,
    };
    assert.equal(footerLine(subject), `SANDBOX synthetic · ${expected}`);
  }
});

test('row counts are grouped', () => {
  const cases: [number, string][] = [
    [0, '0 rows'],
    [1, '1 row'],
    [999, '999 rows'],
    [1000, '1,000 rows'],
    [12_345_678, '12,345,678 rows'],
  ];
  for (const [count, expected] of cases) {
    assert.equal(rowsText(count), expected);
  }
});

test('the footer and its detail say which rows came from the lake', () => {
  const freshness = (lake: CallRecord['lake'], cached = false) => {
    const calls = [{ ...call, cached, ...(lake && { lake }) }];
    const subject = { provenance: provenanceOf(calls), rowCount: 50, restored: false };
    return footerParts(subject, true).at(-1)?.text;
  };
  assert.equal(freshness({ rowCount: 50, isWhole: true }), 'lake');
  assert.equal(freshness({ rowCount: 20, isWhole: false }), 'partly lake');
  assert.equal(freshness({ rowCount: 50, isWhole: true }, true), 'cached');
  const part = callText({ ...call, lake: { rowCount: 20, isWhole: false } }, false);
  assert.match(part, / · 20 rows from the lake, the rest live$/);
  assert.match(callText({ ...call, lake: { rowCount: 20, isWhole: true } }, false), / · lake$/);
});
