import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import type { IGrammar } from 'vscode-textmate';
import { signalFunctions } from '../../src/core/service/functions';
import { sessionTables } from '../../src/core/language/catalogue';
import { aestheticNames, colourNames, panelNames } from '../../src/core/visualise/aesthetics';
import { clauseWords, partWords } from '../../src/core/visualise/clauseWords';
import { layerTypes, undrawnLayers } from '../../src/core/visualise/layers/layerTypes';

const file = 'media/signals-sql.tmLanguage.json';
const source = readFileSync(file, 'utf8');
const grammar = await loadGrammar();

async function loadGrammar(): Promise<IGrammar> {
  await oniguruma.loadWASM(readFileSync('node_modules/vscode-oniguruma/release/onig.wasm'));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: scope =>
      Promise.resolve(
        scope === 'source.signals-sql' ? textmate.parseRawGrammar(source, file) : null,
      ),
  });
  const loaded = await registry.loadGrammar('source.signals-sql');
  assert.ok(loaded);
  return loaded;
}

/** @returns `text scope` for each stretch that has a scope of its own, the innermost, without its last part. */
function scoped(text: string): string[] {
  let stack = textmate.INITIAL;
  return text.split('\n').flatMap(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    const stretches: { text: string; scope: string }[] = [];
    for (const { startIndex, endIndex, scopes } of tokens) {
      const scope = (scopes.at(-1) ?? '').replace(/\.?signals-sql$/, '');
      const last = stretches.at(-1);
      if (last?.scope === scope) {
        last.text += line.slice(startIndex, endIndex);
      } else {
        stretches.push({ text: line.slice(startIndex, endIndex), scope });
      }
    }
    return stretches
      .filter(({ text: part, scope }) => part.trim() !== '' && !plainScopes.has(scope))
      .map(({ text: part, scope }) => `${part.trim()} ${scope}`);
  });
}

const plainScopes: ReadonlySet<string> = new Set(['source', 'meta.visualise']);

/** `check('SELECT 1', 'SELECT keyword.other', '1 constant.numeric')` */
function check(text: string, ...expected: string[]): void {
  assert.deepEqual(scoped(text), expected, text);
}

test('calls of the service stand out from other calls', () => {
  check(
    "FROM bullish_stocks(industry := 'technology', amount => 50)",
    'FROM keyword.other',
    'bullish_stocks support.function.signal',
    'industry variable.parameter',
    ':= keyword.operator.assignment',
    "'technology' string.quoted.single",
    'amount variable.parameter',
    '=> keyword.operator.assignment',
    '50 constant.numeric',
  );
  check('avg(score)', 'avg entity.name.function.call');
  check(
    'CREATE OR REPLACE TABLE t AS',
    'CREATE keyword.other',
    'OR REPLACE keyword.other',
    'TABLE keyword.other',
    'AS keyword.other',
  );
  check("portfolio('tour')", 'portfolio support.function.session', "'tour' string.quoted.single");
  check('overlay_changes()', 'overlay_changes support.function.session');
  check('t.events_ts(1)', '1 constant.numeric');
  check('events_ts');
});

test('reference tables stand out where a table can stand', () => {
  check('FROM event_types', 'FROM keyword.other', 'event_types support.class.reference-table');
  check('JOIN entities e', 'JOIN keyword.other', 'entities support.class.reference-table');
  check('list(entities)', 'list entity.name.function.call');
  check('FROM industries.x', 'FROM keyword.other');
});

test('a word that can be a column is no keyword', () => {
  check('SELECT date, name, count, label, year', 'SELECT keyword.other');
  check('t.order, t."from"', '"from" variable.other.quoted.double');
  check('rows');
  check(
    'ROWS BETWEEN 4 PRECEDING',
    'ROWS keyword.other',
    'BETWEEN keyword.other',
    '4 constant.numeric',
    'PRECEDING keyword.other',
  );
  check('visualise + 1', '+ keyword.operator', '1 constant.numeric');
});

test('types stand out where they are types', () => {
  check('x::DATE', ':: keyword.operator.cast', 'DATE storage.type');
  check("DATE '2026-01-01'", 'DATE storage.type', "'2026-01-01' string.quoted.single");
  check('try_cast(x AS DATE)', 'try_cast keyword.other', 'AS keyword.other', 'DATE storage.type');
  check('x DECIMAL(18, 3)', 'DECIMAL storage.type', '18 constant.numeric', '3 constant.numeric');
  check(
    'current_date - 90',
    'current_date constant.language',
    '- keyword.operator',
    '90 constant.numeric',
  );
});

test('numbers are whole', () => {
  check('1_000.5e-3', '1_000.5e-3 constant.numeric');
  check('0xFF', '0xFF constant.numeric');
  check('a1');
});

test('strings end where DuckDB ends them', () => {
  check(
    "'it''s' x",
    "'it string.quoted.single",
    "'' constant.character.escape",
    "s' string.quoted.single",
  );
  check(
    "e'a\\'b' x",
    'e storage.type.string',
    "'a string.quoted.single.escaped",
    "\\' constant.character.escape",
    "b' string.quoted.single.escaped",
  );
  check(
    '$$ a $b$ \n SELECT $$ x',
    '$$ a $b$ string.quoted.dollar',
    'SELECT $$ string.quoted.dollar',
  );
  check('$tag$ $$ $tag$ x', '$tag$ $$ $tag$ string.quoted.dollar');
  check(
    '"a""b" x',
    '"a variable.other.quoted.double',
    '"" constant.character.escape',
    'b" variable.other.quoted.double',
  );
});

