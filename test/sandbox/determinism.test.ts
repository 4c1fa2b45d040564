import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { dayOfPlainDate, plainDateOfDay } from '../../src/core/base/plainDate';
import type { Sandbox, SandboxMode } from '../../src/sandbox/sandbox';
import { samplePrices } from '../../src/sandbox/sandbox';
import { ask, at, demo, itemsAt, sandboxWith, targets, today } from './asking';
import fc from '../support/properties';

const list = ['company:demo0001', 'company:demo_gappy', 'company:demo_burst', 'company:demo0006'];

/** One hash over an answer of every operation. */
function fingerprint(sandbox: Sandbox): string {
  const hash = createHash('sha256');
  const range = '?default_time_back=3m';
  for (const [target, body] of [
    [targets.score('demo0003') + range, undefined],
    [targets.scores + range, list],
    [`${targets.bullish}?time_horizon=3M`, undefined],
    [`${targets.bearish}?amount=100`, undefined],
    [targets.volume('demo0001') + range, undefined],
    [targets.volumes + range, list],
    [targets.counts('demo0001') + range, undefined],
    [targets.countLists + range, list],
    [targets.rows + range, list],
  ] as const) {
    hash.update(ask(sandbox, target, { body }).text);
  }
  const to = dayOfPlainDate(today);
  hash.update([...samplePrices(sandbox, { from: to - 5, to })].join(''));
  return hash.digest('hex');
}

const zone = process.env['TZ'];
after(() => {
  if (zone === undefined) {
    delete process.env['TZ'];
  } else {
    process.env['TZ'] = zone;
  }
});

test('the same configuration gives the same bytes, from a sandbox that answered before or a new one', () => {
  assert.equal(
    fingerprint(sandboxWith({ mode: 'tiny' })),
    fingerprint(sandboxWith({ mode: 'tiny' })),
  );
  assert.equal(fingerprint(demo), fingerprint(demo));
});

test('the bytes of an answer do not depend on the time zone of the process', () => {
  const [first, ...others] = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns'].map(name => {
    process.env['TZ'] = name;
    return fingerprint(sandboxWith());
  });
  assert.deepEqual(others, [first, first]);
});

test('another seed is another market', () => {
  assert.notEqual(fingerprint(sandboxWith({ seed: 43 })), fingerprint(demo));
});

test('a company has the same values in every mode', () => {
  const answers = (mode: SandboxMode): string[] => {
    const sandbox = sandboxWith({ mode });
    const range = '?date_from=2026-09-01&date_to=2026-11-20';
    return [
      ask(sandbox, targets.score('demo0004') + range),
      ask(sandbox, targets.volume('demo0004') + range),
      ask(sandbox, targets.rows + range, { body: ['company:demo0004'] }),
      ask(sandbox, targets.counts('demo0004') + range),
    ].map(({ text }) => text);
  };
  const tiny = answers('tiny');
  for (const mode of ['demo', 'index', 'wide', 'long'] as const) {
    assert.deepEqual(answers(mode), tiny, mode);
  }
});

test('a company has the same values on another day, as far as both know them', () => {
  const range = '?date_from=2026-06-01&date_to=2026-07-01';
  const later = sandboxWith({ today: plainDateOfDay(dayOfPlainDate(today) + 90) });
  for (const target of [targets.score('demo0004'), targets.volume('demo0004')]) {
    assert.equal(ask(later, target + range).text, ask(demo, target + range).text);
  }
});

test('any part of a series is a part of the whole series', () => {
  const end = dayOfPlainDate(today);
  const start = end - 400;
  const fields = [
    [targets.score('demo0001'), 'score_ts'],
    [targets.volume('demo0001'), 'trading_volume_ts'],
    [targets.counts('demo0001'), 'events_ts'],
  ] as const;
  const between = (target: string, field: string, [from, to]: [number, number]): unknown[] => {
    const query = `date_from=${plainDateOfDay(from)}&date_to=${plainDateOfDay(to)}`;
    return itemsAt(ask(demo, `${target}?${query}`).json, field);
  };
  const whole = fields.map(([target, field]) => between(target, field, [start, end]));
  fc.assert(
    fc.property(fc.nat(2), fc.nat(400), fc.nat(60), (which, offset, length) => {
      const [target, field] = fields[which] ?? fields[0];
      const [from, to] = [start + offset, Math.min(end, start + offset + length)];
      const expected = (whole[which] ?? []).filter(item => {
        const date = String(at(item, 'date'));
        return date >= plainDateOfDay(from) && date < plainDateOfDay(to);
      });
      assert.deepEqual(between(target, field, [from, to]), expected);
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('the tiny market of seed 42 has the bytes that it always had', () => {
  assert.equal(
    fingerprint(sandboxWith({ mode: 'tiny' })),
    '7ec443a316d1b400e0dce23cfd951d12b2da80cdbb99ec2756aa651c6cfb2c20',
  );
});
