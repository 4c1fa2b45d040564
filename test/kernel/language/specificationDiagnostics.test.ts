import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AnalystFixture } from './analysed';
import { fixed } from './checkProblems';

const fixture = new AnalystFixture();
after(() => fixture.close());

const table = 'CREATE TABLE scores AS SELECT 1 AS score, 2 AS "a.b", \'x\' AS name';

/**
 * `spec`: a specification after a cell that makes `scores`. `expected`: each problem as `code «text»`, what its first fix
 * makes of that text behind an arrow.
 */
async function check(spec: unknown, expected: readonly string[], make = table): Promise<void> {
  const text = typeof spec === 'string' ? spec : JSON.stringify(spec, null, 2);
  const { cells } = await fixture.analyse([make, { language: 'vega-lite', text }]);
  const said = (cells[1]?.problems ?? []).map(({ code, span, fixes }) => {
    const written = text.slice(span.from, span.to);
    const [first] = fixes;
    const after = first ? fixed(text, first) : null;
    const end = after === null ? 0 : span.to + after.length - text.length;
    return `${code} «${written}»${after === null ? '' : ` → ${after.slice(span.from, end)}`}`;
  });
  assert.deepEqual(said, expected, text);
}

const data = { name: 'scores' };
const x = (field: string) => ({ encoding: { x: { field } } });

test('a specification over tables that are there, with their columns, has no problem', async () => {
  await check({ data, mark: 'point', ...x('score') }, []);
  await check({ data, mark: 'point', ...x('a\\.b') }, []);
  await check(
    {
      data,
      layer: [
        { mark: 'bar', ...x('score') },
        { mark: 'text', ...x('name') },
      ],
    },
    [],
  );
  await check({ data, mark: 'bar', encoding: { y: { aggregate: 'count', field: '*' } } }, []);
  await check({ data: { values: [{ a: 1 }] }, mark: 'bar', ...x('a') }, []);
  await check({ datasets: { own: [] }, data: { name: 'own' }, mark: 'bar', ...x('a') }, []);
  await check({ data: { name: 'event_types' }, mark: 'bar', ...x('event_id') }, []);
});

test('fields that a table does not have are told with the one that was meant', async () => {
  await check({ data, mark: 'point', ...x('scor') }, ['unknownColumn «"scor"» → "score"']);
  await check({ data, mark: 'point', ...x('Score') }, ['unknownColumn «"Score"» → "score"']);
  await check({ data, mark: 'point', ...x('nothing_like_it') }, [
    'unknownColumn «"nothing_like_it"»',
  ]);
  await check(
    { data, mark: 'point', encoding: { tooltip: [{ field: 'name' }, { field: 'nam' }] } },
    ['unknownColumn «"nam"» → "name"'],
  );
  await check({ data, facet: { field: 'nme' }, spec: { mark: 'bar', ...x('scre') } }, [
    'unknownColumn «"nme"» → "name"',
    'unknownColumn «"scre"» → "score"',
  ]);
  await check({ hconcat: [{ data, mark: 'bar', ...x('scor') }] }, [
    'unknownColumn «"scor"» → "score"',
  ]);
});

test('fields that a transform, a layer or other data may make are left alone', async () => {
  const transform = [{ calculate: 'datum.score * 2', as: 'twice' }];
  await check({ data, transform, mark: 'bar', ...x('twice') }, []);
  await check({ data, transform, layer: [{ mark: 'bar', ...x('twice') }] }, []);
  await check({ data, ...x('twice'), layer: [{ mark: 'bar', transform }] }, []);
  await check({ data, ...x('other'), layer: [{ mark: 'bar', data: { values: [] } }] }, []);
  await check({ data, mark: 'bar', ...x('name.first') }, []);
  await check({ data, mark: 'bar', encoding: { x: { field: { repeat: 'column' } } } }, []);
  await check(
    { data, mark: 'bar', ...x('bullish') },
    [],
    'CREATE TABLE scores AS PIVOT bullish_stocks() ON side USING count(*)',
  );
});

test('a column with quotes is named as its rows have it', async () => {
  const quoted = `CREATE TABLE scores AS SELECT 1 AS "co's ""name"""`;
  await check({ data, mark: 'point', ...x('co_s _name_') }, [], quoted);
});

test('departures from the schema are told beside tables and fields that are not there', async () => {
  await check({ data, mark: 'lin', ...x('scor') }, [
    'specificationValue «"lin"» → "line"',
    'unknownColumn «"scor"» → "score"',
  ]);
});

test('tables that are not there, and addresses, are told', async () => {
  await check({ data: { name: 'scors' }, mark: 'bar' }, ['unknownTable «"scors"» → "scores"']);
  await check({ data: { url: 'https://example.com/a.csv' }, mark: 'bar' }, [
    'specificationUrl «"https://example.com/a.csv"»',
  ]);
  const lookup = { lookup: 'name', from: { data: { name: 'nowhere_at_all' }, key: 'name' } };
  await check({ data, transform: [lookup], mark: 'bar' }, ['unknownTable «"nowhere_at_all"»']);
});

test('a mark that is not drawn is told wherever it stands', async () => {
  await check({ data, mark: 'image' }, ['specificationMark «"image"»']);
  await check({ data, layer: [{ mark: { type: 'image' } }, { mark: 'point' }] }, [
    'specificationMark «"image"»',
  ]);
  await check({ data, mark: 'point', ...x('name'), title: 'image' }, []);
});

test('what is no JSON is told as that alone, and what nests without end is left alone', async () => {
  await check('{"data": {"name": "scors"}', ['specificationSyntax «}»']);
  await check('', []);
  await check('[1, "scores", null]', ['specificationRule «[1, "scores", null]»']);
  await check('['.repeat(90_000), []);
  await check(`{"data": ${'{"data":'.repeat(9_000)}`, []);
});