test('block comments nest', () => {
  const inner = scoped('/* a /* b */ SELECT */ SELECT');
  assert.deepEqual(
    inner.filter(token => token.startsWith('SELECT')),
    ['SELECT comment.block', 'SELECT keyword.other'],
  );
  assert.deepEqual(scoped('-- VISUALISE a AS x\nSELECT').at(-1), 'SELECT keyword.other');
});

test('the VISUALISE clause has its own words', () => {
  check(
    'VISUALISE date AS x, score AS y FROM t',
    'VISUALISE keyword.control.visualise',
    'AS keyword.other',
    'x variable.parameter.aesthetic',
    'AS keyword.other',
    'y variable.parameter.aesthetic',
    'FROM keyword.other.visualise',
  );
  check(
    'visualize *\nDRAW line MAPPING name AS colour\n  SETTING linewidth => 2 FILTER score > 0 PARTITION BY name',
    'visualize keyword.control.visualise',
    '* keyword.operator',
    'DRAW keyword.control.visualise',
    'line support.class.layer',
    'MAPPING keyword.other.visualise',
    'AS keyword.other',
    'colour variable.parameter.aesthetic',
    'SETTING keyword.other.visualise',
    'linewidth variable.parameter',
    '=> keyword.operator.assignment',
    '2 constant.numeric',
    'FILTER keyword.other.visualise',
    '> keyword.operator',
    '0 constant.numeric',
    'PARTITION BY keyword.other.visualise',
  );
  check(
    "VISUALISE a AS x\nSCALE CONTINUOUS fill TO diverging RENAMING 0 => 'none'",
    'VISUALISE keyword.control.visualise',
    'AS keyword.other',
    'x variable.parameter.aesthetic',
    'SCALE keyword.control.visualise',
    'CONTINUOUS keyword.other.scale-type',
    'fill variable.parameter.aesthetic',
    'TO keyword.other.visualise',
    'diverging support.constant.visualise',
    'RENAMING keyword.other.visualise',
    '0 constant.numeric',
    '=> keyword.operator.assignment',
    "'none' string.quoted.single",
  );
  check(
    "VISUALISE a AS x\nFACET name BY side\nLABEL title => 'Score; by name'",
    'VISUALISE keyword.control.visualise',
    'AS keyword.other',
    'x variable.parameter.aesthetic',
    'FACET keyword.control.visualise',
    'BY keyword.other.visualise',
    'LABEL keyword.control.visualise',
    'title variable.parameter',
    '=> keyword.operator.assignment',
    "'Score; by name' string.quoted.single",
  );
});

test('the words of the VISUALISE clause are columns outside it, and end with it', () => {
  check('SELECT draw, scale, label FROM t', 'SELECT keyword.other', 'FROM keyword.other');
  const after = scoped('VISUALISE a AS x DRAW line;\nSELECT facet x');
  assert.deepEqual(after.slice(-1), ['SELECT keyword.other']);
});

interface Rule {
  readonly match?: string;
  readonly patterns?: readonly Rule[];
}

/** @returns The words between the bars of the `index`-th group of alternatives in a rule's pattern. */
function alternatives(rule: string, index = 0): string[] {
  const { repository } = JSON.parse(source) as { repository: Record<string, Rule> };
  const pattern = repository[rule]?.match ?? '';
  const groups = [...pattern.matchAll(/\((?:\?:)?([\w\\+|]+)\)/g)].map(([, words]) => words ?? '');
  return (groups[index] ?? '').replaceAll('\\s+', ' ').split('|');
}

function checkSame(actual: readonly string[], expected: readonly string[]): void {
  assert.deepEqual([...actual].sort(), [...expected].sort());
}

test('the grammar names what the code names, no more and no less', () => {
  const aesthetics = [...aestheticNames, ...colourNames, ...panelNames];
  checkSame(
    alternatives('signal-functions'),
    signalFunctions.map(({ name }) => name),
  );
  const tables = sessionTables.map(({ name }) => name);
  checkSame(alternatives('reference-tables', 1), tables);
  checkSame(alternatives('layer-clause', 1), [
    ...layerTypes.map(({ name }) => name),
    ...Object.keys(undrawnLayers),
  ]);
  checkSame(alternatives('aesthetic-of-mapping', 1), aesthetics);
  checkSame(alternatives('scale-clause', 2), aesthetics);
  checkSame(
    alternatives('clause-words'),
    clauseWords.map(word => word.toLowerCase()),
  );
  const parts = alternatives('part-words').map(word => word.replace(/ by$/, ''));
  checkSame(
    parts,
    partWords.map(word => word.toLowerCase()),
  );
});

test('every word that DuckDB reserves is a keyword or a constant', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll(
    "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'",
  );
  const words = reader.getRows().map(([word]) => String(word));
  assert.ok(words.length > 70);
  const plain = words.filter(
    word => !/ (keyword\.other|constant\.language)$/.test(scoped(word)[0] ?? ''),
  );
  assert.deepEqual(plain, []);
  connection.closeSync();
});

test('a long line without an end is coloured to its end', () => {
  const line = `${"'a' || ".repeat(2_000)}${'('.repeat(2_000)}`;
  const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
  assert.ok((tokens.at(-1)?.endIndex ?? 0) >= line.length);
});
