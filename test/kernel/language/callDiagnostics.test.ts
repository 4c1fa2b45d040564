import { after, test } from 'node:test';
import { AnalystFixture } from './analysed';
import { problemChecks } from './checkProblems';

const fixture = new AnalystFixture();
const check = problemChecks(fixture);
after(() => fixture.close());

test('calls that are right have no problem', async () => {
  const right = [
    'FROM bullish_stocks()',
    "FROM bullish_stocks(industry := 'technology', amount := 50, source_country := 'gb')",
    "FROM bearish_stocks(stock_index := 'STOXX 600', time_horizon := '1D')",
    "FROM bull_bear_score_ts('company:a', time_horizon := '3M')",
    "FROM bull_bear_score_ts(['a'], time_horizon := '3M')",
    "FROM events_ts(['a', NULL], factuality := ['FACT', 'UNKNOWN'], temporality := 'PAST')",
    "FROM events_ts(portfolio('tech'), date_from := getvariable('since'))",
    'FROM trading_volume_ts((SELECT list(entity) FROM bullish_stocks()), date_from := current_date - 90)',
    "FROM company_events('a', event_ids := ['E5_A'], date_from := '2026-01-01', date_through := '2026-01-01')",
    'WITH picks AS (FROM bullish_stocks()) FROM events_ts((SELECT list(entity) FROM picks))',
    "FROM bullish_stocks(industry := getvariable('industry'), amount := NULL)",
    "FROM events_ts('a', default_time_back := '2w', date_to := NULL)",
    "SELECT * FROM events_ts(entities := 'a') AS e JOIN bullish_stocks() USING (entity)",
    "FROM events_ts('a', date_from := today() - 7, date_to := today())",
    "FROM events_ts('a', date_from := date_trunc('month', current_date), date_to := current_date)",
    "FROM events_ts('a', date_from := TIMESTAMP '2026-01-01', date_to := now()::DATE)",
    "FROM events_ts('a', date_from := date_trunc('week', now()))",
    "FROM events_ts('a', date_from := strftime(current_date, '%Y-%m-%d'))",
    "FROM events_ts('a', factuality := ['FACT', upper('unknown')])",
    "FROM events_ts('a', factuality := [])",
    'FROM events_ts([NULL])',
    'FROM bullish_stocks(amount := 5.0)',
    'FROM bullish_stocks(amount := 10 / 2)',
    'FROM bullish_stocks(amount := round(4.6))',
    'FROM bullish_stocks(amount := 5::REAL)',
    'FROM bullish_stocks(amount := NULL::VARCHAR)',
    "FROM events_ts(array_value('a', 'b'))",
    "FROM overlay_changes('bullish_stocks', since := (SELECT max(since) FROM (SELECT current_date AS since)))",
  ];
  for (const text of right) {
    await check(text, []);
  }
});

test('an argument that does not exist is told with the one that was meant', async () => {
  await check("FROM bullish_stocks(‹industri› := 'energy')", [
    ['argument.unknownArgument', "FROM bullish_stocks(industry := 'energy')"],
  ]);
  await check("FROM events_ts('a', ‹date_form› := '2026-01-01')", [
    ['argument.unknownArgument', "FROM events_ts('a', date_from := '2026-01-01')"],
  ]);
  await check('FROM bearish_stocks(‹Amonut› := 5)', [
    ['argument.unknownArgument', 'FROM bearish_stocks(amount := 5)'],
  ]);
  await check("FROM bullish_stocks(‹xyz› := 'energy')", ['argument.unknownArgument']);
  await check("FROM ‹trading_volume_ts›(‹entites› := ['x'])", [
    'argument.missingEntities',
    ['argument.unknownArgument', "FROM trading_volume_ts(entities := ['x'])"],
  ]);
});

