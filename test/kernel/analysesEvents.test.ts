import { after, before, test } from 'node:test';
import { analysisChecks, panelTable } from './analysesFixture';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());
const { make, check, fails } = analysisChecks(() => kernel);

/** `'a 01-05, b 01-06'` */
async function events(text: string): Promise<void> {
  const rows = text.split(', ').map(each => {
    const [entity = '', day = ''] = each.split(' ');
    return `('${entity}', DATE '2026-${day}')`;
  });
  await make(`CREATE OR REPLACE TABLE ev AS FROM (VALUES ${rows.join(', ')}) t(entity, date)`);
}

test('an event study counts observations of the entity and has the mean, its error and the sum', async () => {
  await make(panelTable('series', 'daily_return', 'a 01-05 1 2 3 . 5 6\nb 01-05 10 20 40 . 0'));
  await events('a 01-08, b 01-06');
  await check(
    "FROM event_study('ev', 'series', before := 1, after := 1)",
    `-1 2 6.5 6.5 3.5 -0.36 13.36 6.5 3.5
     0 2 12.5 12.5 7.5 -2.2 27.2 19 11
     1 2 23 23 17 -10.32 56.32 42 28`,
  );
  await check(
    "FROM event_study_values('ev', 'series', before := 0, after := 1) ORDER BY ALL",
    `a 01-08 0 01-09 5 0 5
     a 01-08 1 01-10 6 0 6
     b 01-06 0 01-06 20 0 20
     b 01-06 1 01-07 40 0 40`,
  );
});

test('an event without an observation on its day goes to the next, the one before, or nowhere', async () => {
  await make(panelTable('series', 'daily_return', 'a 01-05 1 2 3 . 5 6'));
  await events('a 01-08');
  const study = (rest: string): string =>
    `SELECT observed_on, used, reason, snapped
     FROM event_study_events('ev', 'series', before := 1, after := 1${rest})`;
  await check(study(''), '01-09 true null true');
  await check(study(", snap := 'prev'"), '01-07 true null true');
  await check(study(", snap := 'drop'"), '01-09 false no observation on the day true');
});

test('every event is accounted for: used, or dropped with the reason', async () => {
  await make(panelTable('series', 'daily_return', 'a 01-05 1 2 3 . . 6 7 8 9'));
  await events(
    'a 01-04, a 01-05, a 01-07, a 01-07, a 01-08, a 01-09, a 01-11, a 01-13, a 01-14, z 01-07',
  );
  await make("INSERT INTO ev VALUES ('a', NULL)");
  await check(
    `SELECT * EXCLUDE observations FROM event_study_events('ev', 'series', before := 1, after := 1)`,
    `a 01-04 1 01-05 false outside range true false
     a 01-05 1 01-05 false window outside range false false
     a 01-07 2 01-07 true null false false
     z 01-07 1 null false no series false false
     a 01-08 1 01-10 true null true true
     a 01-09 1 01-10 false same observation true false
     a 01-11 1 01-11 true null false true
     a 01-13 1 01-13 false window outside range false false
     a 01-14 1 null false outside range false false
     a null 1 null false no entity or date false false`,
  );
  await check("SELECT DISTINCT n FROM event_study('ev', 'series', before := 1, after := 1)", '3');
  await check(
    `SELECT date, reason FROM event_study_events('ev', 'series', before := 0, after := 1, overlap := 'drop')
     WHERE overlapping`,
    '01-08 overlapping\n01-11 overlapping',
  );
});

test('an event outside the series takes no observation from one inside', async () => {
  await make(panelTable('series', 'daily_return', 'a 01-05 1 2'));
  await events('a 01-04, a 01-05');
  await check(
    "SELECT date, used, reason FROM event_study_events('ev', 'series', before := 0, after := 0)",
    '01-04 false outside range\n01-05 true null',
  );
});

test('the mean model subtracts the mean of the estimation window, which ends before the event window', async () => {
  await make(
    panelTable('series', 'daily_return', 'a 01-05 1 2 3 9 9 20 30\nb 01-05 4 4 4 4 4 4 4'),
  );
  await events('a 01-10, b 01-07');
  const study = (rest: string): string =>
    `('ev', 'series', before := 1, after := 1, model := 'mean', estimate_from := -5, estimate_to := -3${rest})`;
  await check(
    `SELECT tau, n, mean, cumulative FROM event_study${study(', min_obs := 3')}`,
    '-1 1 7 7\n0 1 18 25\n1 1 28 53',
  );
  await check(
    `SELECT entity, used, reason, observations FROM event_study_events${study(', min_obs := 3')}`,
    'b false too few observations 0\na true null 3',
  );
  await check(`SELECT DISTINCT reason FROM event_study_events${study('')}`, 'too few observations');
});

