import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeCell } from '../../../src/core/language/completion/completeCell';
import { MOST_ITEMS } from '../../../src/core/language/completion/item';
import { eventIds } from '../../../src/core/service/eventTypes';
import { sourceCountries } from '../../../src/core/service/enumerations';
import { signalFunctions } from '../../../src/core/service/functions';
import { assertProportional } from '../../support/growth';
import { factsOf } from './assisted';
import { among, first, offered, only, taken } from './offered';
import fc from '../../support/properties';

test('a relation is a table, a view, a signal function, an analysis or a function of DuckDB', () => {
  among(
    'FROM |',
    'prices',
    'weekly',
    'bullish_stocks',
    'information_coefficient',
    'overlay_changes',
  );
  among(
    'FROM |',
    'event_types',
    'entities',
    'snapshots',
    'portfolios',
    'read_csv',
    '-lower',
    'top_n',
  );
  const signals = signalFunctions.map(({ name }) => name);
  first('FROM |', ...signals, 'prices', 'weekly');
  first('WITH mine AS (SELECT 1 AS a) FROM |', 'mine', ...signals);
  const last = (marked: string) => offered(marked).at(-1)?.label;
  assert.equal(last('FROM |'), 'pg_timezone_names');
  assert.equal(last('SELECT p|'), 'pg_typeof');
  among('SELECT * FROM pr|', 'prices', 'bullish_stocks');
  among('FROM prices JOIN |', 'weekly', 'bearish_stocks');
  among('FROM prices p, |', 'weekly');
  among('WITH mine AS (SELECT 1 AS a) FROM |', 'mine', 'prices');
  among('SELECT * FROM (FROM |)', 'prices');
  among('FROM prices; FROM |; SELECT 1', 'weekly');
});

test('a function is inserted with its arguments to fill in', () => {
  taken('FROM bull|', 'bullish_stocks', 'FROM bullish_stocks($1)$0');
  taken('FROM eve|', 'events_ts', 'FROM events_ts($1)$0');
  taken(
    'FROM inf|',
    'information_coefficient',
    'FROM information_coefficient(${1|factor,prices,weekly|}, ${2|returns,prices,weekly|})$0',
  );
  taken('FROM bull|(amount := 5)', 'bullish_stocks', 'FROM bullish_stocks(amount := 5)');
  taken('bull|(amount := 5)', 'bullish_stocks', 'FROM bullish_stocks(amount := 5)');
  taken('top|', 'top_n', 'FROM top_n($1)$0');
  taken('SELECT low|', 'lower', 'SELECT lower($1)$0');
  taken('SELECT p|', 'pi', 'SELECT pi()$0');
});

test('a call is offered the arguments that it does not have yet', () => {
  first('FROM bullish_stocks(|)', 'amount', 'industry', 'time_horizon', 'source_country');
  among('FROM bullish_stocks(amount := 5, |)', '-amount', 'industry');
  among('FROM bullish_stocks(|, amount := 5)', '-amount', 'industry');
  among("FROM bullish_stocks(amount := 5, ind|, stock_index := 'DAX')", 'industry', '-stock_index');
  among("FROM events_ts('a', |", 'date_from', 'factuality', '-entities');
  among("FROM events_ts('a', date_to := current_date, |", '-date_through', 'date_from');
  among('FROM BULLISH_STOCKS(|)', 'amount');
  among("FROM information_coefficient('prices', 'weekly', |)", 'min_n', '-factor', '-returns');
  among("FROM overlay_changes('bullish_stocks', |)", 'since', 'until', 'industry', '-overlay');
  among('FROM top_n(|)', 'source', 'n');
  among('FROM bullish_stocks(amount := 5\n, |', 'industry');
  taken('FROM bullish_stocks(am|)', 'amount', 'FROM bullish_stocks(amount := )');
  only('FROM bullish_stocks(amount := 5 |)');
});

