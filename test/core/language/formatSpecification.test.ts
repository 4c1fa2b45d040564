import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { formatSpecification } from '../../../src/core/language/formatSpecification';
import { specificationOutline } from '../../../src/core/language/specificationOutline';
import fc from '../../support/properties';

function formatted(text: string, tabSize = 2, range: [number, number] | null = null): string {
  const span = range && { from: range[0], to: range[1] };
  return formatSpecification(text, span, tabSize).reduceRight(
    (all, edit) => all.slice(0, edit.span.from) + edit.text + all.slice(edit.span.to),
    text,
  );
}

test('a specification is laid out with what is short on its line', () => {
  const text = '{"data":{"name":"t"},"mark":"bar","encoding":{"x":{"field":"a"}}}';
  const made = [
    '{',
    '  "data": { "name": "t" },',
    '  "mark": "bar",',
    '  "encoding": { "x": { "field": "a" } }',
    '}',
  ];
  assert.equal(formatted(text), made.join('\n'));
  assert.equal(formatted(text, 4).split('\n')[1], '    "data": { "name": "t" },');
});

test('numbers keep their form, and a key that is there twice stays', () => {
  for (const text of ['{"a": 1.0, "b": 1e3}', '{"a": 1, "a": 2}', '{"2": 0, "1": 0}']) {
    assert.equal(formatted(text).replace(/\s/g, ''), text.replace(/\s/g, ''));
    assert.match(formatted(text), /^\{\n/);
  }
});

test('lines that are selected are laid out, and a text that is no JSON as far as it can be read', () => {
  const text = '{\n  "a":1,\n  "b":2\n}';
  assert.equal(formatted(text, 2, [4, 5]), '{\n  "a": 1,\n  "b":2\n}');
  assert.equal(formatted('{"a":[1,'), '{\n  "a": [\n    1,');
  assert.equal(formatted('['.repeat(2000)), '['.repeat(2000));
});

test('only space between tokens changes, and formatting again changes nothing', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(2, 4), (json, tabSize) => {
      const made = formatted(json, tabSize);
      assert.deepEqual(JSON.parse(made), JSON.parse(json));
      assert.equal(formatted(made, tabSize), made);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]:,"1a \n') }), text => {
      const made = formatted(text);
      assert.equal(made.replace(/\s/g, ''), text.replace(/\s/g, ''));
    }),
  );
});

test('the outline has the chart by its title, or by its marks', () => {
  const check = (text: string, ...names: string[]): void => {
    assert.deepEqual(
      specificationOutline(text).map(({ name }) => name),
      names,
      text,
    );
  };
  check('{"title": "How it fell", "mark": "bar"}', 'How it fell');
  check('{"title": {"text": ["How it", "fell"]}, "mark": "bar"}', 'How it fell');
  check('{"mark": {"type": "line"}}', 'line');
  check('{"layer": [{"mark": "line"}, {"mark": "point"}, {"mark": "line"}]}', 'line, point');
  check('{"mark": "bar"', 'bar');
  check('{}', 'Chart');
  check('');
  check('[1]');
  check('{"layer":['.repeat(9000));
});

test('the charts that ship are in this layout', () => {
  const folder = 'test/charts/golden';
  for (const name of readdirSync(folder)) {
    const spec: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    assert.deepEqual(JSON.parse(formatted(JSON.stringify(spec))), spec, name);
  }
});
