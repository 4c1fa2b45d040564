/** The analyses find in the sandbox's market what is planted there. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eventKinds } from '../../src/sandbox/world/eventMix';
import { eventsOf } from '../../src/sandbox/world/events';
import { samplePrices } from '../../src/sandbox/samplePrices';
import { scaledScore, standardScores } from '../../src/sandbox/world/scores';
import { scoreDayTest } from '../../src/sandbox/world/world';
import { dayText } from '../../src/sandbox/answer/fields';
import { sandboxWith } from '../sandbox/asking';
import { openSession, type TestSession } from '../kernel/openSession';

const sandbox = sandboxWith({ companies: 300 });
const { world } = sandbox;
const { history, universe } = world;
const companies = Array.from({ length: universe.count }, (_, index) => index);

let kernel: TestSession;
let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-planted-'));
  const file = (name: string): string => path.join(folder, name);
  writeFileSync(file('prices.csv'), [...samplePrices(sandbox)].join(''));
  writeFileSync(
    file('scores.csv'),
    ['date,entity,score', ...companies.flatMap(scoreLines)].join('\n'),
  );
  writeFileSync(
    file('events.csv'),
    ['date,entity,event_id', ...companies.flatMap(eventLines)].join('\n'),
  );
  kernel = await openSession({ readableDirectories: [folder] });
  for (const name of ['prices', 'scores', 'events']) {
    await run(`CREATE TABLE ${name} AS FROM '${file(`${name}.csv`)}'`);
  }
});
after(async () => {
  await kernel.close();
  rmSync(folder, { recursive: true });
});

function entityOf(index: number): string {
  return `company:${universe.company(index).id}`;
}

function scoreLines(index: number): string[] {
  if (universe.company(index).special !== null) {
    return [];
  }
  const hasScore = scoreDayTest(world, index);
  return [...standardScores(world, index, history)].flatMap((score, place) => {
    const day = history.from + place;
    return hasScore(day)
      ? [`${dayText(day)},${entityOf(index)},${scaledScore(score, 'unit')}`]
      : [];
  });
}

function eventLines(index: number): string[] {
  return eventsOf(world, index, history).map(
    ({ day, kind }) => `${dayText(day)},${entityOf(index)},${eventKinds[kind]?.id ?? ''}`,
  );
}

async function run(text: string): Promise<readonly number[]> {
  const { table, error } = await kernel.run(text);
  assert.equal(error, null, `${text}: ${error?.message ?? ''}`);
  return (table?.rows[0] ?? []).map(Number);
}

function near(actual: number | undefined, expected: number, tolerance: number, what: string): void {
  assert.ok(
    Math.abs((actual ?? NaN) - expected) <= tolerance,
    `${what}: ${actual}, not ${expected}`,
  );
}

test('scores foretell returns: the daily information coefficient is small and plainly positive', async () => {
  const [mean, t, days] = await run(`
    CREATE TABLE next AS FROM forward_returns('prices', h := 1, lag := 0);
    CREATE TABLE ics AS FROM information_coefficient('scores', 'next');
    SELECT mean_ic, t_stat, periods FROM ic_summary('ics')`);
  near(mean, 0.038, 0.01, 'mean');
  assert.ok((t ?? 0) > 10 && (days ?? 0) > 700, `t ${t} of ${days} days`);
});

test('what they foretell falls with the sessions held, and the top bucket earns more than the bottom one', async () => {
  const [day = 0, week = 0, fortnight = 0, month = 0, halfLife] = await run(`
    SELECT max(mean_ic) FILTER (h = 1), max(mean_ic) FILTER (h = 5), max(mean_ic) FILTER (h = 10),
      max(mean_ic) FILTER (h = 20), max(half_life)
    FROM signal_decay('scores', 'prices')`);
  near(day, 0.037, 0.01, 'one session');
  assert.ok(
    day > week && week > fortnight && fortnight > month,
    `${day} ${week} ${fortnight} ${month}`,
  );
  assert.ok((halfLife ?? 0) > 5 && (halfLife ?? 0) < 30, `half-life ${halfLife}`);
  const [spread] = await run(`
    CREATE TABLE ahead AS FROM forward_returns('prices', h := 5);
    CREATE TABLE buckets AS FROM factor_quantiles('scores');
    SELECT avg(spread) FROM quantile_spread('buckets', 'ahead')
    WHERE n_top >= 10 AND n_bottom >= 10`);
  near(spread, 0.004, 0.0015, 'spread');
});

test('ranks persist as the scores do: over a day, and over a week', async () => {
  await run('CREATE TABLE weekdays AS FROM scores WHERE isodow(date) <= 5');
  for (const [days, expected] of [
    [1, 0.94],
    [5, 0.81],
  ] as const) {
    const [mean] = await run(
      `SELECT avg(rank_autocorrelation) FROM rank_autocorrelation('weekdays', p := ${days})`,
    );
    near(mean, expected, 0.02, `${days} weekdays`);
  }
});

test('events move the session of their day as planted', async () => {
  await run(`
    CREATE TABLE moves AS FROM daily_returns('prices');
    CREATE TABLE planted AS FROM events
    WHERE event_id IN ('E41_A', 'E41_B', 'E53_A', 'E17_C', 'E6_C');
    CREATE TABLE lonely AS SELECT entity, date, event_id FROM planted
    QUALIFY count(*) OVER (PARTITION BY entity ORDER BY date
      RANGE BETWEEN INTERVAL 3 DAY PRECEDING AND INTERVAL 3 DAY FOLLOWING) = 1`);
  const effects = { E41_A: 0.015, E53_A: -0.02, E17_C: -0.025, E6_C: 0.005 };
  for (const [id, effect] of Object.entries(effects)) {
    const [mean, se = NaN] = await run(`
      CREATE OR REPLACE TABLE chosen AS FROM lonely WHERE event_id = '${id}';
      SELECT mean, se FROM event_study('chosen', 'moves', after := 3, model := 'mean') WHERE tau = 0`);
    near(mean, effect, 3 * se, id);
    assert.ok(se < Math.abs(effect) / 4, `${id}: standard error ${se}`);
  }
});