test('an enumeration is offered its values, in quotes and without', () => {
  only("FROM bullish_stocks(time_horizon := '|')", '1D', '1W', '1M', '3M');
  first('FROM bullish_stocks(time_horizon := |)', '1D', '1W', '1M', '3M');
  taken(
    "FROM bullish_stocks(time_horizon := '|')",
    '1W',
    "FROM bullish_stocks(time_horizon := '1W')",
  );
  taken(
    'FROM bullish_stocks(time_horizon := |)',
    '1W',
    "FROM bullish_stocks(time_horizon := '1W')",
  );
  taken(
    "FROM bullish_stocks(time_horizon := '1|",
    '1W',
    "FROM bullish_stocks(time_horizon := '1W'",
  );
  taken(
    "FROM bullish_stocks(stock_index := 'S|TOXX')",
    'STOXX 600',
    "FROM bullish_stocks(stock_index := 'STOXX 600')",
  );
  first("FROM events_ts('a', factuality := ['|'])", 'FACT', 'UNKNOWN');
  first("FROM events_ts('a', factuality := ['FACT', '|'])", 'FACT');
  first("FROM events_ts('a', factuality := ['FACT', |])", 'FACT');
  only("FROM overlay_changes('|')", 'bullish_stocks', 'bearish_stocks');
  among("FROM overlay_changes('bullish_stocks', industry := '|')", 'technology');
  only("FROM bullish_stocks(time_horizon := ['|'])");
});

test('a value is found by its plain name', () => {
  const values = offered("FROM bullish_stocks(source_country := '|')");
  assert.equal(values.length, sourceCountries.length);
  const britain = values.find(({ label }) => label === 'gb');
  assert.equal(britain?.detail, 'United Kingdom');
  assert.equal(britain?.filter, 'gb United Kingdom');
});

test('event ids come with their names, those that are not documented say so', () => {
  const items = offered("FROM company_events('a', event_ids := '|')");
  assert.equal(items.length, eventIds.length);
  const details = new Map(
    items.map(({ label, detail, filter }) => [label, `${detail}: ${filter}`]),
  );
  assert.equal(details.get('E53_A'), 'Lawsuit: E53_A Lawsuit');
  assert.equal(details.get('E9_A'), 'Sales Volume Increase: E9_A Sales Volume Increase');
  assert.equal(details.get('E3_A'), 'family E3, name not documented: E3_A');
  taken(
    "FROM company_events('a', event_ids := ['E53_A', 'E17|'])",
    'E17_A',
    "FROM company_events('a', event_ids := ['E53_A', 'E17_A'])",
  );
  among("SELECT * FROM events_ts('a') WHERE event_id = '|'", 'E53_A');
  among("FROM events_ts('a') WHERE event_id IN ('E1_A', '|')", 'E53_A');
});

test('entities are found by name, ticker and ISIN, and their key is inserted', () => {
  first("FROM events_ts('|')", 'Alpha Works', 'Alpha Works', 'Beta *Bold* <b>');
  taken("FROM events_ts('Alp|')", 'Alpha Works', "FROM events_ts('company:A1')");
  taken('FROM events_ts(alp|)', 'Alpha Works', "FROM events_ts('company:A1')");
  taken(
    "FROM events_ts(['company:B2', 'DE000|'])",
    'Alpha Works',
    "FROM events_ts(['company:B2', 'company:A1'])",
  );
  taken(
    'FROM events_ts(entities := BTB|)',
    'Beta *Bold* <b>',
    "FROM events_ts(entities := 'company:B2')",
  );
  taken("SELECT 1 WHERE entity = '|'", 'Alpha Works', "SELECT 1 WHERE entity = 'company:A1'");
  only("FROM events_ts('zzz|')");
  const [alpha] = offered("FROM events_ts('|')");
  assert.equal(alpha?.detail, 'company:A1, ALW.DE, DE0001112223');
  assert.equal(alpha?.filter, 'Alpha Works ALW.DE DE0001112223 company:A1');
});

test('portfolios and variables are offered inside their calls', () => {
  only("SELECT portfolio('|')", 'core', "o'neil");
  taken("SELECT portfolio('|')", "o'neil", "SELECT portfolio('o''neil')");
  only("FROM portfolio_weights('|')", 'core', "o'neil");
  first('FROM portfolio_weights(|)', 'core', "o'neil");
  taken('FROM portfolio_weights(|)', "o'neil", "FROM portfolio_weights('o''neil')");
  only("SELECT getvariable('|')", 'since', 'industry', 'limit_n');
  first('FROM events_ts(|)', "portfolio('core')", "portfolio('o'neil')", "getvariable('industry')");
  taken('FROM events_ts(|)', "portfolio('o'neil')", "FROM events_ts(portfolio('o''neil'))");
  among("FROM query_table('|')", 'prices', 'weekly');
});