test('an argument without a name, given twice or left empty is told', async () => {
  await check("FROM bullish_stocks(‹'technology'›)", [
    ['argument.unnamedArgument', "FROM bullish_stocks(industry := 'technology')"],
  ]);
  await check("FROM bullish_stocks(‹'all'›)", ['argument.unnamedArgument']);
  await check('FROM bullish_stocks(‹5›)', ['argument.unnamedArgument']);
  await check("FROM events_ts('a', ‹DATE '2026-01-01'›)", ['argument.unnamedArgument']);
  await check("FROM company_events('a', ‹'E5_A'›)", [
    ['argument.unnamedArgument', "FROM company_events('a', event_ids := 'E5_A')"],
  ]);
  await check('FROM bullish_stocks(amount := 1, ‹amount› := 2)', [
    ['argument.repeatedArgument', 'FROM bullish_stocks(amount := 1)'],
  ]);
  await check("FROM events_ts('a', ‹entities› := 'b')", [
    ['argument.repeatedArgument', "FROM events_ts('a')"],
  ]);
  await check('FROM ‹events_ts›()', ['argument.missingEntities']);
  await check('FROM events_ts(‹NULL›)', ['argument.missingEntities']);
});

test('entities are keys', async () => {
  await check('FROM events_ts(‹5›)', ['argument.wrongEntities']);
  await check("FROM events_ts(['a', ‹7›])", ['argument.wrongEntities']);
  await check("FROM events_ts(‹''›)", ['argument.wrongEntities']);
});

test('a value that is not allowed is told with the one that was meant', async () => {
  const value = async (wrong: string, right: string | null, call: string): Promise<void> => {
    const marked = call.replace('?', `‹${wrong}›`);
    const code = /e9/i.test(wrong) ? 'argument.unknownEvent' : 'argument.unknownValue';
    await check(marked, [right === null ? code : [code, call.replace('?', right)]]);
  };
  await value("'tech'", "'technology'", 'FROM bullish_stocks(industry := ?)');
  await value("'Technology'", "'technology'", 'FROM bullish_stocks(industry := ?)');
  await value("'helth_care'", "'health_care'", 'FROM bullish_stocks(industry := ?)');
  await value("'bananas'", null, 'FROM bullish_stocks(industry := ?)');
  await value('5', null, 'FROM bullish_stocks(industry := ?)');
  await value("'uk'", "'gb'", 'FROM bullish_stocks(source_country := ?)');
  await value("'UK'", "'gb'", 'FROM bullish_stocks(source_country := ?)');
  await value("'US'", "'us'", 'FROM bullish_stocks(source_country := ?)');
  await value("'STOXX600'", "'STOXX 600'", 'FROM bullish_stocks(stock_index := ?)');
  await value("'dax'", "'DAX'", 'FROM bullish_stocks(stock_index := ?)');
  await value("'1d'", "'1D'", 'FROM bullish_stocks(time_horizon := ?)');
  await value("'1w'", "'1W'", "FROM bull_bear_score_ts('a', time_horizon := ?)");
  await value("'fact'", "'FACT'", "FROM events_ts('a', factuality := ?)");
  await value("'Past'", "'PAST'", "FROM events_ts('a', temporality := ['PRESENT', ?])");
  await value("'E99_A'", "'E9_A'", "FROM company_events('a', event_ids := [?])");
  await value("'e9_b'", "'E9_B'", "FROM company_events('a', event_ids := ?)");
});

