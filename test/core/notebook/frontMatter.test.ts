import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxFrontMatterLength, readFrontMatter } from '../../../src/core/notebook/frontMatter';
import fc from '../../support/properties';

test('the keys of a notebook are read and others are nobody’s problem', () => {
  const raw = `signals: 1
title: Morning screen
description: 'What leads: in a line'
connection: research
parameters:
  - { name: since, type: date, default: 2026-01-01 }
  - name: industry
    default: technology
    choices: [technology, energy]
portfolios:
  tour: [company:demo0001, demo0002]
kernelspec: { name: python3 }
`;
  assert.deepEqual(readFrontMatter(raw), {
    version: 1,
    title: 'Morning screen',
    description: 'What leads: in a line',
    connection: 'research',
    parameters: [
      { name: 'since', type: 'date', default: '2026-01-01', choices: [] },
      { name: 'industry', type: 'text', default: 'technology', choices: ['technology', 'energy'] },
    ],
    portfolios: { tour: ['company:demo0001', 'demo0002'] },
    problems: [],
  });
});

test('nothing written is nothing read', () => {
  for (const raw of ['', '\n', '# only a comment\n']) {
    const { title, parameters, problems } = readFrontMatter(raw);
    assert.deepEqual(
      { title, parameters, problems },
      { title: null, parameters: [], problems: [] },
    );
  }
});

/** `check('title: [1]\n', 'title', '"title" should be text.')`: the text under the mark, and the sentence. */
function check(raw: string, marked: string, message: string | RegExp): void {
  const [problem, ...more] = readFrontMatter(raw).problems;
  assert.ok(problem, raw);
  assert.deepEqual(more, [], raw);
  assert.equal(raw.slice(problem.span.from, problem.span.to), marked, raw);
  if (typeof message === 'string') {
    assert.equal(problem.message, message);
  } else {
    assert.match(problem.message, message);
  }
}

test('a value of the wrong shape is a problem at its key, and counts as not written', () => {
  check('title: [1]\n', 'title', '"title" should be text.');
  check('description: 1\n', 'description', '"description" should be text.');
  check('a: 1\nconnection: 3\n', 'connection', '"connection" should be text.');
  check('parameters: since\n', 'parameters', /should be a list/);
  check('parameters: [since]\n', 'parameters', /should have a name/);
  check('parameters: [{ name: a b }]\n', 'parameters', /letters, digits and underscores/);
  check('parameters: [{ name: a, type: colour }]\n', 'parameters', /one of text, integer/);
  check('parameters: [{ name: a, type: date, default: 2026-02-30 }]\n', 'parameters', /default of/);
  check('parameters: [{ name: a, default: 1, choices: [x] }]\n', 'parameters', /choices of/);
  check('parameters: [{ name: a }, { name: a }]\n', 'parameters', /defined twice/);
  check('portfolios: [a]\n', 'portfolios', /should be names/);
  check('portfolios: { a: [1] }\n', 'portfolios', /"a" should be a list/);
  check('just text\n', 'just text\n', /should be keys/);
});

test('what is no YAML is one problem that says where', () => {
  const { problems } = readFrontMatter('title: "open\nx: 1\n');
  assert.equal(problems.length, 1);
  assert.equal(problems[0]?.code, 'yaml');
  assert.match(problems[0].message, /^The front matter is not valid YAML: [^\n]+\.$/);
  assert.equal(readFrontMatter('a: 1\na: 2\n').problems[0]?.code, 'yaml');
});

test('front matter that would cost memory or time is not read', () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? 'a0: &a0 [x, x]' : `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]`,
  );
  assert.equal(readFrontMatter(levels.join('\n')).problems.length, 1);
  assert.equal(readFrontMatter('[['.repeat(10_000)).problems[0]?.code, 'yaml');
  assert.equal(readFrontMatter('a'.repeat(maxFrontMatterLength + 1)).problems[0]?.code, 'tooLong');
});

test('tags make nothing but plain values', () => {
  const { title } = readFrontMatter('title: !!js/function "function () {}"\n');
  assert.equal(title, 'function () {}');
});

test('names that objects already have are names like any other', () => {
  const { portfolios } = readFrontMatter('portfolios: { __proto__: [a], constructor: [b] }\n');
  assert.deepEqual(Object.entries(portfolios), [
    ['__proto__', ['a']],
    ['constructor', ['b']],
  ]);
  assert.equal(Object.getPrototypeOf(portfolios), Object.prototype);
});

test('reading never fails', () => {
  const marks = fc.constantFrom(
    'title: ',
    'parameters:\n',
    '- ',
    '{',
    '}',
    '[',
    '&a ',
    '*a',
    '"',
    ': ',
    '\n',
    '? ',
    '!!set ',
    '<<: ',
    '|',
    'x',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(marks).map(all => all.join('')),
      ),
      raw => {
        assert.ok(Array.isArray(readFrontMatter(raw).problems));
      },
    ),
    { numRuns: 1_000 },
  );
});
