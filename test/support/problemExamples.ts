/** A text with each problem that typing alone can bring. */

import type { FindingCode } from '../../src/core/language/problems';
import type { ArgumentCode } from '../../src/core/sql/argumentProblems';
import type { ProblemCode } from '../../src/core/visualise/problems';

/** Cells by the code that they bring to one of them. A code without an example does not compile. */
type Examples<C extends string> = Readonly<Record<C, string | readonly string[]>>;

const drawn = "FROM bull_bear_score_ts('a') VISUALISE";

/** Those of SQL cells that no run is needed for, and that have no codes within. */
type Plain = Exclude<
  FindingCode,
  'argument' | 'chart' | 'existsAlready' | `specification${string}`
>;

const findings: Examples<Plain> = {
  syntax: 'SELECT 1 FROM WHERE',
  engine: 'SELECT price + entity FROM bullish_stocks()',
  refused: 'INSTALL httpfs',
  unknownTable: 'FROM nothing_like_it',
  unknownColumn: 'SELECT scre FROM bullish_stocks()',
  unknownFunction: 'FROM bulish_stocks()',
  needsOver: 'SELECT lag(score) FROM bullish_stocks()',
  rowsNotValue: 'SELECT bullish_stocks(amount := 3)',
  unfilledParameter: 'SELECT $1',
  unknownType: "SELECT '1'::varchr",
  unknownVariable: "SELECT getvariable('set_by_nobody')",
  unknownPortfolio: "FROM events_ts(portfolio('of_nobody'))",
  definedTwice: 'CREATE TABLE twice AS SELECT 1 AS x; CREATE TABLE twice AS SELECT 2 AS x',
  redefined: [
    'CREATE OR REPLACE TABLE again AS SELECT 1 AS x',
    'CREATE OR REPLACE TABLE again AS SELECT 2 AS x',
  ],
  definedLater: ['FROM later', 'CREATE TABLE later AS SELECT 1 AS x'],
  circle: ['CREATE TABLE left_ AS FROM right_', 'CREATE TABLE right_ AS FROM left_'],
  optionName: '--| tests: a\nSELECT 1',
  optionValue: '--| test:\nSELECT 1',
  sameTest: ['--| test: same\nSELECT 1', '--| test: same\nSELECT 2'],
  noValue: "FROM events_ts('a', date_from := )",
  emptyRange: "FROM events_ts('a', date_from := '2026-02-01', date_to := '2026-02-01')",
  reversedRange: "FROM events_ts('a', date_from := '2026-02-02', date_to := '2026-02-01')",
  requestEach: "FROM bull_bear_score_ts(['a', 'b'], time_horizon := '1D')",
  lateral: 'FROM events_ts(apple)',
  noRows: 'CREATE TABLE drawn AS SELECT 1 AS x VISUALISE x, x AS y DRAW point',
  secondSource: `${drawn} date AS x, score AS y FROM event_types DRAW line`,
};

const args: Examples<ArgumentCode> = {
  unknownArgument: "FROM bullish_stocks(industri := 'energy')",
  repeatedArgument: 'FROM bullish_stocks(amount := 1, amount := 2)',
  unnamedArgument: "FROM bullish_stocks('technology')",
  missingEntities: 'FROM events_ts()',
  wrongEntities: 'FROM events_ts(5)',
  listForOne: "FROM bullish_stocks(industry := ['energy'])",
  notWhole: "FROM bullish_stocks(amount := '50')",
  notText: "FROM events_ts('a', default_time_back := 7)",
  notDate: "FROM events_ts('a', date_from := 'yesterday')",
  unknownValue: "FROM bullish_stocks(industry := 'tech')",
  unknownEvent: "FROM company_events('a', event_ids := 'E99_A')",
  wrongList: "FROM overlay_changes('bulish_stocks')",
  twoBaselines: "FROM overlay_changes('bullish_stocks', since := '2026-01-01', snapshot := 'x')",
  sinceAfterUntil:
    "FROM overlay_changes('bullish_stocks', since := '2026-02-01', until := '2026-01-01')",
  bothEnds: "FROM events_ts('a', date_to := DATE '2026-02-01', date_through := DATE '2026-02-01')",
  endAndLookBack: "FROM events_ts('a', default_time_back := '1w', date_to := '2026-02-01')",
};

const charts: Examples<ProblemCode> = {
  unterminated: `${drawn} date AS x, score AS y DRAW line LABEL title => 'Bulls`,
  expected: `${drawn} date AS x, score AS y DRAW line SCAL x`,
  unknownClause: `${drawn} date AS x, score AS y DARW line`,
  duplicateClause: `${drawn} date AS x, score AS y DRAW line FACET ticker FACET ticker`,
  noLayer: `${drawn} date AS x, score AS y`,
  unknownLayer: `${drawn} date AS x, score AS y DRAW lin`,
  unknownScaleType: `${drawn} date AS x, score AS y DRAW line SCALE CONTINOUS y`,
  unknownAesthetic: `${drawn} date AS x, score AS y, ticker AS strok DRAW line`,
  missingAs: `${drawn} date x, score AS y DRAW line`,
  missingAesthetic: `${drawn} date AS x DRAW line`,
  unknownColumn: `${drawn} date AS x, scor AS y DRAW line`,
  unknownSetting: `${drawn} date AS x, score AS y DRAW line SETTING linewdth => 2`,
  badValue: `${drawn} date AS x, score AS y DRAW line SETTING linewidth => 'thick'`,
  unknownPalette: `${drawn} date AS x, score AS y, score AS fill DRAW point SCALE fill TO 'viridi'`,
  unknownTransform: `${drawn} date AS x, score AS y DRAW line SCALE y VIA lgo`,
  expression: `${drawn} date AS x, score + 1 AS y DRAW line`,
  wrongType: `${drawn} date AS x, ticker AS y DRAW smooth`,
  mixedTypes: `${drawn} date AS x, score AS y DRAW line DRAW point MAPPING ticker AS x, score AS y`,
  ambiguousRule: `${drawn} DRAW rule MAPPING date AS x, score AS y`,
  noBand: `${drawn} date AS x, score AS y DRAW point SETTING position => 'jitter'`,
  notYet: `${drawn} date AS x, score AS y DRAW violin`,
};

/** Each code as it is shown, with cells that bring it; the names that they make are not those of others. */
export const problemExamples: readonly (readonly [code: string, cells: readonly string[]])[] = [
  ...Object.entries(findings),
  ...Object.entries(args).map(([code, cells]) => [`argument.${code}`, cells] as const),
  ...Object.entries(charts).map(([code, cells]) => [`chart.${code}`, cells] as const),
].map(([code, cells]) => [code, [cells].flat()]);
