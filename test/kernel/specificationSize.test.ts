import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSession, type TestSession } from './openSession';

let opened: TestSession;

before(async () => {
  opened = await openSession();
  await opened.run('CREATE TABLE few AS SELECT 1 AS a');
});

after(() => opened.close());

test('a specification of too many views is refused before it is compiled', async () => {
  const fields = Array.from({ length: 200 }, () => 'a');
  const spec = {
    data: { name: 'few' },
    repeat: { row: fields, column: fields },
    spec: { mark: 'point', encoding: { x: { field: { repeat: 'row' } } } },
  };
  const { error } = await opened.run(JSON.stringify(spec), { language: 'vega-lite' });
  assert.match(error?.message ?? '', /draws 40000 views; a chart has at most 100/);
});

test('the place of a message is not looked for by compiling hundreds of views again and again', async () => {
  const views = Array.from({ length: 100 }, () => ({
    mark: 'bar',
    encoding: {
      x: { field: 'a' },
      y: { field: 'a' },
      color: { field: 'a' },
      theta2: { field: 'a' },
    },
  }));
  const spec = { data: { name: 'few' }, hconcat: views };
  const { chart, notes } = await opened.run(JSON.stringify(spec), { language: 'vega-lite' });
  assert.ok(chart);
  assert.match(notes.join('\n'), /Vega-Lite warns/);
});
