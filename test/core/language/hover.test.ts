import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverAt, needsPortfolios } from '../../../src/core/language/hover/hoverAt';
import { code, escaped } from '../../../src/core/language/markdown';
import { holdingsByName, membersOf } from '../../../src/core/portfolios/portfolios';
import { signatureHelpAt } from '../../../src/core/language/signatureHelp';
import { atCursor, company, factsOf } from './assisted';
import fc from '../../support/properties';

const portfolios = holdingsByName(
  Object.entries({
    core: ['company:A1', 'company:Z9'],
    "o'neil": ['company:C3'],
    many: Array.from({ length: 50 }, (_, at) => `company:${at}`),
    none: [],
  }).map(([name, entities]) => ({ name, members: membersOf(entities) })),
);

function hovered(marked: string): string {
  const { text, offset } = atCursor(marked);
  return hoverAt(factsOf(text), offset, portfolios)?.markdown ?? '';
}

/** The hover at `|` holds these texts; without any there is none. */
function check(marked: string, ...expected: string[]): void {
  const markdown = hovered(marked);
  for (const text of expected) {
    assert.ok(markdown.includes(text), `${text} in ${marked}:\n${markdown}`);
  }
  assert.ok(expected.length > 0 || markdown === '', markdown);
}

/** The label with the active argument in braces. */
function signature(marked: string, expected: string | null): void {
  const { text, offset } = atCursor(marked);
  const help = signatureHelpAt(factsOf(text), offset);
  const first = help?.signatures[0];
  if (!help || !first) {
    assert.equal(null, expected, marked);
    return;
  }
  const at = first.parameters[help.active];
  const { label } = first;
  const shown = at
    ? `${label.slice(0, at.from)}{${label.slice(at.from, at.to)}}${label.slice(at.to)}`
    : label;
  assert.ok(shown.includes(expected ?? ''), `${expected ?? ''} in ${shown}`);
}

test('a function says what it does and what the call sends', () => {
  check(
    'FROM bullish|_stocks(amount := 5)',
    'Operation 3',
    '/signal/bullish_stocks?amount=5',
    'One request',
  );
  check(
    "FROM bull_bear|_score_ts('company:A1')",
    'Operation 1',
    'GET /trading/v3/company/A1/bull_bear_score_ts',
  );
  check(
    "FROM events|_ts(['a', 'b'])",
    'POST /portfolio/events_ts_itemized',
    '["company:a","company:b"]',
  );
  check(
    "FROM trading|_volume_ts('a', date_from := current_date - 7, date_through := current_date)",
    'date_from=2026-03-03&date_to=2026-03-11',
  );
  check("FROM events|_ts('a', date_from := getvariable('since'))", 'date_from=2026-01-05');
  check(
    "FROM bull_bear|_score_ts(['a', 'b'], time_horizon := '1W')",
    '2 requests; this is the first',
    'time_horizon=1W',
  );
  check(
    "FROM company|_events('a', date_from := '2026-01-01', date_to := '2026-03-10')",
    '3 requests',
  );
  check('FROM information|_coefficient(a, b)', 'analysis', 'Spearman');
  check('FROM top|_n(prices)', 'macro', '`top_n(source, n := 10)`');
  check('SELECT low|er(a)', 'What lower does');
  check('SELECT no_such|_function(a)');
});

test('what is not constant is shown as such', () => {
  check(
    'FROM events|_ts((SELECT list(entity) FROM prices))',
    'POST',
    '[…]',
    '`(SELECT list(entity) FROM prices)`',
    'up to 50 entities',
  );
  check(
    "FROM events|_ts('a', date_from := (SELECT min(date) FROM t))",
    '`date_from` is known when the cell runs',
  );
  check("FROM bullish|_stocks(industry := 'tech')", 'No request');
  check('FROM events|_ts([])', 'No request: a list of the call is empty');
  assert.ok(!hovered("FROM events|_ts('a')").includes('://'));
});

test('an argument says what it means, what it takes and its default', () => {
  check(
    "FROM bullish_stocks(time_|horizon := '1D')",
    'time\\_horizon',
    'bullish\\_stocks',
    'operation 3',
    "`'1W'`",
  );
  check('FROM bullish_stocks(am|ount := 5)', 'Default: `15`');
  check("FROM events_ts('a', date_to| := current_date)", 'excluded');
  check(
    "FROM information_coefficient('a', 'b', min_|n := 3)",
    'Entities needed on a day',
    'Default: `10`',
  );
});

