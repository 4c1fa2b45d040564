import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countryNames } from '../../../src/core/service/countryNames';
import { industries, sourceCountries } from '../../../src/core/service/enumerations';
import { eventFamily, eventIds, eventNames } from '../../../src/core/service/eventTypes';
import { gallery } from '../../../src/core/gallery/gallery';
import {
  categoryColours,
  colourCount,
  kindsWithColour,
  paletteSize,
} from '../../../src/core/visualise/categoryColours';

const palette = Array.from({ length: paletteSize }, (_, at) => `p${at}`);
const kinds = kindsWithColour.map((_, at) => palette[at + 2] ?? `k${at}`);
const theme = { bull: 'p0', bear: 'p1', grey: 'grey', palette, kinds };

/** The topics of `event_topics`, in the order of the charts. */
const eventTopicNames = [
  ...['Results', 'Products', 'Deals', 'People', 'Sales and markets', 'Share price', 'Other'],
  'Legal and risk',
];

function colours(...values: readonly unknown[]): readonly string[] | undefined {
  return categoryColours(values, theme);
}

test('a rise and a fall of the price have the colours of bull and bear, by name and by id', () => {
  for (const [up, down] of [
    ['Stock Price Up', 'Stock Price Down'],
    ['E41_A', 'E41_B'],
    ['E41_A Stock Price Up', 'E41_B Stock Price Down'],
    ['bullish_stocks', 'bearish_stocks'],
    ['bullish', 'bearish'],
  ]) {
    assert.deepEqual(colours(up, down), ['p0', 'p1']);
    assert.deepEqual(colours('Lawsuit', down, up)?.slice(1), ['p1', 'p0']);
  }
});

test('what names the rest is grey beside every other name', () => {
  for (const other of ['other', 'Other', 'OTHER', 'others', 'Other industries', 'all others']) {
    assert.equal(colours('Core', other, 'Growth')?.indexOf('grey'), 1, other);
  }
  assert.ok(!colours('otherwise', 'Core')?.includes('grey'));
});

test('a second name of the rest differs from the first, and is grey too where that is free', () => {
  assert.deepEqual(colours('Other topics', 'fact', 'others'), ['grey', 'p2', 'p9']);
  assert.deepEqual(colours('other', null), ['grey', 'p9']);
  assert.deepEqual(colours(null, 'not stated'), ['grey', 'p9']);
  assert.deepEqual(colours('others', 'fact', 'not stated'), ['grey', 'p2', 'p9']);
  assert.equal(colours('other', 'E1_A', 'others')?.[0], 'grey');
  assert.deepEqual(new Set(colours('other', 'E1_A', 'others', 'all others')).size, 4);
});

test('an industry of the lists has one colour in every chart, and never that of bull or bear', () => {
  for (const industry of industries.filter(each => each !== 'all')) {
    const [alone] = colours(industry) ?? [];
    assert.match(alone ?? '', /^p([2-9]|10)$/, industry);
    const names = [`industry.${industry}`, industry.replaceAll('_', ' ').toUpperCase()];
    assert.deepEqual(
      names.map(name => colours(name)?.[0]),
      [alone, alone],
      industry,
    );
  }
  const five = ['energy', 'financials', 'technology', 'industrials', 'health_care'];
  assert.equal(new Set(colours(...five)).size, five.length);
});

test('what is missing, or left over of a list, is grey', () => {
  assert.deepEqual(colours('fact', null), ['p2', 'grey']);
});

test('a kind of event has one colour in every chart, by name and by id', () => {
  for (const [id, name] of eventNames) {
    const [alone] = colours(name) ?? [];
    assert.deepEqual(colours(id, 'Core')?.[0], alone, name);
    assert.deepEqual(colours('other', 'Core', name)?.[2], alone, name);
  }
});

test('no kind of event but a move of the price has its colours', () => {
  for (const id of eventIds.filter(each => !/^E41_[AB]$/.test(each))) {
    assert.ok(kinds.includes(colours(id)?.[0] ?? ''), id);
  }
});

test('every kind of event with a name has a colour of its own, whatever else is in the chart', () => {
  const names = [...eventNames.values()];
  const all = colours(...names, 'other') ?? [];
  assert.equal(new Set(all).size, names.length + 1);
  assert.deepEqual(
    all,
    [...names, 'other'].map(name => colours(name)?.[0]),
  );
  for (const [id, name] of eventNames) {
    for (const other of eventIds.filter(each => each !== id)) {
      assert.equal(colours(other, id)?.[1], colours(name)?.[0], `${name} beside ${other}`);
    }
  }
});

test('ids near one another in the list of the service, and those of a family, differ', () => {
  for (const [at, id] of eventIds.entries()) {
    const family = eventIds.filter(other => eventFamily(other) === eventFamily(id));
    for (const other of [...eventIds.slice(at + 1, at + 6), ...family]) {
      if (other !== id) {
        assert.notEqual(colours(id)?.[0], colours(other)?.[0], `${id} and ${other}`);
      }
    }
  }
});

test('no two categories share a colour while there are some left', () => {
  const names = [...eventNames.values()];
  const all = colours(...names, null) ?? [];
  assert.equal(new Set(all).size, names.length + 1);
  const some = colours(...names.slice(0, paletteSize), 'Core', 'Growth', 'E28_A', null) ?? [];
  assert.equal(new Set(some).size, paletteSize + 4);
});

