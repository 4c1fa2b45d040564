import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlSnippets } from '../../../src/core/gallery/snippets';
import { emptySession } from '../../../src/core/language/assist';
import { completeCell } from '../../../src/core/language/completion/completeCell';
import { signalFunctions } from '../../../src/core/service/functions';
import { factsOf } from './assisted';
import { among, offered, only, taken } from './offered';

test('where a statement begins, a function is a whole query of it', () => {
  taken('bull|', 'bullish_stocks', 'SELECT ${2:*}\nFROM bullish_stocks($1)$0');
  taken('SELECT 1;\n  eve|;', 'events_ts', 'SELECT 1;\n  SELECT ${2:*}\nFROM events_ts($1)$0;');
  taken(
    '|-- later',
    'information_coefficient',
    'SELECT ${3:*}\nFROM information_coefficient(${1|factor,prices,weekly|}, ${2|returns,prices,weekly|})$0-- later',
  );
  const bare = { ...factsOf('bull'), session: emptySession };
  const unknown = { ...bare, notebook: { ...bare.notebook, portfolios: [], cells: [] } };
  const volume = completeCell(unknown, 4).find(({ label }) => label === 'trading_volume_ts');
  assert.equal(volume?.insert, "SELECT ${2:*}\nFROM trading_volume_ts('${1:company:…}')$0");
  for (const { name } of signalFunctions) {
    const own = offered('|').filter(({ label }) => label === name);
    assert.deepEqual(
      own.map(({ kind }) => kind),
      ['snippet'],
    );
    assert.ok(own[0]?.documentation?.includes(`FROM ${name}(`), name);
  }
});

test('the charts of the gallery are offered where a statement begins, and nowhere else', () => {
  const charts = sqlSnippets.map(({ name }) => name);
  for (const start of ['|', 'chart|', '\n\n  cha|\n', 'SELECT 1; ch|', 'ch| -- a chart', 'ch|;']) {
    among(start, ...charts);
  }
  only('chart-|', ...charts);
  only('SELECT 1;\nchart-heat-m|', ...charts);
  taken(
    'chart-breadth|',
    'chart-breadth',
    sqlSnippets.find(each => each.title === 'Breadth by industry')?.body ?? '',
  );
  for (const within of [
    'SELECT ch|',
    'FROM ch|',
    'FROM bullish_stocks(ch|)',
    "SELECT 'ch|'",
    'SELECT a\nch|',
    'SELECT chart-|',
    'SELECT 1\nchart-|',
    'chart-| FROM prices',
    'ch| FROM prices',
    'FROM prices VISUALISE ch|',
    '-- chart-|',
    '(ch|',
  ]) {
    among(within, ...charts.map(name => `-${name}`));
  }
  const [chart] = offered('chart-heat-m|').filter(({ label }) => label === 'chart-heat-map');
  assert.equal(chart?.filter, 'chart-heat-map Portfolio heat map');
  assert.match(chart.documentation ?? '', /```signals-sql\n(SELECT|WITH)[\s\S]*VISUALISE/);
});

test('the option that makes a cell a test is offered until it has a name', () => {
  taken('te|', 'test', '--| test: ');
  const offeredAfter = (begun: string): string[] =>
    completeCell(factsOf(`${begun}\nFROM a`), begun.length).map(({ insert }) => insert);
  assert.deepEqual(offeredAfter('--| te'), ['--| test: ']);
  assert.deepEqual(offeredAfter('--| test:\n--| te'), ['--| test: ']);
  assert.deepEqual(offeredAfter('--| test: gaps\n--| te'), []);
  assert.ok(offeredAfter('--| code-fold: true\n--|').includes('--| test: '));
});

test('the option that folds a cell is offered at its start, once', () => {
  taken('|', 'code-fold', '--| code-fold: true\n');
  taken('fo|\nSELECT 1', 'code-fold', '--| code-fold: true\nSELECT 1');
  taken('-- why\n|\nSELECT 1', 'code-fold', '-- why\n--| code-fold: true\nSELECT 1');
  only('--|', 'code-fold', 'test', 'echo', 'column');
  const isHalf = '--| column: half\n--| c';
  const left = completeCell(factsOf(isHalf), isHalf.length);
  assert.deepEqual(
    left.map(({ label }) => label),
    ['code-fold'],
  );
  const begun = '--| x: 1\n--| co';
  const [option] = completeCell(factsOf(`${begun}\nSELECT 1`), begun.length);
  assert.equal(option?.insert, '--| code-fold: true');
  assert.deepEqual(option.span, { from: begun.lastIndexOf('\n') + 1, to: begun.length });
  for (const within of ['SELECT 1\n|', 'c| FROM prices', '-- what |', 'cases|']) {
    among(within, '-code-fold');
  }
});