test('texts say what they stand for', () => {
  check("FROM company_events('a', event_ids := 'E53|_A')", 'Lawsuit');
  check("FROM company_events('a', event_ids := ['E1_A', 'E3|_A'])", 'not documented');
  check("FROM bullish_stocks(source_country := 'g|b')", 'United Kingdom', '`source_country`');
  check("FROM events_ts('company:|A1')", 'Alpha Works', 'ALW\\.DE', 'Germany');
  check("FROM events_ts('company:|unseen')", 'No answer of this session');
  check("SELECT getvariable('lim|it_n')", 'INTEGER', 'Value: `12`', 'cell 1');
  check("SELECT getvariable('sin|ce')", 'DATE', '2026-01-05', 'parameter');
  check("SELECT 'he|llo'");
});

test('the name in portfolio_weights shows the weights, and the function what it returns', () => {
  const held = { core: [{ entity: 'company:A1', weight: 0.25, name: 'A' }] };
  const at = (marked: string): string => {
    const { text, offset } = atCursor(marked);
    return hoverAt(factsOf(text), offset, held)?.markdown ?? '';
  };
  assert.match(
    at("FROM portfolio_weights('co|re')"),
    /1 entity\n\n- `company:A1` Alpha Works weight 0.25/,
  );
  assert.match(at("FROM portfolio_w|eights('core')"), /not normalised/);
});

test('portfolios are read for a hover that is about one, and for no other', () => {
  const needs = (marked: string): boolean => {
    const offset = marked.indexOf('|');
    return needsPortfolios(factsOf(marked.replace('|', '')), offset);
  };
  for (const marked of [
    "FROM events_ts(portfolio('co|re'))",
    "FROM events_ts(port|folio('core'))",
    "SELECT portfolio('oth|er')",
  ]) {
    assert.ok(needs(marked), marked);
  }
  for (const marked of [
    "FROM events|_ts(portfolio('core'))",
    "FROM events_ts('co|re')",
    'SELECT sco|re FROM portfolio',
    "SELECT getvariable('co|re'), portfolio('core')",
    'SELECT portfo|lio',
    '|',
  ]) {
    assert.ok(!needs(marked), marked);
  }
});

test('a portfolio says how many entities it holds, and which', () => {
  const core = ['portfolio, 2 entities', '`company:A1` Alpha Works', '`company:Z9`'];
  check("FROM events_ts(port|folio('core'))", ...core);
  check("FROM events_ts(portfolio('co|re'))", ...core);
  check("SELECT PORTFOLIO ('o''ne|il')", 'portfolio, 1 entity', 'company:C3');
  check("SELECT portfolio('ma|ny')", '50 entities', '- and 10 more');
  check("SELECT portfolio('no|ne')", 'portfolio, 0 entities');
  check("SELECT portfolio('oth|er')");
  check("SELECT portfolio('constr|uctor')");
  check('SELECT port|folio(name)');
  check("SELECT other('co|re')");
});

test('a company that only the connection knows says where it is known from', () => {
  const { text, offset } = atCursor("FROM events_ts('Z9|')");
  const said = (connection: string, synthetic: boolean): string => {
    const entities = [company('company:Z9', 'Zeta')];
    const companies = { connection, synthetic, isSearched: false, entities };
    return hoverAt({ ...factsOf(text), companies }, offset, {})?.markdown ?? '';
  };
  assert.match(said('Sandbox', true), /\*\*Zeta\*\*[^]*A made-up company of the sandbox\./);
  assert.match(said('live', false), /\*\*Zeta\*\*[^]*As last seen in an answer of live\./);
});

test('tables and columns say their types and meanings', () => {
  check('FROM pri|ces', 'table, cell 1', '`close` `DOUBLE`');
  check('SELECT clo|se FROM prices', '`DOUBLE`', 'Column of prices');
  check("SELECT sco|re FROM bull_bear_score_ts('a')", 'range and scale not documented');
  check('SELECT p.clo|se FROM prices p', '`DOUBLE`');
  check('FROM event_ty|pes', 'event\\_ids filter');
  check("SELECT i|c FROM information_coefficient('a', 'b')", 'From −1 to 1');
  check('SELECT unknown|_column FROM prices');
  check('SELECT clo|se FROM (SELECT close FROM prices)', '`DOUBLE`', 'Column of the subquery.');
  check('SELECT clo|se FROM (SELECT close FROM prices) q', 'Column of q.');
});

test('common table expressions say their columns, where they are made and where they are read', () => {
  const both = ['common table expression', '`close` `DOUBLE`', '`one`'];
  check('WITH t|s AS (SELECT close, 1 AS one FROM prices) FROM ts', ...both);
  check('WITH ts AS (SELECT close, 1 AS one FROM prices) FROM t|s', ...both);
  check('WITH a AS (FROM prices), "t|s" AS (SELECT close, 1 AS one FROM a) FROM ts', ...both);
  check('WITH prices AS (SELECT close, 1 AS one FROM prices) FROM pri|ces', ...both);
  check('WITH ts(close_, one) AS (SELECT close, 1 FROM prices) FROM t|s', '`close_`', '`one`');
  check('WITH ts AS (FROM ts) SELECT 1 FROM t|s', 'common table expression');
});

