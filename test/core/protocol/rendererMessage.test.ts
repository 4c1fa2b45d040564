import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxChartFile } from '../../../src/core/protocol/chartFile';
import { readRendererMessage } from '../../../src/core/protocol/rendererMessage';
import { maxPageRows, type PageQuestionName } from '../../../src/core/protocol/questions';
import {
  asking,
  malformedMessages,
  pageMessages,
  pageQuestions,
  wrongParams,
  wrongParts,
} from './pageMessages';
import fc from '../../support/properties';

const questions = Object.entries(pageQuestions);
const messages = [
  ...Object.values(pageMessages),
  ...questions.map(([name, params]) => asking(name, params)),
];

/** `check({ kind: … })`: a filter that is read as it is. */
function check(filter: object): void {
  const arrangement = { sort: [], filters: [filter] };
  const message = asking('page', { ...pageQuestions.page, arrangement });
  assert.deepEqual(readRendererMessage(message), message);
}

test('a message of each kind is read as it is, without what nobody described', () => {
  for (const message of messages) {
    assert.deepEqual(readRendererMessage(message), message);
    assert.deepEqual(readRendererMessage({ ...message, sql: 'DROP TABLE t' }), message);
  }
  const { page } = pageQuestions;
  const [key] = page.arrangement.sort;
  const sort = [{ ...key, sql: 'x' }];
  const more = { ...page, sql: 'x', arrangement: { ...page.arrangement, sort, more: 1 } };
  assert.deepEqual(readRendererMessage(asking('page', more)), asking('page', page));
});

test('a malformed message is none', () => {
  for (const message of malformedMessages()) {
    assert.equal(readRendererMessage(message), null, JSON.stringify(message)?.slice(0, 300));
  }
});

test('each part of each kind is known to be checked', () => {
  for (const message of messages) {
    const parts = Object.keys(message).filter(part => part !== 'type');
    assert.deepEqual(Object.keys(wrongParts[message.type]).sort(), parts.sort(), message.type);
  }
  for (const [name, params] of questions) {
    const checked = Object.keys(wrongParams[name as PageQuestionName]);
    assert.deepEqual(checked.sort(), Object.keys(params).sort(), name);
  }
});

test('a page asks for no more rows than one answer holds', () => {
  const { page } = pageQuestions;
  const read = readRendererMessage(asking('page', { ...page, limit: 1e9 }));
  assert.deepEqual(read, asking('page', { ...page, limit: maxPageRows }));
});

test('a page may ask for all rows as they are, and to take away a result that was not looked at', () => {
  const { resultId } = pageQuestions.page;
  const page = asking('page', { resultId, offset: 0, limit: 100 });
  for (const message of [page, { type: 'export', resultId }]) {
    assert.deepEqual(readRendererMessage(message), message);
  }
});

test('filters are read where their parts are of their kinds', () => {
  check({ kind: 'text', column: 0, operator: 'contains', text: "'; DROP" });
  check({ kind: 'range', column: 0, from: '1', to: null });
  check({ kind: 'values', column: 0, values: ['a', null] });
  check({ kind: 'missing', column: 0, missing: false });
});

test('a chart comes as a file of its format, of a size', () => {
  const { saveChart } = pageMessages;
  const png = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0]).toString('base64');
  const message = { ...saveChart, format: 'png', content: png };
  assert.deepEqual(readRendererMessage(message), message);
  for (const content of [saveChart.content, `${png}\n`, Buffer.from('MZ').toString('base64')]) {
    assert.equal(readRendererMessage({ ...message, content }), null);
  }
  const large = saveChart.content.replace('></', `>${' '.repeat(maxChartFile)}</`);
  assert.equal(readRendererMessage({ ...saveChart, content: large }), null);
});

test('no JSON makes the reader throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...messages), (value, message) => {
      readRendererMessage(value);
      for (const part of Object.keys(message)) {
        readRendererMessage({ ...message, [part]: value });
      }
    }),
    { numRuns: 200 },
  );
});