test('a value of the wrong type is told', async () => {
  await check("FROM bullish_stocks(amount := ‹'50'›)", [
    ['argument.notWhole', 'FROM bullish_stocks(amount := 50)'],
  ]);
  await check('FROM bullish_stocks(amount := ‹1.5›)', ['argument.notWhole']);
  await check("FROM bullish_stocks(amount := ‹upper('x')›)", ['argument.notWhole']);
  await check('FROM bullish_stocks(amount := ‹current_date›)', ['argument.notWhole']);
  await check("FROM events_ts('a', date_from := ‹7›)", ['argument.notDate']);
  await check("FROM events_ts('a', date_from := ‹length('x')›)", ['argument.notDate']);
  await check("FROM events_ts('a', date_from := ‹'last week'›)", ['argument.notDate']);
  await check("FROM events_ts('a', date_from := ‹'2026-1-5'›)", [
    ['argument.notDate', "FROM events_ts('a', date_from := DATE '2026-01-05')"],
  ]);
  await check("FROM events_ts('a', date_to := ‹'2026/02/03'›)", [
    ['argument.notDate', "FROM events_ts('a', date_to := DATE '2026-02-03')"],
  ]);
  await check("FROM events_ts('a', date_to := ‹DATE '2026-02-31'›)", ['argument.notDate']);
  await check("FROM events_ts('a', default_time_back := ‹7›)", ['argument.notText']);
  await check("FROM bullish_stocks(industry := ‹length('x')›)", ['argument.unknownValue']);
  await check("FROM bullish_stocks(industry := ‹['energy']›)", [
    ['argument.listForOne', "FROM bullish_stocks(industry := 'energy')"],
  ]);
  await check("FROM bullish_stocks(industry := ‹['energy', 'utilities']›)", [
    'argument.listForOne',
  ]);
  await check("FROM bullish_stocks(industry := ‹portfolio('tech')›)", ['argument.listForOne']);
});

test('ranges that clash, hold nothing or run backwards are told', async () => {
  await check(
    "FROM events_ts('a', date_to := DATE '2026-02-01', ‹date_through› := DATE '2026-02-01')",
    [['argument.bothEnds', "FROM events_ts('a', date_to := DATE '2026-02-01')"]],
  );
  await check("FROM events_ts('a', ‹default_time_back› := '1w', date_to := '2026-02-01')", [
    ['argument.endAndLookBack', "FROM events_ts('a', date_to := '2026-02-01')"],
  ]);
  await check("FROM events_ts('a', date_from := '2026-02-01', date_to := ‹'2026-02-01'›)", [
    ['emptyRange', "FROM events_ts('a', date_from := '2026-02-01', date_through := '2026-02-01')"],
  ]);
  await check('FROM bullish_stocks(date_from := today(), date_to := ‹current_date›)', [
    ['emptyRange', 'FROM bullish_stocks(date_from := today(), date_through := current_date)'],
  ]);
  await check("FROM events_ts('a', date_from := '2026-02-02', date_to := ‹DATE '2026-02-01'›)", [
    [
      'reversedRange',
      "FROM events_ts('a', date_from := DATE '2026-02-01', date_to := '2026-02-02')",
    ],
  ]);
  await check(
    "FROM events_ts('a', date_from := current_date - 7, date_through := ‹current_date - INTERVAL 30 DAYS›)",
    [
      [
        'reversedRange',
        "FROM events_ts('a', date_from := current_date - INTERVAL 30 DAYS, date_through := current_date - 7)",
      ],
    ],
  );
  await check("FROM events_ts('a', date_from := getvariable('since'), date_to := ‹'2025-12-01'›)", [
    [
      'reversedRange',
      "FROM events_ts('a', date_from := '2025-12-01', date_to := getvariable('since'))",
    ],
  ]);
});

test('a horizon of a list is told to cost one request an entity', async () => {
  await check("FROM bull_bear_score_ts(['a', 'b'], ‹time_horizon› := '1D')", ['requestEach']);
  await check("FROM bull_bear_score_ts(portfolio('tech'), ‹time_horizon› := '1D')", [
    'requestEach',
  ]);
  await check(
    "FROM bull_bear_score_ts((SELECT list(entity) FROM bullish_stocks()), ‹time_horizon› := '1D')",
    ['requestEach'],
  );
});

test('an argument that is known only while the query runs is told', async () => {
  await check('FROM bullish_stocks() AS b, events_ts(‹b›.entity)', ['lateral']);
  await check('FROM bullish_stocks() AS b, LATERAL (FROM events_ts(‹entity›))', ['lateral']);
  await check('FROM events_ts(‹apple›)', [['lateral', "FROM events_ts('apple')"]]);
  await check('FROM events_ts(‹"apple"›)', [['lateral', "FROM events_ts('apple')"]]);
});

