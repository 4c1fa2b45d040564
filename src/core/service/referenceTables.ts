/** The reference tables of the SQL surface: the enumerations with plain names, and the event types. */

import { nearest } from '../base/nearest';
import type { Column, ColumnTable } from './columns';
import { countryNames } from './countryNames';
import {
  factualities,
  industries,
  sourceCountries,
  stockIndices,
  temporalities,
  timeHorizons,
} from './enumerations';
import { eventFamily, eventIds, eventNames } from './eventTypes';

export interface ReferenceTable {
  /** Its name in SQL. */
  readonly name: string;
  /** The parameter whose allowed values it lists; its last column is a readable name. */
  readonly parameter: string;
  readonly doc: string;
  readonly table: ColumnTable;
}

/**
 * @param names Names by id: those of the specification, or with those learned since.
 * @returns One row per id: the ids of the specification in its order, then further ids that have a name.
 */
export function eventTypesTable(names: ReadonlyMap<string, string>): ColumnTable {
  const further = [...names.keys()].filter(id => !eventIds.includes(id));
  const rows = [...eventIds, ...further].map(id => [id, eventFamily(id), names.get(id) ?? null]);
  return tableOf(
    [
      text('event_id', 'Event id as the event_ids filter takes it.'),
      text('family', 'The part of the id before the underscore.'),
      text('event_name', 'Event name; null if none has been seen.'),
    ],
    rows,
  );
}

/** Every reference table but `entities`, which is learned. */
export const referenceTables: readonly ReferenceTable[] = [
  {
    name: 'event_types',
    parameter: 'event_ids',
    doc: 'The event ids that the event_ids filter accepts, with the names that are known.',
    table: eventTypesTable(eventNames),
  },
  enumeration('industries', 'industry', industries, spaced),
  enumeration('source_countries', 'source_country', sourceCountries, code =>
    code === 'all' ? 'All countries' : (countryNames.get(code) ?? null),
  ),
  enumeration('stock_indices', 'stock_index', stockIndices, value =>
    value === 'all' ? 'All indices' : value,
  ),
  enumeration('time_horizons', 'time_horizon', timeHorizons, horizonName),
  enumeration('factualities', 'factuality', factualities, spaced),
  enumeration('temporalities', 'temporality', temporalities, spaced),
];

/** @returns The allowed value with that readable name, or with a similarly spelled one; null if there is none. */
export function valueNamed(parameter: string, name: string): string | null {
  const table = referenceTables.find(each => each.parameter === parameter)?.table;
  const names = (table?.values.at(-1) ?? []).map(String);
  const near = nearest(name, names);
  const value = near === null ? null : table?.values[0]?.[names.indexOf(near)];
  return typeof value === 'string' ? value : null;
}

function enumeration(
  name: string,
  parameter: string,
  values: readonly string[],
  label: (value: string) => string | null,
): ReferenceTable {
  return {
    name,
    parameter,
    doc: `The allowed values of ${parameter}.`,
    table: tableOf(
      [
        text('value', `The value of ${parameter} as it is written on the wire.`),
        text('label', 'A readable name.'),
      ],
      values.map(value => [value, label(value)]),
    ),
  };
}

/** `basic_materials` → `Basic materials`, `COUNTERFACT` → `Counterfact`. */
function spaced(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The specification does not define whether a horizon looks back or ahead, so the name does not either. */
function horizonName(value: string): string {
  const count = Number.parseInt(value, 10);
  const unit = value.endsWith('D') ? 'day' : value.endsWith('W') ? 'week' : 'month';
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function text(name: string, doc: string): Column {
  return { name, type: 'VARCHAR', doc };
}

function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly (string | null)[])[],
): ColumnTable {
  const values = columns.map((_, index) => rows.map(row => row[index] ?? null));
  return { columns, rowCount: rows.length, values };
}