test('more categories than colours have those of their names, so that none of them covers the rest', () => {
  const all = colours(...eventIds, 'Core', null) ?? [];
  assert.deepEqual(
    all.slice(0, eventIds.length),
    eventIds.map(id => colours(id)?.[0]),
  );
  assert.equal(all.at(-1), 'grey');
  for (const colour of kinds) {
    const count = all.filter(each => each === colour).length;
    assert.ok(count > 0 && count < eventIds.length / 10, `${colour} ${count} times`);
  }
});

test('the topics of an event are those of its analysis, of its documentation and of the charts, in one order', () => {
  const sql = readFileSync('content/analyses/eventCounts.sql', 'utf8');
  const found = sql.matchAll(/(?:THEN|ELSE) '([A-Z][^']*)'/g);
  assert.deepEqual(
    [...new Set([...found].map(([, topic]) => topic))].sort(),
    eventTopicNames.toSorted(),
  );
  assert.ok(sql.replaceAll('\n-- ', ' ').includes(eventTopicNames.join(', ')));
  const lists = gallery.flatMap(
    ({ drawing }) => drawing.match(/\[["']Results["'],[^\]]*\]/g) ?? [],
  );
  assert.equal(lists.length, 3);
  for (const list of lists) {
    assert.deepEqual(JSON.parse(list.replaceAll("'", '"')), eventTopicNames);
  }
});

test('every topic of the gallery has a colour of its own', () => {
  const all = colours(...eventTopicNames);
  assert.equal(new Set(all).size, eventTopicNames.length);
  assert.ok(!all?.includes('p0') && !all?.includes('p1'), 'a colour of bull or bear');
  for (const [at, topic] of eventTopicNames.entries()) {
    assert.deepEqual(colours(topic), [all?.[at]]);
  }
});

test('what is counterfactual is neither green nor of the colours of bull and bear', () => {
  for (const name of ['counterfactual', 'COUNTERFACT', 'counterprobable', 'denied']) {
    assert.match(colours('fact', 'uncertain', name)?.[2] ?? '', /^p(6|10)$/, name);
  }
});

test('a country has one colour in every chart, by name and by code, and large markets have one of their own', () => {
  const codes = sourceCountries.filter(code => code !== 'all');
  assert.equal(codes.length, countryNames.size);
  for (const code of codes) {
    const [alone] = colours(countryNames.get(code)) ?? [];
    assert.ok(kinds.includes(alone ?? ''), code);
    assert.deepEqual(colours(code), [alone]);
    assert.deepEqual(colours('Growth', code.toUpperCase())?.[1], alone);
  }
  const markets = 'us cn jp gb de fr ca in ch hk kr tw au nl se sa it es br dk no fi be'.split(' ');
  assert.equal(new Set(colours(...markets)).size, markets.length);
  for (const code of markets) {
    for (const other of codes.filter(each => each !== code)) {
      assert.deepEqual(colours(other, code)?.[1], colours(code)?.[0], `${code} beside ${other}`);
    }
  }
});

test('the colour of any other name depends on its name, and not on the order of the names', () => {
  const names = ['Core', 'Growth', 'Value', 'Halervik', 'Marsund Energy', '2026-Q1', 'Ä'];
  const all = colours(...names) ?? [];
  assert.equal(new Set(all).size, names.length);
  assert.ok(all.every(colour => palette.slice(2).includes(colour)));
  assert.deepEqual(colours(...names.toReversed()), all.toReversed());
  assert.deepEqual(colours(...names.map(name => name.toUpperCase())), all, 'upper case');
});

test('a name keeps its colour beside others, but for few that another one bids more for', () => {
  const names = Array.from({ length: 200 }, (_, at) => `Group ${at}`);
  let kept = 0;
  for (const [at, name] of names.entries()) {
    const others = names.slice(at + 1, at + 5);
    const [alone] = colours(name) ?? [];
    const beside = colours(...others, name) ?? [];
    kept += beside.at(-1) === alone ? 1 : 0;
    // Which one is left out changes no name that had its colour alone.
    const less = colours(...others.slice(1), name) ?? [];
    for (const [place, other] of [...others.slice(1), name].entries()) {
      if (beside[place + 1] === colours(other)?.[0]) {
        assert.equal(less[place], beside[place + 1], other);
      }
    }
  }
  assert.ok(kept > names.length * 0.7, `${kept} of ${names.length}`);
});

test('values without a name leave the colours to the theme', () => {
  assert.equal(colours(1, 2.5, true), undefined);
  assert.deepEqual(colours('fact', 3, 4), ['p2', 'p3', 'p4']);
});

test('as many categories as a list has colours have a colour each, and one more has none of its own', () => {
  const others = Array.from({ length: 60 }, (_, at) => `Country ${at}`);
  const check = (first: readonly unknown[], expected: number): void => {
    const all = [...first, ...others];
    assert.equal(colourCount(all), expected);
    const distinct = (count: number): number => new Set(colours(...all.slice(0, count))).size;
    assert.equal(distinct(expected), expected);
    assert.ok(distinct(expected + 1) <= expected);
  };
  check(['Lawsuit'], 30);
  check([null], 31);
  check(['bullish', 'other', 'E1_A'], 31);
  check([], 30);
  assert.equal(colourCount([1, 2, 3]), paletteSize);
});