test('portfolios and variables are looked up', async () => {
  await check("FROM events_ts(portfolio(‹'teck'›))", [
    ['unknownPortfolio', "FROM events_ts(portfolio('tech'))"],
  ]);
  await check("FROM portfolio_weights(‹'teck'›)", [
    ['unknownPortfolio', "FROM portfolio_weights('tech')"],
  ]);
  await check("SELECT weight FROM portfolio_weights('tech')", []);
  await check("FROM events_ts(portfolio('anything'))", [], { portfolios: null });
  await check("SELECT getvariable(‹'sinse'›)", [
    ['unknownVariable', "SELECT getvariable('since')"],
  ]);
  await check(['SET VARIABLE own = 1', "SELECT getvariable('own')"], []);
  await check(["SELECT getvariable('own')", 'SET VARIABLE own = 1'], []);
});

test('calls are checked wherever a statement can hold one', async () => {
  const wrong = "bullish_stocks(industry := ‹'tech'›)";
  for (const text of [
    `CREATE TABLE t AS FROM ${wrong}`,
    `CREATE OR REPLACE VIEW v AS SELECT * FROM ${wrong}`,
    `SET VARIABLE k = (SELECT list(entity) FROM ${wrong})`,
    `SELECT (SELECT count(*) FROM ${wrong})`,
    `FROM events_ts((SELECT list(entity) FROM ${wrong}))`,
    `DESCRIBE FROM ${wrong}`,
    `PIVOT ${wrong} ON side USING count(*)`,
    `FROM range(3) VISUALISE range AS x, range AS y DRAW point MAPPING price AS x, price AS y FROM ${wrong}`,
  ]) {
    const right = text.replace(/‹'tech'›/, "'technology'");
    await check(text, [['argument.unknownValue', right]]);
  }
});

test('what a list is compared with is checked as well', async () => {
  await check("FROM overlay_changes('bullish_stocks', since := current_date - 7)", []);
  await check("FROM overlay_changes(‹'berish_stocks'›)", [
    ['argument.wrongList', "FROM overlay_changes('bearish_stocks')"],
  ]);
  await check('FROM ‹overlay_changes›()', ['argument.wrongList']);
  await check("FROM overlay_changes('bullish_stocks', ‹sinc› := '2026-01-01')", [
    ['argument.unknownArgument', "FROM overlay_changes('bullish_stocks', since := '2026-01-01')"],
  ]);
  await check("FROM overlay_changes('bullish_stocks', since := '2026-01-01', ‹snapshot› := 'x')", [
    ['argument.twoBaselines', "FROM overlay_changes('bullish_stocks', since := '2026-01-01')"],
  ]);
  await check(
    "FROM overlay_changes('bullish_stocks', since := '2026-02-02', until := ‹'2026-02-01'›)",
    [
      [
        'argument.sinceAfterUntil',
        "FROM overlay_changes('bullish_stocks', since := '2026-02-01', until := '2026-02-02')",
      ],
    ],
  );
  await check(
    "FROM overlay_changes('bullish_stocks', since := '2026-02-02', until := current_date)",
    [],
  );
  await check("FROM overlay_changes('bearish_stocks', amount := ‹'5'›)", [
    ['argument.notWhole', "FROM overlay_changes('bearish_stocks', amount := 5)"],
  ]);
  await check("FROM overlay_changes('bullish_stocks', since := ‹now()›)", [
    ['argument.notDate', "FROM overlay_changes('bullish_stocks', since := CAST(now() AS DATE))"],
  ]);
  await check("FROM overlay_changes('bullish_stocks', since := ‹['2026-01-01']›)", [
    ['argument.listForOne', "FROM overlay_changes('bullish_stocks', since := '2026-01-01')"],
  ]);
  await check("FROM overlay_changes('bullish_stocks', since := ‹(SELECT 5)›)", [
    'argument.notDate',
  ]);
  await check('FROM overlay_changes(‹bullish_stocks›)', [
    ['lateral', "FROM overlay_changes('bullish_stocks')"],
  ]);
  await check("FROM overlay_changes('bullish_stocks', industry := ‹energy›)", [
    ['lateral', "FROM overlay_changes('bullish_stocks', industry := 'energy')"],
  ]);
  await check("SELECT ‹chang› FROM overlay_changes('bearish_stocks')", [
    ['unknownColumn', "SELECT change FROM overlay_changes('bearish_stocks')"],
  ]);
});

