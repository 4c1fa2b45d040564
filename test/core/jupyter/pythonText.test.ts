import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonBlock, pythonText } from '../../../src/core/jupyter/pythonText';
import fc from '../../support/properties';
import { pythonWithRequests } from '../../support/python';

/** Texts that would end a literal, begin an escape, or are not of Python's source. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.stringMatching(/^["\\'\n\r\t\0\u2028#{}a]{0,12}$/),
);

test('Python reads a literal as the text that it was made of', () => {
  const texts = ['', '"""', '\\', '""""\\"', '\r\n', '\ud800', ...fc.sample(hostile, 300)];
  const source = [
    'import json',
    ...texts
      .flatMap(text => [pythonText(text), pythonBlock(text)])
      .map(each => `print(json.dumps(${each}))`),
  ].join('\n');
  const { stdout, stderr } = spawnSync(pythonWithRequests(), ['-'], {
    input: source,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  const read = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as string);
  assert.deepEqual(
    read,
    texts.flatMap(text => [text, `\n${text}\n`]),
  );
});
