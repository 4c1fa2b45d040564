import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventIds, eventNames } from '../../../src/core/service/eventTypes';
import {
  eventTypes,
  familyRows,
  typeChoices,
  typeRows,
  withFamilies,
} from '../../../src/core/sidebar/eventTypeRows';

test('every event id is in the row of its family, in the order of the numbers', () => {
  const types = eventTypes(new Map());
  const families = familyRows(types);
  const labels = families.map(({ label }) => label);
  assert.deepEqual(labels.slice(0, 3), ['E1', 'E2', 'E3']);
  assert.deepEqual(
    labels,
    labels.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
  );
  const ids = families.flatMap(family => typeRows(family, types).map(({ id }) => id));
  assert.deepEqual(ids.sort(), [...eventIds].sort());
});

test('a family that the specification does not have comes in the order of its number', () => {
  const types = eventTypes(
    new Map([
      ['E4_A', 'New'],
      ['other', 'Odd'],
    ]),
  );
  const labels = familyRows(types).map(({ label }) => label);
  assert.deepEqual(labels.slice(2, 5), ['E3', 'E4', 'E5']);
  assert.ok(labels.includes('other'));
});

test('a type has its name and its id, and says where no name is published', () => {
  const types = eventTypes(new Map());
  const family = familyRows(types).find(({ label }) => label === 'E53');
  assert.equal(family?.description, 'Lawsuit, Investigation');
  const rows = typeRows(family, types);
  assert.deepEqual(
    rows.map(({ label, description }) => `${label} · ${description}`),
    ['Lawsuit · E53_A', 'Investigation · E53_B'],
  );
  const unnamed = eventIds.filter(id => !eventNames.has(id));
  const [id = ''] = unnamed;
  const all = familyRows(types).flatMap(each => typeRows(each, types));
  assert.equal(all.find(row => row.id === id)?.description, 'name not published');
});

test('a name that an answer had is learned, also that of an id beyond the specification', () => {
  const [id = ''] = eventIds.filter(each => !eventNames.has(each));
  const types = eventTypes(
    new Map([
      [id, 'Learned'],
      ['E99_Z', 'New kind'],
      ['E53_A', 'Other name'],
    ]),
  );
  const nameOf = (wanted: string): string | null | undefined =>
    types.find(type => type.id === wanted)?.name;
  assert.deepEqual(
    [nameOf(id), nameOf('E99_Z'), nameOf('E53_A')],
    ['Learned', 'New kind', 'Lawsuit'],
  );
});

test('a family is a choice before its types, and selects and deselects all of them', () => {
  const types = eventTypes(new Map()).filter(({ id }) => /^E(53|55)_/.test(id));
  const choices = typeChoices(types);
  assert.deepEqual(
    choices.map(({ id, isFamily }) => [id, isFamily]),
    [
      ['family E53', true],
      ...['E53_A', 'E53_B'].map(id => [id, false]),
      ['family E55', true],
      ['E55_A', false],
    ],
  );
  const check = (before: string, after: string, expected: string): void => {
    const set = (text: string): Set<string> =>
      new Set(
        text
          .split(' ')
          .filter(Boolean)
          .map(id => (id.includes('_') ? id : `family ${id}`)),
      );
    const selected = withFamilies(set(before), set(after), types);
    assert.deepEqual(selected, set(expected), `${before} → ${after}`);
  };
  check('', 'E53', 'E53 E53_A E53_B');
  check('E53_A', 'E53_A E53', 'E53 E53_A E53_B');
  check('E53 E53_A E53_B', 'E53_A E53_B', '');
  check('E53 E53_A E53_B', 'E53 E53_A', 'E53_A');
  check('E53_A', 'E53_A E53_B', 'E53 E53_A E53_B');
  check('', 'E55_A E53_B', 'E55 E55_A E53_B');
});
