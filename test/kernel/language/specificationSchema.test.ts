import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fixesOf } from '../../../src/core/language/fixes';
import { severityOf } from '../../../src/core/language/problems';
import { findingSentence } from '../../../src/core/language/sentences';
import { SpecificationSchema } from '../../../src/kernel/language/specificationSchema';
import { schemaPath } from './analysed';

const schema = SpecificationSchema.read(schemaPath);

/** `text`: with each departure between ‹ and ›. `expected`: what is said of each, in order, and the text after all first fixes. */
async function check(
  marked: string,
  expected: readonly RegExp[],
  fixed: string | null = null,
): Promise<void> {
  const text = marked.replace(/[‹›]/g, '');
  const findings = await (await schema).findings(text);
  const shown = [...findings]
    .sort((a, b) => b.span.from - a.span.from)
    .reduce(
      (all, { span: { from, to } }) =>
        `${all.slice(0, from)}‹${all.slice(from, to)}›${all.slice(to)}`,
      text,
    );
  assert.equal(shown, marked, findings.map(findingSentence).join('\n'));
  findings.forEach((finding, index) => {
    assert.match(findingSentence(finding), expected[index] ?? /^$/);
  });
  assert.equal(findings.length, expected.length, marked);
  const after = [...findings]
    .sort((a, b) => b.span.from - a.span.from)
    .flatMap(finding => fixesOf(finding, text).slice(0, 1))
    .flatMap(({ edits }) => edits)
    .reduce((all, { span, text: put }) => all.slice(0, span.from) + put + all.slice(span.to), text);
  assert.equal(after, fixed ?? text);
  if (fixed !== null) {
    assert.deepEqual(await (await schema).findings(after), [], after);
  }
}

const unit = (rest: string): string => `{"data": {"name": "t"}, ${rest}}`;

test('a value that the schema has not is told with all that could stand there, and with the nearest', async () => {
  await check(
    unit('"mark": ‹"lin"›'),
    [/^Vega-Lite does not take this value here\. Did you mean "line"\?$/],
    unit('"mark": "line"'),
  );
  await check(
    unit('"mark": {"type": ‹"pint"›}'),
    [/Did you mean "point"\?$/],
    unit('"mark": {"type": "point"}'),
  );
  await check(unit('"mark": ‹"candlestick"›'), [/Possible: .*"bar".*"boxplot".*"line"/]);
  await check(
    unit('"mark": "bar", "encoding": {"x": {"field": "a", "type": ‹"quantitativ"›}}'),
    [/Did you mean "quantitative"\?$/],
    unit('"mark": "bar", "encoding": {"x": {"field": "a", "type": "quantitative"}}'),
  );
  await check(
    unit('"mark": "bar", "encoding": {"x": {"field": "a", "aggregate": ‹"meen"›}}'),
    [/Did you mean "mean"\?$/],
    unit('"mark": "bar", "encoding": {"x": {"field": "a", "aggregate": "mean"}}'),
  );
  await check(unit('"mark": "bar", "width": ‹"big"›'), [/Possible: a number, .*"container"/]);
  await check(
    unit('"layer": [{"mark": "bar"}, {"mark": ‹"poin"›}]'),
    [/"point"/],
    unit('"layer": [{"mark": "bar"}, {"mark": "point"}]'),
  );
});

test('a key that the schema has not is told with the nearest, or with those that are not there yet', async () => {
  await check(
    unit('"mark": "bar", ‹"encodin"›: {"x": {"field": "a"}}'),
    [/^Vega-Lite has no encodin here\. Did you mean encoding\?$/],
    unit('"mark": "bar", "encoding": {"x": {"field": "a"}}'),
  );
  await check(
    unit('"mark": "bar", "encoding": {"x": {"field": "a", ‹"aggregat"›: "mean"}}'),
    [/Did you mean aggregate\?$/],
    unit('"mark": "bar", "encoding": {"x": {"field": "a", "aggregate": "mean"}}'),
  );
  await check(unit('"mark": "bar", "encoding": {‹"horizon"›: {"field": "a"}}'), [
    /^Vega-Lite has no horizon here\. Possible: .*color/,
  ]);
  // What else is missing beside it is a guess at what was meant.
  await check(
    unit('"mark": "bar", "transform": [{‹"calculat"›: "datum.a", "as": "b"}]'),
    [/Did you mean calculate\?$/],
    unit('"mark": "bar", "transform": [{"calculate": "datum.a", "as": "b"}]'),
  );
});

test('what the schema asks for besides is told in its words', async () => {
  await check('‹{›"mark": "bar"}', [/^Vega-Lite needs "data" here\.$/]);
  await check('‹[]›', [/Expected "object"/]);
});

