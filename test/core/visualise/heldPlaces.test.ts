import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryPlaces } from '../../../src/core/visualise/categoryColours';
import type { Place } from '../../../src/core/visualise/fixedPlaces';
import { HeldPlaces } from '../../../src/core/visualise/heldPlaces';
import fc from '../../support/properties';

function heldPlaces(): { held: HeldPlaces; added: Map<string, Place> } {
  const added = new Map<string, Place>();
  const held = new HeldPlaces({ names: 500, length: 1_000 }, places =>
    places.forEach((place, name) => added.set(name, place)),
  );
  return { held, added };
}

const names = Array.from({ length: 14 }, (_, at) => `Company ${at}`);

test('names keep the places of the first chart in any part of it, and beside more names', () => {
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1 }), fc.subarray(names), (some, more) => {
      const { held } = heldPlaces();
      const first = new Map(some.map((name, at) => [name, held.places(some)[at]]));
      const both = [...new Set([...more, ...some])];
      const places = held.places(both);
      for (const [name, place] of first) {
        assert.equal(places[both.indexOf(name)], place, name);
        assert.deepEqual(held.places([name]), [place], name);
      }
      assert.equal(new Set(places).size, both.length);
    }),
  );
});

test('names of different charts that both would like a colour have another one each, while there are vivid ones', () => {
  const { held } = heldPlaces();
  const six = names.slice(0, 6).map(name => held.places([name])[0]);
  assert.deepEqual(new Set(six).size, 6);
  assert.deepEqual(held.places(names.slice(0, 6)), six);
});

test('the first chart has the places that its names alone determine', () => {
  const { held } = heldPlaces();
  assert.deepEqual(held.places(names), categoryPlaces(names));
});

test('names that were not held are told once, without those that are fixed', () => {
  const { held, added } = heldPlaces();
  const [core, lawsuit] = held.places(['Core', 'Lawsuit', null, 'other', 3]);
  assert.deepEqual([...added], [['Core', core]]);
  added.clear();
  held.places(['Lawsuit', 'Core']);
  assert.equal(added.size, 0);
  assert.deepEqual(held.places(['Lawsuit']), [lawsuit]);
});

test('what another page holds stays, and no more names are held than the limit', () => {
  const { held, added } = heldPlaces();
  held.hold([['Core', 9]]);
  held.hold([['Core', 1]]);
  assert.deepEqual(held.places(['Core']), [9]);
  held.places(Array.from({ length: 600 }, (_, at) => `Name ${at}`));
  assert.equal(added.size, 499);
});

test('a name that is too long for a message is not held, and the others of its chart are', () => {
  const { held, added } = heldPlaces();
  const long = 'n'.repeat(1_001);
  held.places(['Core', long, long.slice(1)]);
  assert.deepEqual([...added.keys()], ['Core', long.slice(1)]);
});