test('dates are offered as SQL, and between quotes as days', () => {
  first(
    "FROM events_ts('a', date_from := |)",
    'current_date',
    'current_date - 7',
    'current_date - 30',
  );
  among(
    "FROM events_ts('a', date_from := |)",
    "date_trunc('year', current_date)::DATE",
    "getvariable('since')",
    "-getvariable('industry')",
  );
  first("FROM events_ts('a', date_from := '|')", '2026-03-10', '2026-03-03');
  among("FROM events_ts('a', date_to := '|')", '2026-01-01', '2026-03-01');
  among("FROM overlay_changes('bullish_stocks', since := |)", 'current_date - 7');
  only("FROM events_ts('a', date_from := current_date |)");
  const [today] = offered("FROM events_ts('a', date_to := |)");
  assert.equal(today?.detail, 'today, 2026-03-10, excluded');
});

test('defaults are offered where nothing else is known', () => {
  first('FROM bullish_stocks(amount := |)', '15');
  first("FROM events_ts('a', default_time_back := |)", "'1w'");
  only("FROM events_ts('a', default_time_back := '|')", '1w');
  first("FROM information_coefficient('prices', 'weekly', min_n := |)", '10');
});

test('variables are offered to arguments of their type', () => {
  /** The variables that are offered at `|`, in order. */
  const variables = (marked: string, ...expected: string[]): void => {
    const calls = offered(marked).filter(({ label }) => label.startsWith("getvariable('"));
    assert.deepEqual(
      calls.map(({ label }) => label.slice(13, -2)),
      expected,
      marked,
    );
  };
  variables('FROM bullish_stocks(industry := g|)', 'industry');
  variables('FROM bullish_stocks(amount := |)', 'limit_n');
  variables('FROM bullish_stocks(industry := [|])');
  variables('FROM events_ts(g|)', 'industry');
  variables("FROM events_ts(['a', g|])", 'industry');
  variables("FROM events_ts('a', date_from := g|)", 'since');
  variables("FROM events_ts('a', date_from := current_date - g|)", 'limit_n');
  variables("FROM events_ts('a', date_from := current_date - 3|)");
  variables("FROM events_ts('a', date_from := current_date g|)");
  variables("FROM events_ts('a', default_time_back := |)", 'industry');
  variables("FROM events_ts('a', factuality := [|])", 'industry');
  variables("FROM events_ts('g|')");
  variables("FROM information_coefficient('prices', 'weekly', min_n := |)", 'limit_n');
  variables('FROM information_coefficient(|)');
  variables('FROM top_n(n := |)', 'limit_n');
  variables('FROM top_n(source := |)', 'since', 'industry', 'limit_n');
  among('FROM bullish_stocks(industry := |)', "-portfolio('core')");
  taken(
    'FROM bullish_stocks(industry := g|)',
    "getvariable('industry')",
    "FROM bullish_stocks(industry := getvariable('industry'))",
  );
});

test('tables are offered to analyses, and the columns of those tables', () => {
  among("FROM information_coefficient('|')", 'prices', 'weekly');
  taken("FROM information_coefficient('p|')", 'prices', "FROM information_coefficient('prices')");
  among("FROM information_coefficient('prices', |)", 'weekly');
  among("FROM information_coefficient('prices', 'weekly', value := '|')", 'close', 'week', 'score');
});

test('columns of the query are offered wherever its FROM stands', () => {
  first('SELECT | FROM prices', 'entity', 'close');
  first('FROM prices SELECT |', 'entity', 'close');
  first('FROM prices WHERE |', 'entity', 'close');
  first('SELECT * FROM prices p WHERE p.|', 'entity', 'close', 'Last Seen');
  only('SELECT w.| FROM prices p JOIN weekly w ON true', 'week');
  among('SELECT | FROM prices p JOIN weekly w ON true', 'entity', 'week', 'p', 'w');
  among('SELECT | FROM bullish_stocks(amount := 5)', 'bull_bear_score', 'name');
  among("SELECT s.| FROM bull_bear_score_ts('a') AS s", 'score', 'date');
  among("SELECT * FROM information_coefficient('a', 'b') WHERE |", 'ic', 'n');
  among('FROM industries SELECT |', 'value', 'label');
  first('SELECT a FROM prices GROUP BY |', 'entity');
  first('SELECT a FROM prices ORDER BY close, |', 'entity');
});