test('what is no JSON is told once, with a fix where a comma is all that is wrong', async () => {
  await check(
    '{"data": {"name": "t"}, "mark": "line"‹,›}',
    [/^This is not valid JSON: trailing comma\.$/],
    '{"data": {"name": "t"}, "mark": "line"}',
  );
  await check(
    '{"data": {"name": "t"} ‹"mark"›: "line"}',
    [/^This is not valid JSON: expected comma\.$/],
    '{"data": {"name": "t"} , "mark": "line"}',
  );
  await check('{"data": {"name": "t"}, "mark": "lin"}‹,› "a"', [/end of file expected/]);
});

test('mistakes of syntax are errors, departures from the schema warnings', async () => {
  const severities = async (text: string) => (await (await schema).findings(text)).map(severityOf);
  assert.deepEqual(await severities(unit('"mark": "bar",')), ['error']);
  assert.deepEqual(await severities(unit('"mark": "lin"')), ['warning']);
});

test('a specification that draws departs from nothing', async () => {
  const folder = 'test/charts/golden';
  const golden = readdirSync(folder).filter(name => name.endsWith('.json'));
  assert.ok(golden.length > 10, `${golden.length} specifications`);
  for (const name of golden) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const findings = await (await schema).findings(text);
    assert.deepEqual(findings.map(findingSentence), [], name);
  }
});

test('rows within a cell have any shape, and another schema that it names is not looked for', async () => {
  const rows = Array.from({ length: 2000 }, (_, index) => ({ a: index, b: { c: [index] } }));
  const spec = { data: { values: rows }, datasets: { other: rows }, mark: 'bar' };
  await check(JSON.stringify(spec), []);
  await check(
    '{"$schema": "https://example.com/other.json", "data": {"name": "t"}, "mark": ‹"lin"›}',
    [/"line"/],
    '{"$schema": "https://example.com/other.json", "data": {"name": "t"}, "mark": "line"}',
  );
});

test('what nests without end, and an empty cell, are left alone', async () => {
  await check('', []);
  await check('‹[›', [/expected comma or closing bracket/]);
  assert.deepEqual(await (await schema).findings('['.repeat(90_000)), []);
  assert.deepEqual(await (await schema).offers('{"a":'.repeat(9_000), 30), []);
  assert.equal(await (await schema).hover('['.repeat(90_000), 30), null);
});

/** What is offered at `|`: names, and the text after the one that is named is taken. */
async function checkOffers(marked: string, names: readonly string[], taken: string): Promise<void> {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const offers = await (await schema).offers(text, offset);
  for (const name of names) {
    assert.ok(
      offers.some(offer => offer.name === name),
      `${name} in ${marked}`,
    );
  }
  const first = offers.find(({ name }) => name === names[0]);
  const { from, to } = first?.span ?? { from: 0, to: 0 };
  assert.equal(text.slice(0, from) + (first?.insert ?? '') + text.slice(to), taken);
}

test('keys that are not there yet and values of the schema are offered, with what they mean', async () => {
  await checkOffers('{"ma|"}', ['mark', 'encoding', 'layer'], '{"mark": $1}');
  await checkOffers('{"ma|" "data": {}}', ['mark'], '{"mark": $1, "data": {}}');
  await checkOffers('{"|": "bar"}', ['mark'], '{"mark": "bar"}');
  await checkOffers('{"enco|"}', ['encoding'], '{"encoding": {$1}}');
  await checkOffers('{"mark": "|"}', ['"line"', '"bar"'], '{"mark": "line"}');
  await checkOffers(
    unit('"mark": "bar", "encoding": {"x": {"type": |}}'),
    ['"quantitative"', '"temporal"'],
    unit('"mark": "bar", "encoding": {"x": {"type": "quantitative"}}'),
  );
  const keys = await (await schema).offers('{"mark": "bar", ""}', 17);
  assert.ok(!keys.some(({ name }) => name === 'mark'));
  assert.match(keys.find(({ name }) => name === 'encoding')?.doc ?? '', /mapping/);
  assert.deepEqual(new Set(keys.map(({ kind }) => kind)), new Set(['key']));
});

test('a key is told of in the words of the schema, where the text has one', async () => {
  const text = unit('"mark": "line"');
  const at = text.indexOf('mark') + 1;
  const hover = await (await schema).hover(text, at);
  assert.match(hover?.markdown ?? '', /mark/);
  assert.equal(text.slice(hover?.span.from, hover?.span.to), '"mark"');
  const x = unit('"mark": "bar", "encoding": {"x": {"type": "nominal"}}');
  const type = await (await schema).hover(x, x.indexOf('type') + 1);
  assert.match(type?.markdown ?? '', /`"quantitative"`/, 'Markdown is not escaped');
  assert.equal(await (await schema).hover(text, text.indexOf(', "mark"') + 1), null);
  assert.equal(await (await schema).hover(text, 0), null);
});
