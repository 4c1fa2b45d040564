import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  documentationPages,
  problemPlace,
  type DocumentationPlace,
} from '../../../src/core/language/documentation';
import { hoverAt } from '../../../src/core/language/hover/hoverAt';
import { builtInCallables } from '../../../src/core/language/callables';
import { checkExists } from '../../support/documentationPages';
import { atCursor, factsOf } from './assisted';

function placeOf(marked: string): DocumentationPlace | null {
  const { text, offset } = atCursor(marked);
  return hoverAt(factsOf(text), offset)?.place ?? null;
}

test('every page of the documentation can be opened', () => {
  const files = readdirSync('docs').filter(file => file.endsWith('.md'));
  assert.deepEqual(files.sort(), documentationPages.map(page => `${page}.md`).sort());
});

test('every link between pages leads to a page and a heading that exist', () => {
  const links = documentationPages.flatMap(page =>
    [...readFileSync(`docs/${page}.md`, 'utf8').matchAll(/\]\(([\w-]+)\.md(?:#([\w-]+))?\)/g)].map(
      ([, to = '', heading]) => ({ to, heading }),
    ),
  );
  assert.ok(links.length > 10);
  for (const { to, heading } of links) {
    const page = documentationPages.find(each => each === to);
    assert.ok(page, `${to}.md`);
    checkExists({ page, heading: heading ?? null });
  }
});

test('the hover of each function leads to its section', () => {
  for (const { name } of builtInCallables) {
    const place = placeOf(`FROM ${name.slice(0, 2)}|${name.slice(2)}('x')`);
    assert.equal(place?.heading, name);
    checkExists(place);
  }
  assert.deepEqual(placeOf('FROM t VISUALISE a AS x DRAW li|ne'), {
    page: 'charts',
    heading: null,
  });
  assert.equal(placeOf("SELECT low|er('A')"), null);
});

test('a problem leads to what explains its rule', () => {
  const check = (code: string, data: Parameters<typeof problemPlace>[0]['data'], to: string) => {
    const place = problemPlace({ code, data });
    assert.ok(place, code);
    checkExists(place);
    assert.equal(`${place.page}#${place.heading ?? ''}`, to);
  };
  const problem = { code: 'wrongValue', data: { function: 'bullish_stocks' } };
  check('argument.wrongValue', { problem }, 'functions#bullish_stocks');
  const owned = { code: 'notWhole', data: { owner: 'amount of bearish_stocks', value: 'x' } };
  check('argument.notWhole', { problem: owned }, 'functions#bearish_stocks');
  check('argument.wrongValue', { problem: { code: 'wrongValue', data: {} } }, 'functions#');
  check('emptyRange', { function: 'overlay_changes' }, 'changes#overlay_changes');
  check('chart.unknownLayer', { problem: { code: 'unknownLayer' } }, 'charts#');
  check('definedTwice', { name: 't' }, 'notebooks#dependencies-between-cells');
  assert.equal(problemPlace({ code: 'syntax', data: { message: 'near' } }), null);
});
