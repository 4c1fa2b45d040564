import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  core,
  host,
  textBundle,
  tooEarly,
  translatable,
  unknownTexts,
  untranslated,
  view,
  withTranslations,
} from '../../scripts/l10n.mjs';

const vscode = "import * as vscode from 'vscode';\n";

function texts(source: string): string[] {
  return untranslated(source).map(({ text }) => text);
}

/** A statement before, and after its texts were put into `vscode.l10n.t`. */
function check(before: string, after: string): void {
  assert.equal(withTranslations(vscode + before), vscode + after);
  assert.deepEqual(texts(vscode + after), [], 'nothing is left');
  assert.equal(withTranslations(vscode + after), vscode + after, 'again');
}

test('a sentence, a title and two words are texts', () => {
  check(`show('No cell is running.');`, `show(vscode.l10n.t('No cell is running.'));`);
  check(`pick({ title: 'Replace' });`, `pick({ title: vscode.l10n.t('Replace') });`);
  check(`const state = 'in use';`, `const state = vscode.l10n.t('in use');`);
  check(`throw new Error("It's gone.");`, `throw new Error(vscode.l10n.t("It's gone."));`);
  check(`label = '$(add) New list…';`, `label = vscode.l10n.t('$(add) New list…');`);
  check('show(`Run ${x}`);', "show(vscode.l10n.t('Run {0}', x));");
});

test('values of a text are its arguments, in their order, and may have texts of their own', () => {
  check(
    "show(`${count} of ${all.map(each => `Row ${each}`)} isn't read`);",
    `show(vscode.l10n.t("{0} of {1} isn't read", count, all.map(each => vscode.l10n.t('Row {0}', each))));`,
  );
  check(
    "show(`Kept${isOld ? ' until then' : ''}.`);",
    `show(vscode.l10n.t('Kept{0}.', isOld ? vscode.l10n.t(' until then') : ''));`,
  );
  check(
    'show(`A path\\\\${x}\\n"it\'s"`);',
    `show(vscode.l10n.t("A path\\\\{0}\\n\\"it's\\"", x));`,
  );
});

test('a text in several parts is one', () => {
  check(
    "const sentence = 'Trust it, ' + `or select ${name}` + ' instead.';",
    "const sentence = vscode.l10n.t('Trust it, or select {0} instead.', name);",
  );
});

test('names, comparisons, types, logs, markup and SQL are no texts', () => {
  for (const source of [
    "import x from 'The module';",
    "export * from './some Module';",
    "type Answer = 'Yes please' | 'No thanks';",
    "if (error.code === 'FileNotFound') end();",
    "switch (x) { case 'Some kind': end(); }",
    "const map = { 'Some key': 1 }; map['Some key'];",
    "class Failed extends Error { name = 'Failed'; }",
    "this.parts.log.error('The page could not be made', error); log.warn(`A kernel ${x}`);",
    "throw new RangeError(`There is no ${x}`); Symbol('The end');",
    'add(`\\ncaused by ${cause}`);',
    'const html = `<p class="a b">${x} is here</p>`; const css = \'body { margin: 0 }\';',
    "const policy = `default-src 'none'; img-src ${x}`;",
    "const sql = `SELECT a FROM ${x}`; run('FROM x y');",
    "const id = 'signals.newNotebook'; const kind = 'savedList';",
    "const product = 'Market Signals'; const environment = 'SIGNALS_TOKEN';",
    'const signal = `${x} ? [datum.label, ${y}] : datum.label`;',
  ]) {
    assert.deepEqual(texts(source), [], source);
  }
});

test('a file that has no import of VS Code gets one', () => {
  const sentence = "export const sentence = 'No cell runs.';";
  const wrapped = "export const sentence = vscode.l10n.t('No cell runs.');";
  assert.equal(withTranslations(sentence), `${vscode}\n${wrapped}`);
  const header = "/** A header. */\nimport { a } from './a';\n";
  assert.equal(
    withTranslations(header + sentence),
    `/** A header. */\n${vscode}import { a } from './a';\n${wrapped}`,
  );
});

test('the texts for translators are those of the calls, with the lines of those outside', () => {
  const source = `${vscode}show(vscode.l10n.t('{0} rows', f(vscode.l10n.t('Some'))));\nshow('Not this.');`;
  assert.deepEqual(translatable(source), ['{0} rows', 'Some']);
  assert.deepEqual(untranslated(source), [{ text: 'Not this.', line: 3 }]);
});

test('a number with its noun has a whole text for one and for several', () => {
  const source = `${vscode}plural(n, 'One of {1}', '{0} of {1}', m); counted(n, 'row');`;
  assert.deepEqual(translatable(source), ['One of {1}', '{0} of {1}', '{0} row', '{0} rows']);
  const unknown = (made: string): string[] => unknownTexts(made, view).map(({ text }) => text);
  assert.deepEqual(unknown('t(sentence); t(`${a} rows`); counted(n, noun);'), [
    't(sentence)',
    't(`${a} rows`)',
    'counted(n, noun)',
  ]);
  assert.deepEqual(unknown("t('Rows'); counted(n, 'row');"), []);
});

test('texts of the view are in a call of their own, with its import', () => {
  const source = "/** A header. */\nimport { a } from './a';\nshow('No cell runs.');";
  assert.equal(
    withTranslations(source, view, 'src/view/table/menu.ts'),
    "/** A header. */\nimport { t } from '../../core/base/translations';\nimport { a } from './a';\nshow(t('No cell runs.'));",
  );
  for (const name of ['ms-button ms-primary', 'Shift+Enter', 'Escape', 'max(1px, 2%)']) {
    assert.deepEqual(untranslated(`const x = '${name}';`, view), [], name);
  }
});

test('a text that is translated when its module is loaded is found', () => {
  const early = (source: string): string[] => tooEarly(source).map(({ text }) => text);
  assert.deepEqual(early("const x = t('Too early');"), ['Too early']);
  assert.deepEqual(early("class A { static x = t('Too early'); }"), ['Too early']);
  assert.deepEqual(
    early("const x = () => t('Later'); class A { x = t('Later'); y() { t('Later'); } }"),
    [],
  );
});

test('every text of the host and of its pages is translated where it is shown, and in the bundle for translators', () => {
  for (const zone of [host, view]) {
    const outside = zone
      .sources()
      .flatMap(({ file, source }) =>
        untranslated(source, zone).map(({ text, line }) => `${file}:${line}: ${text}`),
      );
    assert.deepEqual(outside, [], 'npm run l10n -- --write');
  }
  const found = (zone: typeof view, find: typeof untranslated): string[] =>
    zone
      .sources()
      .filter(({ file }) => file !== 'src/core/base/text.ts')
      .flatMap(({ file, source }) =>
        find(source, zone).map(({ text, line }) => `${file}:${line}: ${text}`),
      );
  for (const zone of [view, core]) {
    const early = found(zone, tooEarly);
    assert.deepEqual(early, [], 'there are no translations yet when a module is loaded');
  }
  for (const zone of [host, view, core]) {
    assert.deepEqual(found(zone, unknownTexts), [], 'translators only have literals');
  }
  const texts = textBundle();
  for (const text of [
    'The token for {0} was stored.',
    'Sort ascending',
    'Facets',
    'The chart could not be drawn. {0}',
    '{0} rows',
    'INSTALL and LOAD are refused: a notebook cannot load extensions.',
    'the connection was refused',
    'Run {0} Stale Cell',
    'Run {0} Stale Cells',
  ]) {
    assert.equal(texts[text], text);
  }
});