test('the market model fits a line on the mean of all series of the day', async () => {
  await make(panelTable('series', 'daily_return', 'a 01-05 2 4 6 8 10\nb 01-05 0 0 0 0 6'));
  await events('a 01-09');
  await check(
    `SELECT observed, expected, abnormal FROM event_study_values('ev', 'series', before := 0, after := 0,
       model := 'market', estimate_from := -4, estimate_to := -1, min_obs := 4)`,
    '10 16 -6',
  );
});

test('arguments that make no study are refused; nothing comes of nothing', async () => {
  await make(panelTable('series', 'daily_return', 'a 01-05 1 2 3'));
  await events('a 01-06');
  const refused: [string, RegExp][] = [
    ['before := -1', /before and after count from 0/],
    ["model := 'fama'", /model is 'none', 'mean' or 'market'/],
    ["snap := 'nearest'", /snap is 'next', 'prev' or 'drop'/],
    ["overlap := 'yes'", /overlap is 'keep' or 'drop'/],
    ["model := 'mean', estimate_to := -5", /ends before the event window/],
  ];
  for (const [argument, message] of refused) {
    await fails(`FROM event_study('ev', 'series', ${argument})`, message);
  }
  await check("FROM event_study('ev', 'series')", '');
  await make('DELETE FROM ev');
  await check("FROM event_study('ev', 'series')", '');
  await check("FROM event_study_events('ev', 'series')", '');
});

test('pairs of events are counted by company and week, and lift compares with chance', async () => {
  await make(`CREATE OR REPLACE TABLE counts AS SELECT entity, d::DATE AS date, event_id, count FROM (VALUES
    ('a', '2026-01-05', 'E2', 1), ('a', '2026-01-11', 'E1', 3), ('a', '2026-01-06', 'E1', 1),
    ('a', '2026-01-12', 'E1', 1), ('a', '2026-01-12', 'E2', 0), ('b', '2026-01-12', 'E2', 1),
    ('b', '2026-01-18', 'E3', 2), ('b', '2026-01-19', 'E1', 1), (NULL, '2026-01-05', 'E3', 1))
    t(entity, d, event_id, count)`);
  await check("FROM event_cooccurrence('counts')", 'E1 E2 1 3 2 6 1\nE2 E3 1 2 1 6 3');
  await check("FROM event_cooccurrence('counts', min_weeks := 2)", '');
  await make('DELETE FROM counts');
  await check("FROM event_cooccurrence('counts')", '');
});

test('a calendar has a row an entity and day, with zero where nothing happened', async () => {
  await make(`CREATE OR REPLACE TABLE counts AS SELECT entity, d::DATE AS date, event_id, count FROM (VALUES
    ('a', '2026-01-05', 'E1', 1), ('a', '2026-01-05', 'E2', 2), ('b', '2026-01-07', 'E1', 1))
    t(entity, d, event_id, count)`);
  await check(
    "FROM zero_filled('counts')",
    'a 01-05 3\na 01-06 0\na 01-07 0\nb 01-05 0\nb 01-06 0\nb 01-07 1',
  );
  await check(
    `FROM zero_filled('counts', date_from := '2026-01-07', date_to := DATE '2026-01-09', entities := ['b', 'c'])`,
    'b 01-07 1\nb 01-08 0\nc 01-07 0\nc 01-08 0',
  );
  await fails(
    "FROM zero_filled('counts', date_from := '2026-01-09', date_to := '2026-01-07')",
    /date_to is before date_from/,
  );
  await make('DELETE FROM counts');
  await check("FROM zero_filled('counts')", '');
  await check(
    `FROM zero_filled('counts', date_from := '2026-01-07', date_to := '2026-01-08', entities := ['c'])`,
    'c 01-07 0',
  );
});

test('topics are sums of families of events, by entity and day', async () => {
  await make(`CREATE OR REPLACE TABLE counts AS FROM (VALUES
    ('a', DATE '2026-01-05', 'E6_B', 2), ('a', DATE '2026-01-05', 'E19_A', 1), ('a', DATE '2026-01-05', 'E1_A', 4),
    ('b', DATE '2026-01-06', 'E99_A', 1)) t(entity, date, event_id, count)`);
  await check(
    "FROM event_topics('counts')",
    `a 01-05 Deals 3
     a 01-05 Results 4
     b 01-06 Other 1`,
  );
});
