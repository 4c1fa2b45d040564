import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withParameterDefault } from '../../../src/core/notebook/editParameter';
import { readFrontMatter } from '../../../src/core/notebook/frontMatter';
import type { NotebookParameterValue } from '../../../src/core/notebook/parameters';
import fc from '../../support/properties';

function check(raw: string, name: string, value: NotebookParameterValue, expected: string): void {
  assert.equal(withParameterDefault(raw, name, value), expected);
}

const flow = `signals: 1
parameters: # what to look at
  - { name: since, type: date,   default: 2026-01-01 } # the first day
  - { name: country, default: US, choices: [US, GB] }
title: 'x'
`;
const block = `parameters:
  # How many.
  - name: amount   # rows
    default: 20
    choices: [10, 20]
  - type: text
    name: word
`;

test('a default is changed where it stands and nothing else is', () => {
  check(flow, 'since', '2026-02-01', flow.replace('2026-01-01', '2026-02-01'));
  check(flow, 'country', 'GB', flow.replace('default: US', 'default: GB'));
  check(block, 'amount', 10, block.replace('default: 20', 'default: 10'));
  check(
    flow.replaceAll('\n', '\r\n'),
    'country',
    'GB',
    flow.replace('US', 'GB').replaceAll('\n', '\r\n'),
  );
  check(flow, 'unknown', 'GB', flow);
});

test('a default that is not written yet is put behind the name', () => {
  check(block, 'word', 'a b', `${block}    default: a b\n`);
  const bare = 'parameters:\n  - { name: word, type: text }\n';
  check(bare, 'word', 'a, b', bare.replace('word', 'word, default: "a, b"'));
});

test('a type that was told by the default is written where the new one would tell another', () => {
  const inferred = 'parameters:\n  - name: share\n    default: 0.5\n';
  check(inferred, 'share', 2, 'parameters:\n  - name: share\n    type: number\n    default: 2\n');
  check(inferred, 'share', 0.25, inferred.replace('0.5', '0.25'));
  const word = 'parameters: [{name: word, default: x}]\n';
  const saved = withParameterDefault(word, 'word', '2026-01-01');
  assert.deepEqual(readFrontMatter(saved).parameters, [
    { name: 'word', type: 'text', default: '2026-01-01', choices: [] },
  ]);
});

test('keys that are not understood are kept, however the list is written', () => {
  const alias = `parameters:
  - &first { name: since, type: date, default: 2026-01-01, label: First day, unit: day }
  - { name: until, type: date, default: 2026-02-01, more: { a: 1 } }
again: *first
`;
  const saved = withParameterDefault(alias, 'since', 'current_date - 7');
  assert.match(saved, /unit: day/);
  assert.match(saved, /a: 1/);
  assert.deepEqual(readFrontMatter(saved).parameters, [
    { name: 'since', type: 'date', default: 'current_date - 7', choices: [], label: 'First day' },
    { name: 'until', type: 'date', default: '2026-02-01', choices: [] },
  ]);
  const ordered = 'parameters: &all [{ name: p, default: *x }]\nx: &x 1\n'.replace('*x', '1');
  assert.equal(withParameterDefault(ordered, 'p', 2), ordered.replace('default: 1', 'default: 2'));
});

test('a default that is counted from today is saved as it was typed', () => {
  check(flow, 'since', 'current_date - 7', flow.replace('2026-01-01', '"current_date - 7"'));
});

test('whatever text is saved is read again, and the other parameters as before', () => {
  const heads = fc.constantFrom(
    flow,
    block,
    'parameters:\n- name: word\n  type: text\n  default:\n',
    'parameters:\n- name: word\n  type: text\n  default: |\n    two\n    lines\nmine: 1\n',
    'parameters: [{ name: word, type: text, default: "a" }, {name: x, default: 1}]',
    'a: &d first\nparameters:\n- {name: word, default: *d}\n- {name: y, default: *d}\n',
    'parameters:\n- {name: word, type: text, default: &d first}\n- {name: y, default: *d}\n',
  );
  fc.assert(
    fc.property(heads, fc.string({ unit: 'grapheme' }), (raw, text) => {
      const before = readFrontMatter(raw);
      const parameter = before.parameters.find(({ name }) => name === 'word');
      const after = readFrontMatter(withParameterDefault(raw, 'word', text));
      const expected = before.parameters.map(one =>
        one === parameter ? { ...one, default: text } : one,
      );
      assert.deepEqual(after.problems, []);
      assert.deepEqual(after.parameters, expected);
    }),
  );
});
