import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countryNames } from '../../../src/core/service/countryNames';
import { industries, sourceCountries } from '../../../src/core/service/enumerations';
import { eventFamily, eventIds, eventNames } from '../../../src/core/service/eventTypes';
import { gallery } from '../../../src/core/gallery/gallery';
import {
  categoryColours,
  categoryPlaces,
  colourCount,
  paletteSize,
} from '../../../src/core/visualise/categoryColours';
import { kindsWithColour, type Place } from '../../../src/core/visualise/fixedPlaces';
import fc from '../../support/properties';

const palette = Array.from({ length: paletteSize }, (_, at) => `p${at}`);
const kinds = kindsWithColour.map((_, at) => palette[at + 2] ?? `k${at}`);
const theme = { bull: 'p0', bear: 'p1', grey: 'grey', secondGrey: 'grey2', palette, kinds };

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
  const greyish = ['grey', 'grey2'];
  assert.deepEqual(colours('Other topics', 'others')?.toSorted(), greyish);
  assert.deepEqual(colours('others', 'not stated')?.toSorted(), greyish);
  assert.deepEqual(colours('not stated', null), greyish);
  assert.deepEqual(new Set(colours('other', 'E1_A', 'others', 'all others')).size, 4);
});

test('an industry of the lists has one colour in every chart, whichever others are there', () => {
  const named = industries.filter(each => each !== 'all');
  const all = colours(...named) ?? [];
  assert.equal(new Set(all).size, named.length);
  for (const [at, industry] of named.entries()) {
    assert.ok(kinds.includes(all[at] ?? ''), 'not a colour of bull or bear');
    const names = [industry, `industry.${industry}`, industry.replaceAll('_', ' ').toUpperCase()];
    assert.deepEqual(
      names.map(name => colours(name)?.[0]),
      [all[at], all[at], all[at]],
      industry,
    );
  }
});

test('what is missing is grey, and another grey beside a name of the rest', () => {
  assert.deepEqual(colours('fact', null), ['p2', 'grey']);
  assert.deepEqual(colours('other', null), ['grey', 'grey2']);
  assert.deepEqual(colours(null, 'utilities', 'probable', 'Other')?.slice(2), ['p9', 'grey']);
});

test('true and false have neither the colour of bull nor that of bear', () => {
  const [yes, no, missing] = colours(true, false, null) ?? [];
  assert.deepEqual(colours(false, true), [no, yes]);
  assert.equal(missing, 'grey');
  assert.ok([yes, no].every(each => each !== 'p0' && each !== 'p1'));
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

/** Names with a colour of their own, some that share theirs, and any others. */
const anyName = fc.oneof(
  fc.constantFrom<string | null>(...['denied', 'Legal and risk', 'fact', 'deals', 'energy', null]),
  fc.constantFrom(
    'Lawsuit',
    'E28_A',
    'E29_A',
    'bullish',
    'other',
    'others',
    'Norway',
    'ar',
    'EU',
    'eu',
  ),
  fc.string(),
);

test('the colour of a category does not depend on the order of the others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyName, { minLength: 1, maxLength: 45 }), names => {
      const all = new Map(names.map((name, at) => [name, categoryPlaces(names)[at]]));
      const turned = [
        ...names.slice(names.length / 2),
        ...names.slice(0, names.length / 2).toReversed(),
      ];
      assert.deepEqual(new Map(turned.map((name, at) => [name, categoryPlaces(turned)[at]])), all);
    }),
  );
});

test('no two categories look the same while there are colours left, and bull and bear come last', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyName, { minLength: 1, maxLength: 30 }), names => {
      const places = categoryPlaces(names);
      assert.equal(new Set(places).size, names.length);
      const sides = names.filter((_, at) => ['bull', 'bear'].includes(String(places[at])));
      assert.ok(names.length > 20 || sides.every(name => name === 'bullish'), sides.join());
    }),
  );
});

test('names that nobody fixed have the colours that are neither brownish nor reddish first', () => {
  const names = ['Core', 'Growth', 'Value', 'Halervik', 'Marsund Energy'];
  assert.deepEqual(new Set(colours(...names)), new Set(['p2', 'p3', 'p4', 'p5', 'p7']));
  const more = colours(...names, 'a', 'b', 'c', 'd', '2026-Q1') ?? [];
  assert.deepEqual(new Set(more), new Set(palette.slice(2)));
  assert.deepEqual(
    colours(...names.map(name => ` ${name.toUpperCase().replaceAll(' ', '_')}`)),
    colours(...names),
  );
});

test('a name keeps its colour beside others, but where another one bids more for it', () => {
  const names = Array.from({ length: 200 }, (_, at) => `Group ${at}`);
  const kept = names.filter((name, at) => {
    const beside = colours(name, ...names.slice(at + 1, at + 5)) ?? [];
    return beside[0] === colours(name)?.[0];
  });
  assert.ok(kept.length > names.length * 0.7, `${kept.length} of ${names.length}`);
});

test('of more names than colours, as many have one of their own as there are, and one more changes none of them', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Country ${at}`);
  for (const count of [30, 31, 45, 60]) {
    assert.equal(new Set(colours(...names.slice(0, count))).size, 30, String(count));
  }
  const [fewer, more] = [31, 32].map(count => categoryPlaces(names.slice(0, count)));
  const changed = fewer?.filter((place, at) => place !== more?.[at]) ?? [];
  assert.ok(changed.length < 6, `${changed.length} changed`);
});

test('a place that is held stays, but where a fixed name needs it', () => {
  const held = new Map<unknown, Place>([
    ['Core', 9],
    ['Growth', 'bull'],
    ['Lawsuit', 3],
  ]);
  const [lawsuit] = categoryPlaces(['Lawsuit']);
  assert.deepEqual(categoryPlaces(['Core', 'Growth', 'Lawsuit', 'Value'], held).slice(0, 3), [
    9,
    'bull',
    lawsuit,
  ]);
  const [core, bullish] = categoryPlaces(['Growth', 'bullish'], held);
  assert.equal(bullish, 'bull');
  assert.notEqual(core, 'bull');
});

test('values without a name have the colours of the theme in their order', () => {
  assert.equal(colours(1, 2.5), undefined);
  assert.deepEqual(colours(1, null, 2), ['p0', 'grey', 'p1']);
  assert.equal(colourCount([1, 2, 3]), paletteSize);
  assert.equal(colourCount([1, null]), paletteSize + 1);
});

test('as many categories as a list has colours have a colour each, and one more has none of its own', () => {
  const others = Array.from({ length: 60 }, (_, at) => `Country ${at}`);
  const check = (first: readonly unknown[], expected: number): void => {
    const all = [...first, ...others];
    assert.equal(colourCount(all), expected);
    const distinct = (count: number): number => new Set(colours(...all.slice(0, count))).size;
    assert.equal(distinct(expected), expected);
    assert.equal(distinct(expected + 1), expected);
  };
  check(['Lawsuit'], 30);
  check([null], 31);
  check(['bullish', 'other', 'E1_A'], 31);
  check([], 30);
});
