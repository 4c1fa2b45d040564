import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOutputs } from '../../../src/core/protocol/cellOutputs';
import { mimeTypes } from '../../../src/core/protocol/mimeTypes';
import {
  copyrightOf,
  restoredBundle,
  summaryOfBundle,
  type OutputBundle,
} from '../../../src/core/protocol/outputBundle';
import { errorText, resultText } from '../../../src/core/protocol/plainText';
import { errorOf, outcomeOf, tableOf } from './outcomes';

/** The bundle of a cell, as it comes back from a file. */
function bundleOf(outcome = outcomeOf()): OutputBundle {
  const [output] = cellOutputs(outcome, true);
  assert.ok(output);
  const bundle = { [mimeTypes[output.kind]]: output.value, 'text/html': '<b>x</b>' };
  return JSON.parse(JSON.stringify(bundle)) as OutputBundle;
}

test('what is read back is marked as restored, and only our own types are', () => {
  const restored = restoredBundle(bundleOf());
  assert.deepEqual(Object.keys(restored), [mimeTypes.result]);
  assert.deepEqual(restored[mimeTypes.result], {
    ...(bundleOf()[mimeTypes.result] as object),
    restored: true,
  });
});

test('an error is read back as it was', () => {
  const bundle = bundleOf(outcomeOf({ status: 'error', table: null, error: errorOf() }));
  assert.deepEqual(restoredBundle(bundle)[mimeTypes.error], bundle[mimeTypes.error]);
});

test('values that are no output are not drawn', () => {
  assert.deepEqual(restoredBundle({ [mimeTypes.result]: 'x', [mimeTypes.error]: [] }), {});
});

test('the status bar says of a kept output what its provenance says', () => {
  const summary = summaryOfBundle(bundleOf(outcomeOf({ table: tableOf([[1]], 9) })));
  assert.equal(summary?.rowCount, 9);
  assert.equal(summary?.synthetic, true);
  assert.equal(summary?.status, 'ok');
  assert.equal(summaryOfBundle({}), null);
  assert.equal(summaryOfBundle({ [mimeTypes.result]: {} }), null);
});

test('the rights notice of an output is found, and null where there is none', () => {
  const copyright = { contact_email: 'a@b.test', copyright_info: '© somebody' };
  assert.equal(copyrightOf([]), null);
  assert.equal(copyrightOf([bundleOf()]), null);
  assert.deepEqual(copyrightOf([bundleOf(), bundleOf(outcomeOf({ copyright }))]), copyright);
});

test('a result as text has its names, its first rows and its footer', () => {
  const [output] = cellOutputs(
    outcomeOf({ table: tableOf([[1], ['a\u001b\tb'], [null]], 30) }),
    true,
  );
  assert.ok(output?.kind === 'result');
  const lines = resultText(output.value).split('\n');
  assert.deepEqual(lines.slice(0, 5), ['a', '1', 'a b', 'null', '…']);
  assert.match(lines.at(-1) ?? '', /^SANDBOX synthetic · 30 rows/);
});

test('an error as text says where it is', () => {
  const error = errorOf({ at: { line: 2, column: 5 } });
  const [output] = cellOutputs(outcomeOf({ status: 'error', error }), true);
  assert.ok(output?.kind === 'error');
  assert.equal(errorText(output.value), 'It failed. (line 2, column 5)');
});
