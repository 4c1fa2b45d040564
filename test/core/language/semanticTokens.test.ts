import assert from 'node:assert/strict';
import { test } from 'node:test';
import { semanticTokens } from '../../../src/core/language/semanticTokens';
import fc from '../../support/properties';

/** `expected`: each token as `text:type`, in order. */
function check(text: string, expected: string): void {
  const said = semanticTokens(text).map(
    ({ span, type }) => `${text.slice(span.from, span.to)}:${type}`,
  );
  assert.equal(said.join(' '), expected, text);
}

test('functions, their arguments and values of enumerations are told', () => {
  check('FROM bullish_stocks()', 'bullish_stocks:function');
  check(
    "FROM bullish_stocks(industry := 'technology', amount := 5)",
    "bullish_stocks:function industry:parameter 'technology':enumMember amount:parameter",
  );
  check(
    "FROM bearish_stocks(stock_index => 'SP 500')",
    "bearish_stocks:function stock_index:parameter 'SP 500':enumMember",
  );
  check(
    "SELECT * FROM events_ts(entities := ['a', 'b'], date_from := DATE '2026-01-01')",
    'events_ts:function entities:parameter date_from:parameter',
  );
  check(
    "FROM overlay_changes('bullish_stocks', since := current_date - 7)",
    'overlay_changes:function since:parameter',
  );
  check('FROM event_study(events, returns, after := 5)', 'event_study:function after:parameter');
});

test('what only looks like one is not', () => {
  check(
    "FROM bullish_stocks(industry := 'oil', colour := 1)",
    'bullish_stocks:function industry:parameter',
  );
  check("SELECT bullish_stocks, 'technology' FROM t", '');
  check('WITH bullish_stocks(a) AS (SELECT 1) FROM t', '');
  check("-- FROM bullish_stocks()\nSELECT 'FROM bullish_stocks()'", '');
});

test('words that are keywords where they stand are told from names', () => {
  check('CREATE OR REPLACE VIEW view AS SELECT 1', 'REPLACE:keyword VIEW:keyword');
  check('SET VARIABLE variable = 1', 'SET:keyword VARIABLE:keyword');
  check('SELECT replace, first FROM t', '');
});

test('the words of VISUALISE are told from names that are spelled alike', () => {
  check(
    'FROM t VISUALISE date AS x, label AS y DRAW line SETTING linewidth => 2',
    'VISUALISE:keyword AS:keyword x:property AS:keyword y:property DRAW:keyword line:type SETTING:keyword linewidth:property',
  );
  check(
    'visualise draw as x from t draw point scale continuous y to [1, 2] facet name label title => null',
    'visualise:keyword as:keyword x:property from:keyword draw:keyword point:type scale:keyword continuous:keyword y:property to:keyword facet:keyword label:keyword title:property null:keyword',
  );
});

test('any text has tokens in order that do not overlap', () => {
  const word = fc.constantFrom(
    ...[
      'from',
      'bullish_stocks',
      '(',
      ')',
      'industry',
      ':=',
      "'technology'",
      ';',
      'visualise',
      'draw',
      'line',
      ',',
    ],
    ...['as', 'x', 'scale', 'label', '=>', '"', "'", '\n', 'events_ts', '[', ']'],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 4 }))), words => {
      let at = 0;
      for (const { span } of semanticTokens(words.join(' '))) {
        assert.ok(span.from >= at && span.to > span.from);
        at = span.to;
      }
    }),
  );
});