test('a call that is no SQL is told where it stops being it, also where its arguments are constants', async () => {
  await check("FROM events_ts('a‹'›", ['syntax']);
  await check("FROM bullish_stocks(amount := 5 ‹industry› := 'energy')", ['syntax']);
  await check('FROM events_ts((SELECT list(entity) FORM ‹bullish_stocks›()))', ['syntax']);
  await check('FROM bullish_stocks(time_horizon := ‹1D›)', ['syntax']);
  await check("FROM events_ts('a', date_from := current_date - ‹)›", ['syntax']);
  await check("SELECT * FROM events_ts('a' ‹VISUALISE› date AS x, count AS y DRAW line", [
    'syntax',
  ]);
});

test('a column of a query in an argument is looked for in that query', async () => {
  await check('FROM events_ts((SELECT list(‹entiy›) FROM bullish_stocks()))', [
    ['unknownColumn', 'FROM events_ts((SELECT list(entity) FROM bullish_stocks()))'],
  ]);
  await check(
    'WITH t AS (FROM bullish_stocks()) FROM events_ts((SELECT list(entity) FROM t WHERE ‹pric› > 0))',
    [
      [
        'unknownColumn',
        'WITH t AS (FROM bullish_stocks()) FROM events_ts((SELECT list(entity) FROM t WHERE price > 0))',
      ],
    ],
  );
});

test('a name that is known only as the query runs is told, within a list too', async () => {
  await check('FROM bullish_stocks() AS b, events_ts([‹b›.entity])', ['lateral']);
  await check('FROM events_ts([\'a\', ‹"b"›])', [['lateral', "FROM events_ts(['a', 'b'])"]]);
  await check('FROM bullish_stocks(industry := ‹energy›)', [
    ['lateral', "FROM bullish_stocks(industry := 'energy')"],
  ]);
  await check('FROM events_ts(‹demo0001›)', [['lateral', "FROM events_ts('demo0001')"]]);
  await check("FROM events_ts('a', date_from := ‹d› + 1)", ['lateral']);
});

test('an equals sign between name and value is told with the sign that is meant', async () => {
  await check('FROM bullish_stocks(‹amount = 5›)', [
    ['argument.unnamedArgument', 'FROM bullish_stocks(amount := 5)'],
  ]);
});

test('a date of one digit a month is one, as DuckDB reads it', async () => {
  await check("FROM events_ts('a', date_from := DATE '2026-1-5', date_to := '2026-2-1'::DATE)", []);
  await check(
    "FROM events_ts('a', date_from := DATE '2026-11-1', date_to := ‹DATE '2026-11-01'›)",
    [
      [
        'emptyRange',
        "FROM events_ts('a', date_from := DATE '2026-11-1', date_through := DATE '2026-11-01')",
      ],
    ],
  );
});

test('a value is also meant by the name that people have for it', async () => {
  await check("FROM bullish_stocks(source_country := ‹'Germany'›)", [
    ['argument.unknownValue', "FROM bullish_stocks(source_country := 'de')"],
  ]);
  await check("FROM bullish_stocks(source_country := ‹'united kingdom'›)", [
    ['argument.unknownValue', "FROM bullish_stocks(source_country := 'gb')"],
  ]);
});

test('rows where one value has to be, and a function without its brackets, are told', async () => {
  await check('SELECT ‹bullish_stocks›(amount := 3)', ['rowsNotValue']);
  await check("SELECT 1 WHERE 'a' IN ‹events_ts›('a')", ['rowsNotValue']);
  await check('SELECT price FROM ‹bullish_stocks› WHERE price > 0', [
    ['unknownTable', 'SELECT price FROM bullish_stocks() WHERE price > 0'],
  ]);
});

test('names that are put together when the cell runs are not looked for', async () => {
  await check("FROM events_ts(portfolio('te' || 'ch'))", []);
  await check("SELECT getvariable('indus' || 'try') AS v", []);
});