test('current_date says which day it is', () => {
  check('SELECT current|_date - 7', '`DATE`', '`2026-03-10`');
  check('SELECT CURRENT|_DATE', '`2026-03-10`');
  check('SELECT "current|_date"');
});

test('words of VISUALISE say what they are for', () => {
  check('FROM prices VISUA|LISE close AS x DRAW point', 'Draws the rows');
  check('FROM prices VISUALISE close AS x DRAW po|int', 'layer', 'Needs x, or y', 'shape');
  check('FROM prices VISUALISE clo|se AS x DRAW point', '`DOUBLE`');
  check(
    'FROM prices VISUALISE close AS col|our DRAW point',
    'fill and stroke',
    'A literal is a colour',
  );
  check("FROM prices VISUALISE DRAW point SETTING co|lor => 'bull'", 'fill and stroke');
  check('FROM prices VISUALISE DRAW histogram REMAPPING den|sity AS y', 'histogram computes');
  check('FROM prices VISUALISE DRAW histogram REMAPPING cou|nt AS y', 'by default');
  check("FROM prices VISUALISE SCALE BINNED x SETTING clo|sed => 'right'", 'edge belongs');
  check('FROM prices VISUALISE close AS fi|ll DRAW point', 'literal is a colour');
  check('FROM prices VISUALISE DRAW bar SCALE fill TO rd|bu', 'palette', 'zero');
  check('FROM prices VISUALISE DRAW viol|in', 'not drawn');
  check('FROM prices VISUALISE DRAW line SET|TING opacity => 1', 'literals');
});

test('the names of others are no markup', () => {
  const markdown = hovered("FROM events_ts('company:|B2')");
  assert.ok(markdown.includes('Beta \\*Bold\\* \\<b\\>'), markdown);
  for (const hostile of [
    '[a](command:x)',
    '<img src=x>',
    '`x`',
    'https://x.example',
    'a\n# b',
    '![i](u)',
  ]) {
    assert.doesNotMatch(escaped(hostile), /(^|[^\\])[[\]()<>`#!]|:\/\/|\n/, hostile);
  }
  fc.assert(
    fc.property(fc.string(), text => {
      const shown = code(text);
      const fence = /^`*/.exec(shown)?.[0] ?? '';
      assert.ok(
        !shown.slice(fence.length, -fence.length || undefined).includes(fence) || fence === '',
      );
    }),
  );
});

test('the active argument is told by its place or its name', () => {
  signature('FROM bullish_stocks(|)', 'bullish_stocks(amount := 15');
  signature('FROM bullish_stocks(amount := |)', '{amount := 15}');
  signature("FROM events_ts(|'a')", 'events_ts({entities}, date_from');
  signature("FROM events_ts('a', date_to := |)", '{date_to := …}');
  signature("FROM events_ts(['a', |'b'])", '{entities}');
  signature("FROM information_coefficient('a', |)", 'factor, {returns}, min_n := 10');
  signature('FROM top_n(x, |)', 'top_n(source, {n := 10})');
  signature("SELECT date_trunc('day', |)", 'date_trunc(part VARCHAR, {timestamp VARCHAR})');
  signature('SELECT (|)', null);
  signature('SELECT 1 -- bullish_stocks(|', null);
  signature('FROM bullish_stocks((SELECT |))', null);
});

test('any text at any place has a hover and a signature without an exception', () => {
  const words = fc.constantFrom(
    "'",
    '(',
    '[',
    'FROM',
    'events_ts',
    ':=',
    'VISUALISE',
    'DRAW',
    ',',
    'x',
    '"',
    '\n',
  );
  const texts = fc
    .array(fc.oneof(words, fc.string()), { maxLength: 40 })
    .map(each => each.join(' '));
  fc.assert(
    fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
      const offset = Math.floor(share * text.length);
      const hover = hoverAt(factsOf(text), offset);
      assert.ok(!hover || (hover.span.from <= offset && offset <= hover.span.to));
      signatureHelpAt(factsOf(text), offset);
    }),
    { numRuns: 400 },
  );
});

test('an option says what it does', () => {
  const hover = (text: string, word: string): string =>
    hoverAt(factsOf(text), text.indexOf(word) + 1)?.markdown ?? '';
  assert.match(
    hover('-- why\n--| test: gaps\nSELECT 1', 'test'),
    /^`test`: .*each row .* is a failure/,
  );
  assert.match(hover('--| code-fold: true\nSELECT 1', 'true'), /code of this cell folded/);
  assert.equal(hover('--| other: true\nSELECT 1', 'true'), '');
  assert.equal(hover('SELECT 1\n--| test: gaps', 'test'), '');
});
