import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSession } from './openSession';

const opened = await openSession();
after(() => opened.close());
await opened.run(
  "CREATE TABLE scores AS SELECT i AS day, i * 0.1 AS score, 'a' AS name FROM range(5) r(i)",
);

/** Fails where the cell says something else, or at another place. */
async function check(
  text: string,
  {
    error = null,
    line = null,
    notes = [],
  }: { error?: string | null; line?: number | null; notes?: string[] },
): Promise<void> {
  const outcome = await opened.run(text, { language: 'vega-lite' });
  assert.equal(outcome.error?.message ?? null, error, text);
  assert.equal(outcome.error?.at?.line ?? null, line, text);
  assert.deepEqual(outcome.notes, notes, text);
}

const withEncoding = (mark: string, encoding: string): string => `{
  "data": {"name": "scores"},
  "mark": ${mark},
  "encoding": {
    ${encoding}
  }
}`;
const plain = '"x": {"field": "day", "type": "quantitative"}';

test('a specification that Vega-Lite draws is told nothing', async () => {
  await check(withEncoding('"point"', plain), {});
  await check(withEncoding('{"type": "line", "point": true}', plain), {});
});

test('a mark and a field that are not there are told with their line and what they may be', async () => {
  await check(withEncoding('"bars"', plain), {
    error: 'Vega-Lite has no mark bars. Did you mean bar?',
    line: 3,
  });
  await check(withEncoding('{"type": "lin"}', plain), {
    error: 'Vega-Lite has no mark lin. Did you mean line?',
    line: 3,
  });
  await check(withEncoding('"point"', plain.replace('quantitative', 'quantitativ')), {
    error: 'Vega-Lite has no type quantitativ. Did you mean quantitative?',
    line: 5,
  });
  await check(
    withEncoding('"point"', `${plain},\n    "y": {"field": "scor", "type": "quantitative"}`),
    {
      notes: ['Line 6: The table scores has no column scor. Did you mean score?'],
    },
  );
});

test('a mark that a page does not draw fails the cell, so that no run takes it for drawn', async () => {
  const expected = { error: 'Charts may not use image marks.', line: 3 };
  await check(withEncoding('"image"', plain), expected);
  await check(withEncoding('{"type": "image"}', plain), expected);
});

test('fields that a transform makes, or that stand in the specification, are not looked for', async () => {
  const made = `{"data": {"name": "scores"}, "transform": [{"calculate": "datum.day * 2", "as": "twice"}],
    "mark": "point", "encoding": {"x": {"field": "twice", "type": "quantitative"}}}`;
  await check(made, {});
  const inline = `{"data": {"values": [{"b": 1}]}, "mark": "point", "encoding": {"x": {"field": "b", "type": "quantitative"}}}`;
  await check(inline, {});
});

test('what the compiler warns of and refuses is told with the line of what it names', async () => {
  const arc = await opened.run(
    withEncoding('"arc"', `${plain},\n    "shape": {"field": "name", "type": "nominal"}`),
    {
      language: 'vega-lite',
    },
  );
  assert.match(arc.notes.join(), /Line 6: Vega-Lite warns: shape dropped/);
  const { error } = await opened.run(
    '{"data": {"name": "scores"},\n "transform": [{"filter": "datum.day >"}],\n "mark": "point"}',
    { language: 'vega-lite' },
  );
  assert.match(error?.message ?? '', /^Vega-Lite cannot draw this specification: /);
  assert.equal(error?.at?.line, 2);
  const empty = await opened.run('{"data": {"name": "scores"}}', { language: 'vega-lite' });
  assert.match(empty.error?.message ?? '', /at least one of the following properties: "mark"/);
  assert.equal(empty.error?.at?.line, 1);
  const step = `{"data": {"name": "scores"},\n "mark": "point",\n "transform": [{"sort": "day"}]}`;
  const ignored = await opened.run(step, { language: 'vega-lite' });
  assert.match(ignored.notes.join(), /^Line 3: Vega-Lite warns: Ignoring an invalid transform/);
});

test('rows count once for each mark that is made of them, and that is said', async () => {
  await opened.run('CREATE TABLE many AS SELECT i AS a, i AS b FROM range(60_000) r(i)');
  const layers = ['point', 'rule', 'tick'].map(mark => ({ mark, encoding: { x: { field: 'a' } } }));
  const { chart, notes } = await opened.run(
    JSON.stringify({ data: { name: 'many' }, layer: layers }),
    {
      language: 'vega-lite',
    },
  );
  assert.deepEqual(
    chart?.datasets.map(({ rowCount }) => rowCount),
    [16_666],
  );
  assert.match(notes.join(), /first 16,666 of 60,000 rows.*once for each of the 3 marks/);
  const repeated = {
    data: { name: 'many' },
    repeat: { row: ['a', 'b'], column: ['a', 'b'] },
    spec: {
      mark: 'point',
      encoding: { x: { field: { repeat: 'row' } }, y: { field: { repeat: 'column' } } },
    },
  };
  const grid = await opened.run(JSON.stringify(repeated), { language: 'vega-lite' });
  assert.deepEqual(
    grid.chart?.datasets.map(({ rowCount }) => rowCount),
    [12_500],
  );
});

test('a "sort" lists at most 1,000 values, which every page can draw', async () => {
  const sorted = (count: number): string => {
    const sort = JSON.stringify(Array.from({ length: count }, (_, index) => `v${index}`));
    return withEncoding('"bar"', `"x": {"field": "day", "type": "nominal", "sort": ${sort}}`);
  };
  await check(sorted(1_000), {});
  await check(sorted(1_001), {
    error:
      'A "sort" lists at most 1000 values; sort by a column that numbers them instead: "sort": {"field": "place", "op": "min"}.',
    line: 5,
  });
});

test('an expression that Vega cannot read fails the cell, at its line', async () => {
  const withTransform = (expression: string): string => `{
  "data": {"name": "scores"},
  "mark": "point",
  "transform": [
    {"calculate": "datum.day * 2", "as": "twice"},
    {"calculate": ${JSON.stringify(expression)}, "as": "z"}
  ],
  "encoding": {${plain}, "y": {"field": "z", "type": "quantitative"}}
}`;
  await check(withTransform('sqrt(datum.day)'), {});
  await check(withTransform(`${'('.repeat(100_000)}1${')'.repeat(100_000)}`), {
    error:
      'Vega-Lite cannot draw this specification: A list of conditions or an expression of the specification is too long for Vega. Write it with fewer parts, or compute its value in a query.',
    line: 6,
  });
  const begin = 'Vega-Lite cannot draw this specification: ';
  await check(withTransform('nosuch(datum.day)'), {
    error: `${begin}Unrecognized function: nosuch`,
    line: 6,
  });
});
