import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryPlaces } from '../../../src/core/visualise/categoryColours';
import { HeldPlaces } from '../../../src/core/visualise/heldPlaces';
import fc from '../../support/properties';

const names = Array.from({ length: 14 }, (_, at) => `Company ${at}`);

test('names keep the places of the first chart in any part of it, and beside more names', () => {
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1 }), fc.subarray(names), (some, more) => {
      const held = new HeldPlaces();
      const places = held.places(some);
      const first = new Map(some.map((name, at) => [name, places[at]]));
      const both = [...new Set([...more, ...some])];
      const later = held.places(both);
      for (const [name, place] of first) {
        assert.equal(later[both.indexOf(name)], place, name);
        assert.deepEqual(held.places([name]), [place], name);
      }
      assert.equal(new Set(later).size, both.length);
    }),
  );
});

test('names of different charts that both would like a colour have another one each, while there are vivid ones', () => {
  const held = new HeldPlaces();
  const vivid = names.slice(0, 5).map(name => held.places([name])[0]);
  assert.deepEqual(new Set(vivid).size, 5);
  assert.deepEqual(held.places(names.slice(0, 5)), vivid);
});

test('the first chart has the places that its names alone determine', () => {
  assert.deepEqual(new HeldPlaces().places(names), categoryPlaces(names));
});

test('a chart has the places of its names, without those that are fixed', () => {
  const held = new HeldPlaces();
  held.places(['Growth']);
  const places = held.ofChart([['Core', 'Lawsuit', null, 'other', 3], ['Growth']]);
  assert.deepEqual(
    places.map(([name]) => name),
    ['Core', 'Growth'],
  );
  // The page has these places alone.
  const drawn = [null, 'Growth', 'Lawsuit', 'Core'];
  assert.deepEqual(categoryPlaces(drawn, new Map(places)), held.places(drawn));
});

test('a chart of more names than colours decides none, and keeps those that are held', () => {
  const held = new HeldPlaces();
  const [core] = held.places(['Core']);
  const many = Array.from({ length: 40 }, (_, at) => `Name ${at}`);
  assert.deepEqual(held.ofChart([[...many, 'Core']]), [['Core', core]]);
  assert.equal(held.places([...many, 'Core']).at(-1), core);
});

test('what is only offered decides nothing', () => {
  const held = new HeldPlaces();
  const [core] = held.places(['Core']);
  const offered = held.copy();
  assert.deepEqual(offered.places(['Core']), [core]);
  const [growth] = offered.places(['Growth']);
  const [value] = held.places(['Value']);
  assert.deepEqual(held.ofChart([['Value', 'Growth']])[0], ['Value', value]);
  assert.deepEqual(offered.places(['Growth']), [growth]);
  assert.notDeepEqual(held.ofChart([['Core']]), []);
});

test('a name that is too long for a message is not held, and the others of its chart are', () => {
  const long = 'n'.repeat(1_001);
  const places = new HeldPlaces().ofChart([['Core', long, long.slice(1)]]);
  assert.deepEqual(
    places.map(([name]) => name),
    ['Core', long.slice(1)],
  );
});

test('a chart has the places of as many names as an output may have', () => {
  const held = new HeldPlaces();
  const all = Array.from({ length: 520 }, (_, at) => `Name ${at}`);
  all.forEach(name => held.places([name]));
  assert.equal(held.ofChart([all]).length, 500);
});
