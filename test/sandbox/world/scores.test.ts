import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOfPlainDate, plainDateOfDay } from '../../../src/core/base/plainDate';
import { eventKinds } from '../../../src/sandbox/world/eventMix';
import { eventsOf } from '../../../src/sandbox/world/events';
import { specialKindOf } from '../../../src/sandbox/world/oddCompanies';
import { scaledScore, standardScores } from '../../../src/sandbox/world/scores';
import { scoreHalfLifeDays, slowKernel, slowNoise } from '../../../src/sandbox/world/scoreNoise';
import { ask, demo, itemsAt, rankCorrelation, sandboxWith, sum, targets, texts } from '../asking';
import { today } from '../asking';
import fc from '../../support/properties';

const { world } = demo;
const { history } = world;
const companies = Array.from({ length: 600 }, (_, index) => index).filter(
  index => specialKindOf(index) === null,
);
const seriesOf = companies.map(index => standardScores(world, index, history));

function near(actual: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

test('ranks persist: their autocorrelation is 0.94 after a day, 0.84 after five, 0.57 after twenty', () => {
  for (const [lag, expected] of [
    [1, 0.94],
    [5, 0.84],
    [7, 0.8],
    [20, 0.57],
  ] as const) {
    const found: number[] = [];
    for (let place = lag; place < history.to - history.from; place += 30) {
      const on = (at: number): number[] => seriesOf.map(scores => scores[at] ?? 0);
      found.push(rankCorrelation(on(place), on(place - lag)));
    }
    near(mean(found), expected, 0.02, `${lag} days`);
  }
});

test('the slow part of a score has an autocorrelation of one half after the half-life', () => {
  const series = companies.map(index =>
    slowNoise(world, index, history, slowKernel(scoreHalfLifeDays)),
  );
  const product = (lag: number): number =>
    mean(
      series.map(scores =>
        mean([...scores.slice(lag)].map((score, t) => score * (scores[t] ?? 0))),
      ),
    );
  const variance = product(0);
  near(variance, 1, 0.1, 'variance');
  near(product(scoreHalfLifeDays) / variance, 0.5, 0.04, 'autocorrelation');
});

test('of a ranked list two thirds are still there a week later, some in other places, hardly one on the other side', () => {
  const list = (target: string, day: number): string[] => {
    const sandbox = day === 0 ? demo : sandboxWith({ today: plainDateOfDay(end - day) });
    return texts(
      itemsAt(ask(sandbox, `${target}?amount=25`).json, target.slice('quant:signal/'.length)),
      'entity_info',
      'alpha_id',
    );
  };
  const end = dayOfPlainDate(today);
  const stayed: number[] = [];
  const unmoved: number[] = [];
  const flipped: number[] = [];
  for (let day = 0; day < 700; day += 50) {
    for (const [side, other] of [
      [targets.bullish, targets.bearish],
      [targets.bearish, targets.bullish],
    ] as const) {
      const [now, before, across] = [list(side, day), list(side, day + 7), list(other, day + 7)];
      stayed.push(now.filter(id => before.includes(id)).length / 25);
      unmoved.push(now.filter((id, place) => before[place] === id).length / 25);
      flipped.push(now.filter(id => across.includes(id)).length / 25);
    }
  }
  near(mean(stayed), 0.66, 0.05, 'still there');
  assert.ok(Math.min(...stayed) >= 0.4 && Math.max(...stayed) <= 0.92);
  near(mean(unmoved), 0.09, 0.04, 'in the same place');
  assert.ok(mean(flipped) < 0.01);
});

test('scores are near normal, of standard deviation one, and within the bounds of their scale', () => {
  const all = seriesOf.flatMap(scores => [...scores].filter((_, day) => day % 10 === 0));
  all.sort((a, b) => a - b);
  near(mean(all), 0, 0.1, 'mean');
  near(mean(all.map(score => score ** 2)), 1, 0.15, 'variance');
  near(all[Math.floor(0.99 * all.length)] ?? 0, 2.35, 0.15, '99th percentile');
  near(all[Math.floor(0.01 * all.length)] ?? 0, -2.35, 0.15, '1st percentile');
  const [low, high] = [all[0] ?? 0, all.at(-1) ?? 0];
  assert.ok(low > -5.5 && low < -3.5 && high > 3.5 && high < 5.5, `${low} to ${high}`);
  assert.ok(scaledScore(low, 'unit') > -1 && scaledScore(high, 'hundred') < 100);
});

test('longer horizons move less from day to day, and agree on who is high', () => {
  const quarter = { from: history.to - 91, to: history.to };
  const horizons = (['1D', '1W', '1M', '3M'] as const).map(horizon =>
    companies.map(index => standardScores(world, index, quarter, horizon)),
  );
  const moves = horizons.map(list =>
    mean(
      list.flatMap(scores =>
        [...scores].slice(1).map((score, t) => Math.abs(score - (scores[t] ?? 0))),
      ),
    ),
  );
  assert.deepEqual(
    moves,
    moves.toSorted((a, b) => b - a),
  );
  const lasts = horizons.map(list => list.map(scores => scores.at(-1) ?? 0));
  for (const [n, last] of lasts.entries()) {
    assert.ok(n === 0 || rankCorrelation(last, lasts[n - 1] ?? []) > 0.5);
  }
});

test('a score moves on the day of an event, in its direction, and half of that is gone within a week', () => {
  const days = { from: history.from + 30, to: history.to - 30 };
  const found = companies.map(index => eventsOf(world, index, days));
  for (const [id, direction] of [
    ['E41_A', 1],
    ['E1_A', 1],
    ['E41_B', -1],
    ['E53_A', -1],
  ] as const) {
    const shifts = [0, 7].map(later =>
      mean(
        found.flatMap((events, n) =>
          events
            .filter(({ kind }) => eventKinds[kind]?.id === id)
            .map(({ day }) => {
              const at = day - history.from;
              const scores = seriesOf[n] ?? [];
              return (scores[at + later] ?? 0) - (scores[at - 1] ?? 0);
            }),
        ),
      ),
    );
    const [first = 0, week = 0] = shifts.map(shift => shift * direction);
    assert.ok(first > 0.12 && first < 0.4, `${id}: ${first}`);
    assert.ok(week < first / 2, `${id}: ${week} after a week`);
  }
});

test('a day alone has the score that it has in a series, in whatever order days are asked for', () => {
  fc.assert(
    fc.property(
      fc.nat(599),
      fc.integer({ min: -700_000, max: 700_000 }),
      fc.constantFrom('1D', '1W', '1M', '3M'),
      (index, from, horizon) => {
        const whole = standardScores(world, index, { from, to: from + 20 }, horizon);
        const alone = Array.from({ length: 20 }, (_, n) => from + 19 - n).map(
          day => standardScores(world, index, { from: day, to: day + 1 }, horizon)[0],
        );
        assert.deepEqual(alone.reverse(), [...whole]);
      },
    ),
    { numRuns: 60, seed: 1 },
  );
});

test('another seed has other scores, and the same seed the same', () => {
  const range = { from: history.to - 40, to: history.to };
  const of = (seed: number): number[] => [
    ...standardScores(sandboxWith({ seed }).world, 50, range),
  ];
  assert.deepEqual(of(42), [...standardScores(world, 50, range)]);
  assert.ok(Math.abs(rankCorrelation(of(42), of(43))) < 0.95);
  assert.notDeepEqual(of(42), of(43));
});
