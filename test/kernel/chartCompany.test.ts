import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkSql } from '../../src/core/protocol/entityLink';
import { openCharts } from './openCharts';

const { opened, chartOf } = await openCharts();
after(() => opened.close());

const titleOf = async (text: string): Promise<unknown> => (await chartOf(text)).chart.spec['title'];
const drawn = 'VISUALISE date AS x, score AS y DRAW line';
const score = `FROM bull_bear_score_ts('demo0048') ${drawn}`;

test('a chart of one company has its key as the title before an answer tells its name', async () => {
  assert.deepEqual(await titleOf(score), { text: 'company:demo0048', anchor: 'start' });
  const { chart } = await chartOf(score);
  assert.match(chart.description, /^company:demo0048\. Line of score/);
  assert.deepEqual(
    await titleOf(`SELECT date, score FROM bull_bear_score_ts('demo0048') ${drawn}`),
    { text: 'company:demo0048', anchor: 'start' },
  );
});

test('a chart of one company names it as the answers do, below a title of its own too', async () => {
  await opened.run('FROM bullish_stocks(amount := 2)');
  const { table } = await opened.run(`SELECT name FROM entities WHERE entity = 'company:c0'`);
  const about = `${String(table?.rows[0]?.[0])} · company:c0`;
  const one = linkSql('score', { column: 'entity', value: 'company:c0' });
  assert.deepEqual(await titleOf(one), { text: about, anchor: 'start' });
  assert.deepEqual(await titleOf(`${one} LABEL title => 'How is it going?'`), {
    text: 'How is it going?',
    subtitle: about,
    anchor: 'start',
  });
  await opened.run(`CREATE TABLE kept AS FROM bull_bear_score_ts('c0')`);
  assert.deepEqual(await titleOf(`FROM kept ${drawn}`), { text: about, anchor: 'start' });
});

test('a chart of several companies, one that is named already, and one without a title get no other', async () => {
  assert.equal(
    await titleOf(
      "FROM bull_bear_score_ts(['c0', 'c1']) VISUALISE date AS x, score AS y, entity AS stroke DRAW line",
    ),
    undefined,
  );
  assert.equal(
    await titleOf(`FROM bull_bear_score_ts('c0') ${drawn} LABEL title => null`),
    undefined,
  );
  assert.deepEqual(await titleOf(`${score} LABEL title => 'Score of company:demo0048'`), {
    text: 'Score of company:demo0048',
    anchor: 'start',
  });
});

test('a chart of one company has the name that the connection knows, before an answer contains it', async () => {
  const asked: string[] = [];
  const companyName = (entity: string): Promise<string | null> => {
    asked.push(entity);
    return Promise.resolve('Halervik Energy');
  };
  const named = await openCharts({}, { companyName });
  try {
    const { chart } = await named.chartOf(score);
    const text = 'Halervik Energy · company:demo0048';
    assert.deepEqual(chart.spec['title'], { text, anchor: 'start' });
    assert.deepEqual(asked, ['company:demo0048']);
  } finally {
    await named.opened.close();
  }
});

test('a vega-lite cell names the company if all rows that it draws are of one', async () => {
  await opened.run("CREATE TABLE one AS FROM bull_bear_score_ts('demo0050')");
  await opened.run("CREATE TABLE other AS FROM bull_bear_score_ts(['demo0050', 'demo0051'])");
  const mark = { mark: 'line', encoding: { x: { field: 'date', type: 'temporal' } } };
  const titleOver = async (spec: object): Promise<unknown> => {
    const { chart } = await opened.run(JSON.stringify(spec), { language: 'vega-lite' });
    return chart?.spec['title'];
  };
  const key = 'company:demo0050';
  const data = { name: 'one' };
  assert.deepEqual(await titleOver({ data, ...mark }), { text: key });
  assert.deepEqual(await titleOver({ title: 'How is it going?', data, ...mark }), {
    text: 'How is it going?',
    subtitle: key,
  });
  assert.equal(await titleOver({ title: null, data, ...mark }), null);
  assert.equal(await titleOver({ title: `Score of ${key}`, data, ...mark }), `Score of ${key}`);
  assert.equal(await titleOver({ data: { name: 'other' }, ...mark }), undefined);
  const both = {
    vconcat: [
      { data, ...mark },
      { data: { name: 'other' }, ...mark },
    ],
  };
  assert.equal(await titleOver(both), undefined);
});
