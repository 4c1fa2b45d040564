import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainDateOfDay } from '../../../src/core/base/plainDate';
import { eventKinds } from '../../../src/sandbox/world/eventMix';
import { eventsOf } from '../../../src/sandbox/world/events';
import { factualityOf, mentionsOf, temporalityOf } from '../../../src/sandbox/world/eventTraits';
import { closesOf } from '../../../src/sandbox/world/prices';
import { standardScores } from '../../../src/sandbox/world/scores';
import { specialKindOf } from '../../../src/sandbox/world/oddCompanies';
import { isSession, isWeekend } from '../../../src/sandbox/world/sessions';
import { volumesOf } from '../../../src/sandbox/world/volumes';
import { demo, rankCorrelation, sum } from '../asking';

const { world } = demo;
const { history } = world;
const year = { from: history.to - 365, to: history.to };
const companies = Array.from({ length: 600 }, (_, index) => index);
const eventsOfYear = companies.map(index => eventsOf(world, index, year));
const events = eventsOfYear.flat();

function near(actual: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`);
}

function shareOf(hits: number, all: number): number {
  return hits / all;
}

test('events come in the numbers, and as unevenly, as in the reference draw', () => {
  near(events.length, 59_000, 5000, 'events a year');
  const counts = eventsOfYear.map(list => list.length).sort((a, b) => b - a);
  near(shareOf(sum(counts.slice(0, 60)), events.length), 0.62, 0.04, 'top decile');
  near(shareOf(counts.filter(count => count < 10).length, 600), 0.1, 0.04, 'seldom in the news');
  near(
    shareOf(events.filter(({ day }) => isWeekend(day)).length, events.length),
    0.095,
    0.01,
    'weekend',
  );
});

test('event types have the shares of the mix, most names unknown ones among them', () => {
  const others = events.filter(({ kind }) => !eventKinds[kind]?.isEarnings);
  const share = (id: string): number =>
    (others.filter(({ kind }) => eventKinds[kind]?.id === id).length / others.length) * 89.4;
  for (const [id, weight] of Object.entries({
    E41_A: 14,
    E41_B: 13,
    E2_A: 7,
    E6_B: 6,
    E53_A: 2,
    E55_A: 0.8,
  })) {
    near(share(id), weight, 0.08 * weight + 0.15, id);
  }
  const unnamed = others.filter(({ kind }) => eventKinds[kind]?.name.endsWith('(sandbox)'));
  near(unnamed.length / others.length, 0.045, 0.006, 'unnamed');
  assert.equal(new Set(events.map(({ kind }) => kind)).size, 148);
});

test('a company announces its results four times a year, on a session of one of four seasons', () => {
  const reporting = companies.filter(index => specialKindOf(index) === null);
  const results = reporting.flatMap(index =>
    (eventsOfYear[index] ?? [])
      .filter(({ kind }) => eventKinds[kind]?.isEarnings)
      .map(({ day, kind }) => ({ index, day, id: eventKinds[kind]?.id })),
  );
  const announced = results.filter(({ id }) => id === 'E1_C');
  for (const index of reporting) {
    const days = announced.filter(each => each.index === index).map(({ day }) => day);
    assert.ok(days.length >= 3 && days.length <= 5, `${index}: ${days.length}`);
    const country = world.universe.facts.country(index);
    assert.ok(days.every((day, n) => isSession(country, day) && day - (days[n - 1] ?? 0) > 70));
  }
  near(announced.length / reporting.length, 4, 0.05, 'announcements');
  const grown = results.filter(({ id }) => id === 'E1_A');
  near(grown.length / announced.length, 0.55, 0.03, 'of growth');
  const inSeason = results.filter(({ day }) =>
    /-(0[147]|10)-(1[5-9]|[23])|-(0[258]|11)-([01]|20)/.test(plainDateOfDay(day)),
  );
  assert.equal(inSeason.length, results.length);
});

test('an investigation is followed by lawsuits and fines more often than other news', () => {
  const active = eventsOfYear.filter(list => list.length > 20 && list.length < 400);
  let followed = 0;
  let expected = 0;
  for (const list of active) {
    const of = (id: string) => list.filter(({ kind }) => eventKinds[kind]?.id === id);
    const [investigations, lawsuits] = [of('E53_B'), of('E53_A')];
    for (const { day } of investigations.filter(event => event.day < year.to - 60)) {
      followed += lawsuits.filter(suit => suit.day > day && suit.day <= day + 60).length;
      expected += (lawsuits.length * 60) / 365;
    }
  }
  assert.ok(followed > 1.25 * expected, `${followed} against ${expected}`);
});

test('factualities and temporalities have their shares and depend on each other', () => {
  const shares = (trait: (key: number) => string, value: string, among = events): number =>
    among.filter(({ key }) => trait(key) === value).length / among.length;
  near(shares(factualityOf, 'FACT'), 0.78, 0.01, 'FACT');
  near(shares(factualityOf, 'PROBABLE'), 0.07, 0.01, 'PROBABLE');
  near(shares(factualityOf, 'COUNTERPOSSIBLE'), 0.007, 0.003, 'COUNTERPOSSIBLE');
  near(shares(temporalityOf, 'PAST'), 0.55, 0.01, 'PAST');
  near(shares(temporalityOf, 'FUTURE'), 0.14, 0.01, 'FUTURE');
  const future = events.filter(({ key }) => temporalityOf(key) === 'FUTURE');
  near(shares(factualityOf, 'FACT', future), 0.15, 0.02, 'FACT of FUTURE');
});

test('an event has 1.8 reports within three days, mostly outside trading hours', () => {
  const mentions = events.flatMap(({ key }) => mentionsOf(key, true));
  near(mentions.length / events.length, 1 + 0.45 / 0.55, 0.03, 'reports');
  assert.ok(mentions.every(({ delayDays }) => delayDays >= 0 && delayDays <= 2));
  const trading = mentions.filter(({ secondOfDay: s }) => s >= 34_200 && s < 57_600);
  near(trading.length / mentions.length, 0.3, 0.02, 'trading hours');
  assert.ok(mentions.some(({ secondOfDay }) => secondOfDay >= 86_340));
  near(
    mentions.filter(({ role }) => role === 'Company').length / mentions.length,
    0.8,
    0.01,
    'role',
  );
});

test('the volume of a day is 1 to 999 million shares, whatever the company', () => {
  for (const index of companies) {
    for (const { day, shares } of volumesOf(world, index, history)) {
      assert.ok(shares >= 1e6 && shares < 999e6, `${index} on ${plainDateOfDay(day)}: ${shares}`);
    }
  }
});

test('volume is about doubled on days with results', () => {
  let raised = 0;
  let pairs = 0;
  for (const index of companies.slice(40, 340)) {
    const byDay = new Map(volumesOf(world, index, year).map(({ day, shares }) => [day, shares]));
    const ordered = [...byDay.values()].sort((a, b) => a - b);
    const median = ordered[Math.floor(ordered.length / 2)] ?? 1;
    for (const { day, kind } of eventsOfYear[index] ?? []) {
      const shares = byDay.get(day);
      if (
        eventKinds[kind]?.isEarnings &&
        shares !== undefined &&
        byDay.size > 200 &&
        (eventsOfYear[index]?.length ?? 0) < 200
      ) {
        raised += Math.log(shares / median);
        pairs++;
      }
    }
  }
  near(raised / pairs, 0.8, 0.08, 'logarithm of the factor');
});

const american = companies.filter(
  index =>
    world.universe.facts.country(index).id === 'us' &&
    world.universe.company(index).special === null,
);
const closes = american.map(index => closesOf(world, index, history));

test('a close depends on its day alone, whichever days are asked for', () => {
  const days = { from: history.from + 500, to: history.to };
  for (const [n, index] of american.slice(0, 20).entries()) {
    const closesOfDays = new Map(
      closesOf(world, index, days).map(({ day, close }) => [day, close]),
    );
    assert.ok(closesOfDays.size > 100);
    for (const { day, close } of (closes[n] ?? []).filter(({ day }) => day >= days.from)) {
      near(closesOfDays.get(day) ?? 0, close, 0.000_11, `${index} on ${plainDateOfDay(day)}`);
    }
  }
});

test('scores foretell returns as planted, and the less of them the longer they are held', () => {
  const scores = american.map(index => standardScores(world, index, history));
  const sessions = closes[0] ?? [];
  const correlation = (lag: number, horizon: number): number => {
    const daily = sessions.slice(0, -lag - horizon).map((session, t) => {
      const factor = scores.map(series => series[session.day - history.from] ?? 0);
      const later = closes.map(list =>
        Math.log((list[t + lag + horizon]?.close ?? 1) / (list[t + lag]?.close ?? 1)),
      );
      return rankCorrelation(factor, later);
    });
    return sum(daily) / daily.length;
  };
  near(correlation(0, 1), 0.038, 0.008, 'next day');
  const [day = 0, week = 0, fortnight = 0, month = 0] = [1, 5, 10, 20].map(h => correlation(1, h));
  near(day, 0.037, 0.008, 'the day after');
  assert.ok(
    day > week && week > fortnight && fortnight > month,
    `${day}, ${week}, ${fortnight}, ${month}`,
  );
});

test('events move the session of their day as planted', () => {
  const abnormal = (id: string): number => {
    const found: number[] = [];
    for (const [n, index] of american.entries()) {
      const list = closes[n] ?? [];
      const returns = list.map(({ close }, t) => Math.log(close / (list[t - 1]?.close ?? close)));
      for (const event of eventsOf(world, index, { from: history.from + 250, to: history.to })) {
        const t = list.findIndex(({ day }) => day >= event.day);
        if (eventKinds[event.kind]?.id === id && t > 130) {
          const before = returns.slice(t - 120, t - 10);
          found.push((returns[t] ?? 0) - sum(before) / before.length);
        }
      }
    }
    return sum(found) / found.length;
  };
  near(abnormal('E41_A'), 0.015, 0.003, 'E41_A');
  near(abnormal('E53_A'), -0.02, 0.004, 'E53_A');
  near(abnormal('E17_C'), -0.025, 0.006, 'E17_C');
  near(abnormal('E6_C'), 0.005, 0.003, 'E6_C');
});
