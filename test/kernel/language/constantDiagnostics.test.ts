import { after, test } from 'node:test';
import { AnalystFixture } from './analysed';
import { problemChecks } from './checkProblems';

const fixture = new AnalystFixture();
const check = problemChecks(fixture);
after(() => fixture.close());

test('what a constant comes to is told as the call would refuse it', async () => {
  const date = async (wrong: string, right: string | null): Promise<void> => {
    const call = (value: string): string => `FROM events_ts('a', date_from := ${value})`;
    await check(call(`‹${wrong}›`), [
      right === null ? 'argument.notDate' : ['argument.notDate', call(right)],
    ]);
  };
  await date('now()', 'CAST(now() AS DATE)');
  await date('current_timestamp', 'CAST(current_timestamp AS DATE)');
  await date('now() - INTERVAL 7 DAYS', 'CAST(now() - INTERVAL 7 DAYS AS DATE)');
  await date('current_date - INTERVAL 7 HOURS', 'CAST(current_date - INTERVAL 7 HOURS AS DATE)');
  await date("TIMESTAMP '2026-01-01 10:00:00'", "CAST(TIMESTAMP '2026-01-01 10:00:00' AS DATE)");
  await date("'2026-01-01 10:00:00'", "DATE '2026-01-01'");
  await date("'2026-1-01T10:00:00Z'", "DATE '2026-01-01'");
  await date('20260105', "DATE '2026-01-05'");
  await date("'yesterday'", 'current_date - 1');
  await date("'today'::DATE", 'current_date');
  await date('INTERVAL 3 DAYS', 'current_date - INTERVAL 3 DAYS');
  await date('current_time', null);
  await date("strftime(current_date, '%d.%m.%Y')", null);
  await date(
    "TIMESTAMP_S '2026-01-01 10:00:00'",
    "CAST(TIMESTAMP_S '2026-01-01 10:00:00' AS DATE)",
  );
  await check('FROM bullish_stocks(amount := ‹10 / 4›)', ['argument.notWhole']);
  await check('FROM bullish_stocks(amount := ‹.5›)', ['argument.notWhole']);
  await check('FROM bullish_stocks(amount := ‹5.5::DOUBLE›)', ['argument.notWhole']);
  await check('FROM bullish_stocks(amount := ‹99999999999999999999›)', ['argument.notWhole']);
  await check('FROM bullish_stocks(amount := ‹1 / 0›)', ['argument.notWhole']);
  await check("FROM bullish_stocks(amount := 'x'‹::›INT)", ['engine']);
  await check("FROM bullish_stocks(industry := ‹upper('technology')›)", [
    ['argument.unknownValue', "FROM bullish_stocks(industry := 'technology')"],
  ]);
  await check("FROM events_ts('a', default_time_back := ‹INTERVAL 7 DAYS›)", ['argument.notText']);
  await check("FROM events_ts(‹{'a': 1}›)", ['argument.wrongEntities']);
  await check('FROM events_ts(‹5.5›)', ['argument.wrongEntities']);
  await check('FROM events_ts(‹NULL::VARCHAR›)', ['argument.missingEntities']);
  await check('FROM events_ts(‹(SELECT list(price) FROM bullish_stocks())›)', [
    'argument.wrongEntities',
  ]);
});

test('elements of a list that the call would refuse are told, each where it stands', async () => {
  await check("FROM events_ts('a', factuality := ['FACT', ‹NULL›])", [
    ['argument.unknownValue', "FROM events_ts('a', factuality := ['FACT'])"],
  ]);
  await check("FROM company_events('a', event_ids := [‹NULL›, 'E5_A'])", [
    ['argument.unknownEvent', "FROM company_events('a', event_ids := ['E5_A'])"],
  ]);
  await check("FROM events_ts('a', factuality := [‹NULL›])", [
    ['argument.unknownValue', "FROM events_ts('a', factuality := [])"],
  ]);
  await check("FROM events_ts('a', factuality := ['FACT', ‹lower('UNKNOWN')›])", [
    'argument.unknownValue',
  ]);
  await check("FROM events_ts('a', factuality := [‹current_date›])", ['argument.unknownValue']);
  await check("FROM events_ts('a', factuality := [‹['FACT']›])", ['argument.unknownValue']);
  await check("FROM events_ts('a', factuality := ‹list_value('FACT', 'NOPE')›)", [
    'argument.unknownValue',
  ]);
  await check("FROM events_ts(['a', ‹trim('  ')›])", ['argument.wrongEntities']);
  await check("FROM events_ts([‹['a']›])", ['argument.wrongEntities']);
  await check("FROM events_ts(‹('a', 'b')›)", [
    ['argument.wrongEntities', "FROM events_ts(['a', 'b'])"],
  ]);
  await check("FROM events_ts('a', factuality := ‹('FACT', 'UNKNOWN')›)", [
    ['argument.unknownValue', "FROM events_ts('a', factuality := ['FACT', 'UNKNOWN'])"],
  ]);
});

// Computed, each would run for hours.
test('what would take long is not computed', async () => {
  for (const amount of [
    "length(repeat('x', 100000000000))",
    '(SELECT count(*) FROM range(1000000000000) WHERE range % 7 = 3)',
    'len([x FOR x IN range(100000000000) IF x % 7 = 3])',
  ]) {
    await check(`FROM bullish_stocks(amount := ${amount})`, []);
  }
  await check(
    [
      'CREATE MACRO upper(x) AS (SELECT count(*) FROM range(1000000000000) WHERE range % 7 = 3)',
      "FROM bullish_stocks(amount := upper('x'))",
    ],
    [],
  );
});