test('columns of subqueries and common table expressions are told by their words', () => {
  only('SELECT q.| FROM (SELECT close AS c, entity FROM prices) q', 'c', 'entity');
  only('WITH t AS (SELECT *, 1 AS one FROM weekly) SELECT t.| FROM t', 'week', 'one');
  only('SELECT q.| FROM (FROM weekly) q', 'week');
  first('SELECT * FROM prices WHERE entity IN (SELECT | FROM weekly)', 'week');
});

test('a name that needs quotes has them', () => {
  taken('SELECT La| FROM prices', 'Last Seen', 'SELECT "Last Seen" FROM prices');
  taken('SELECT o| FROM prices', 'order', 'SELECT "order" FROM prices');
  taken('SELECT "L|" FROM prices', 'Last Seen', 'SELECT "Last Seen" FROM prices');
});

test('a comment and a text that means nothing to us are left alone', () => {
  only('-- FROM |');
  only('/* FROM |');
  only("SELECT 'hello |'");
  only('SELECT 1 -- FROM bullish_stocks(|)');
  among('/* done */ FROM |', 'prices');
});

test('a cell that does not parse is still helped', () => {
  first('SELECT ) FROM bullish_stocks(|', 'amount');
  first("SELECT 'open FROM t;\nFROM prices SELECT |");
  among('SELECT (1; FROM |', 'prices');
  among('FROM bullish_stocks(amount := , |', 'industry');
  only("FROM bullish_stocks(time_horizon := '|\nSELECT 2", '1D', '1W', '1M', '3M');
});

test('every argument of every signal function is offered once', () => {
  for (const { name, first: subject, arguments: known } of signalFunctions) {
    const call = subject === null ? `FROM ${name}(|)` : `FROM ${name}('a', |)`;
    const labels = offered(call).map(({ label }) => label);
    assert.deepEqual(
      labels,
      known.map(argument => argument.name),
      name,
    );
  }
});

const pieces = fc.constantFrom(
  ...["'", '"', '(', ')', '[', ']', ',', ';', '.', ' ', '\n', '--', '/*', '*/', '$$', ':=', '=>'],
  ...['FROM', 'SELECT', 'WITH', 'AS', 'JOIN', 'VISUALISE', 'DRAW', 'MAPPING', 'SETTING', 'SCALE'],
  ...['prices', 'bullish_stocks', 'events_ts', 'date_from', 'line', 'x', 'close', '*', '=', 'in'],
);
const texts = fc.oneof(
  fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map(parts => parts.join(' ')),
  fc.array(pieces, { maxLength: 60 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary' }),
);

test('any text at any place is completed without an exception, within its bounds', () => {
  fc.assert(
    fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
      const offset = Math.floor(share * text.length);
      const items = completeCell(factsOf(text), offset);
      assert.ok(items.length <= MOST_ITEMS);
      for (const { span, sort } of items) {
        assert.ok(span.from <= offset && offset <= span.to && span.to <= text.length, text);
        assert.ok(!text.slice(span.from, span.to).includes('\n'), 'one line is replaced');
        assert.match(sort, /^\d{7}$/);
      }
    }),
    { numRuns: 800 },
  );
});

test('deep nesting costs no more than its length', () => {
  const completed = (text: string, at = text.length): number =>
    completeCell(factsOf(text), at).length;
  assert.ok(completed(`${'SELECT * FROM ('.repeat(2000)}prices WHERE `) > 0);
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
  const chained = (count: number): number => {
    const tables = numbers(count).map(at => `t${at} AS (SELECT * FROM t${at - 1})`);
    const text = `WITH ${tables.join(', ')} SELECT  FROM t${count - 1}, t${count - 2}`;
    return completed(text, text.indexOf('SELECT  FROM') + 7);
  };
  const crossed = (count: number): number => {
    const tables = numbers(count).map(at => {
      const before = numbers(40).map(() => `t${at}`);
      return `t${at + 1} AS (SELECT * FROM ${before.join(', ')})`;
    });
    const text = `WITH t0 AS (SELECT 1 AS a), ${tables.join(', ')} SELECT  FROM t${count}`;
    return completed(text, text.indexOf('SELECT  FROM') + 7);
  };
  assertProportional(chained, 75);
  assertProportional(crossed, 5);
});
