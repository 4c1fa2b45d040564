import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expressionFunction, transforms } from 'vega';
import { listedFunctions } from '../../../src/view/chart/boundedFunctions';
import { listedTransforms } from '../../../src/view/chart/boundedTransforms';

// It is a part of Vega, without declarations of its own.
const functionsModule = 'vega-functions';
const { codeGenerator } = (await import(functionsModule)) as {
  readonly codeGenerator: { readonly functions: Readonly<Record<string, unknown>> };
};

test('each transform of Vega is listed with what it costs, or refused', () => {
  const unlisted = Object.keys(transforms).filter(name => !listedTransforms.has(name));
  assert.deepEqual(unlisted, []);
});

test('each function of Vega is listed with what it costs, or refused', () => {
  const names = new Set(Object.keys(codeGenerator.functions).map(name => name.replace(/^_+/, '')));
  assert.ok(names.has('test') && names.has('pad') && expressionFunction('pad'));
  const unlisted = [...names].filter(name => !listedFunctions.has(name));
  assert.deepEqual(unlisted, []);
});
