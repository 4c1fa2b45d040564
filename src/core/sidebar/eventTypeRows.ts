/** The rows of the view *Event Types*: the service's ids by family, with the names that are known. */

import { t } from '../base/translations';
import { eventFamily, eventIds, eventNames } from '../service/eventTypes';
import type { Fact, Row } from './row';

/** An event id and its name; null if none is known: the service publishes names of some ids only. */
export interface EventType {
  readonly id: string;
  readonly name: string | null;
}

/** Names of a family that its row shows. */
const shownNames = 2;
const familyPrefix = 'family ';

/**
 * @param learned Names in the answers of the connection, by id.
 * @returns Every id of the specification and those that answers had, in the order of the specification.
 */
export function eventTypes(learned: ReadonlyMap<string, string>): readonly EventType[] {
  const ids = [...new Set([...eventIds, ...learned.keys()])];
  return ids.map(id => ({ id, name: eventNames.get(id) ?? learned.get(id) ?? null }));
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** @returns The families, in the order of their numbers. */
export function familyRows(types: readonly EventType[]): readonly Row[] {
  const families = new Map<string, EventType[]>();
  for (const type of types) {
    const family = eventFamily(type.id);
    families.set(family, [...(families.get(family) ?? []), type]);
  }
  return [...families]
    .sort(([a], [b]) => byNumber.compare(a, b))
    .map(([family, members]) => familyRow(family, members));
}

/** @returns The event types of a family's row. */
export function typeRows(family: Row, types: readonly EventType[]): readonly Row[] {
  const name = family.id.slice(familyPrefix.length);
  return types
    .filter(({ id }) => eventFamily(id) === name)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(typeRow);
}

/** An entry of a list of families and types: a family before its types. */
export interface TypeChoice {
  /** The event id, or the family's. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly isFamily: boolean;
}

export function typeChoices(types: readonly EventType[]): readonly TypeChoice[] {
  return familyRows(types).flatMap(family => [
    {
      id: family.id,
      label: family.label,
      description: family.description ?? '',
      isFamily: true,
    },
    ...typeRows(family, types).map(({ id, label, description }) => ({
      ...{ id, label, isFamily: false },
      // Found by the family's name, too.
      description: `${description ?? ''} · ${family.label}`,
    })),
  ]);
}

/**
 * @param before The selected ids before a change, those of families among them, and after it.
 * @returns The selected ids: a family selects and deselects its types, and is selected if all of them are.
 */
export function withFamilies(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  types: readonly EventType[],
): ReadonlySet<string> {
  const selected = new Set<string>();
  for (const family of familyRows(types)) {
    const members = typeRows(family, types).map(({ id }) => id);
    const isChanged = before.has(family.id) !== after.has(family.id);
    const chosen = isChanged
      ? after.has(family.id)
        ? members
        : []
      : members.filter(id => after.has(id));
    chosen.forEach(id => selected.add(id));
    if (chosen.length === members.length) {
      selected.add(family.id);
    }
  }
  return selected;
}

function familyRow(family: string, members: readonly EventType[]): Row {
  const names = members.flatMap(({ name }) => name ?? []);
  const rest = members.length - Math.min(names.length, shownNames);
  const shown = names.slice(0, shownNames).join(', ');
  const more =
    rest === 0 ? '' : names.length === 0 ? t('{0} without a name', rest) : t('{0} more', rest);
  return {
    id: `${familyPrefix}${family}`,
    label: family,
    description: [shown, more].filter(Boolean).join(', '),
    facts: members.map(({ id, name }): Fact => [id, name ?? t('name not published')]),
    kind: 'eventFamily',
    expands: 'closed',
  };
}

function typeRow({ id, name }: EventType): Row {
  return {
    id,
    label: name ?? id,
    description: name === null ? t('name not published') : id,
    icon: { name: 'symbol-event' },
    kind: 'eventType',
    press: { action: 'countEvents', argument: id },
  };
}
