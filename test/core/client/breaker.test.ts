import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../../src/core/base/cancellation';
import { Breaker, FAILURES_IN_A_ROW } from '../../../src/core/client/breaker';
import type { FailedOutcome, Outcome, Pass } from '../../../src/core/client/breaker';
import { durationText, timeText } from '../../../src/core/client/failure';

const last = { errorKind: 'failing', reason: 'it answered with status 503' } as const;
const failed: FailedOutcome = { kind: 'failed', ...last, retryAfterMs: undefined };
const throttled: Outcome = { ...failed, kind: 'throttled' };
const answered: Outcome = { kind: 'answered' };
const unknown: Outcome = { kind: 'unknown' };

function breakerAt(startMs: number) {
  const clock = {
    nowMs: startMs,
    now: () => clock.nowMs,
    sleep: () => Promise.resolve(),
    random: () => 0,
  };
  return { breaker: new Breaker(clock), clock };
}

async function passOf(breaker: Breaker): Promise<Pass> {
  const pass = await breaker.enter(uncancellable);
  assert.ok('ended' in pass, 'expected to be let through');
  return pass;
}

async function run(breaker: Breaker, outcomes: readonly Outcome[]): Promise<void> {
  for (const outcome of outcomes) {
    (await passOf(breaker)).ended(outcome);
  }
}

const untilOf = (breaker: Breaker): number | undefined => breaker.pause?.untilMs;

const fiveFailures = Array<Outcome>(FAILURES_IN_A_ROW).fill(failed);

test('five failures in a row begin a pause of 30 s', async () => {
  const { breaker } = breakerAt(1000);
  await run(breaker, fiveFailures.slice(1));
  assert.equal(breaker.pause, undefined);
  await run(breaker, [failed]);
  assert.deepEqual(breaker.pause, { untilMs: 31_000, failureCount: 5, last });
  assert.equal(await breaker.enter(uncancellable), breaker.pause);
});

test('an answer begins the count anew, and what says nothing does not', async () => {
  const { breaker } = breakerAt(0);
  await run(breaker, [...fiveFailures.slice(1), answered, ...fiveFailures.slice(1)]);
  assert.equal(untilOf(breaker), undefined);
  await run(breaker, [unknown, throttled, failed]);
  assert.equal(untilOf(breaker), 30_000);
});

test('a pause lasts as long as the service asks, within 30 s and an hour', async () => {
  const check = async (retryAfterMs: number, expected: number) => {
    const { breaker } = breakerAt(0);
    await run(breaker, [...fiveFailures.slice(1), { ...failed, retryAfterMs }]);
    assert.equal(untilOf(breaker), expected);
  };
  await check(1000, 30_000);
  await check(45_000, 45_000);
  await check(86_400_000, 3_600_000);
});

test('the next request after a pause was ended is sent at once, and decides for all', async () => {
  const { breaker, clock } = breakerAt(0);
  breaker.endPause();
  await run(breaker, fiveFailures);
  clock.nowMs = 10_000;
  breaker.endPause();
  assert.equal(breaker.pause, undefined);
  const pass = await passOf(breaker);
  const other = breaker.enter(uncancellable);
  pass.ended(failed);
  assert.equal(untilOf(breaker), 40_000);
  assert.equal(await other, breaker.pause);
  breaker.endPause();
  await run(breaker, [answered, failed]);
  assert.equal(untilOf(breaker), undefined);
});

test('what was under way when the pause began neither makes it longer nor ends the wait', async () => {
  const { breaker, clock } = breakerAt(0);
  const [late, later] = [await passOf(breaker), await passOf(breaker)];
  await run(breaker, fiveFailures);
  clock.nowMs = 10_000;
  late.ended(failed);
  assert.equal(untilOf(breaker), 30_000);
  clock.nowMs = 30_000;
  const probe = await passOf(breaker);
  later.ended(failed);
  let isIn = false;
  const next = breaker.enter(uncancellable).then(() => (isIn = true));
  await Promise.resolve();
  assert.equal(isIn, false);
  probe.ended(answered);
  await next;
});

test('after the pause one request goes alone, and its end decides for those that wait', async () => {
  for (const [outcome, isOpen] of [
    [answered, true],
    [failed, false],
    [throttled, false],
  ] as const) {
    const { breaker, clock } = breakerAt(0);
    await run(breaker, fiveFailures);
    clock.nowMs = 30_000;
    const probe = await passOf(breaker);
    const waiting = [breaker.enter(uncancellable), breaker.enter(uncancellable)];
    probe.ended(outcome);
    const entered = await Promise.all(waiting);
    assert.deepEqual(
      entered.map(each => 'ended' in each),
      [isOpen, isOpen],
    );
    assert.equal(untilOf(breaker), isOpen ? undefined : 60_000);
  }
});

test('where the one request comes to nothing, the next one that waits is it', async () => {
  const { breaker, clock } = breakerAt(0);
  await run(breaker, fiveFailures);
  clock.nowMs = 30_000;
  const probe = await passOf(breaker);
  const source = new CancellationSource();
  const cancelled = breaker.enter(source);
  const second = passOf(breaker);
  source.cancel();
  await assert.rejects(cancelled, CancelledError);
  probe.ended(unknown);
  (await second).ended(answered);
  await run(breaker, [answered]);
});

test('waits are told in the largest unit that fits, and never too short', () => {
  const check = (ms: number, expected: string) => assert.equal(durationText(ms), expected);
  check(0, '0 s');
  check(1, '1 s');
  check(119_000, '119 s');
  check(120_000, '2 min');
  check(7_199_000, '2 h');
  check(86_400_000, '24 h');
  check(3 * 86_400_000, '3 days');
});

test('a time has its date where that is not today', () => {
  const now = Date.UTC(2024, 0, 1, 23, 59, 0);
  assert.equal(timeText(now + 29_500, now), '23:59:30 UTC');
  assert.equal(timeText(now + 60_000, now), '2024-01-02 00:00:00 UTC');
});
