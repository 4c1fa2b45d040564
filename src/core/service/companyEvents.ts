/** The global event detection dataset: operation 9 (service-spec, "EventsModel"). */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import { plural } from '../base/text';
import { listPaths } from './answerPaths';
import { coverageNotes, rangeNotes } from './coverage';
import type { DecodeContext, DecodedAnswer, RightsNotice } from './decodedAnswer';
import { canonicalKeyOf } from './entityKey';
import { FactCollector } from './entityFact';
import type { EntityFact } from './entityFact';
import { functionColumns } from './functionColumns';
import { malformed } from './serviceError';
import { someOf } from './notes';
import type { ServiceRequest } from './request';
import { requestedKeys } from './seriesElements';
import { TableWriter } from './tableWriter';
import { findVendorField } from './vendorField';
import { dayOfClock, wireDateTime } from './wireTime';
import { textOrNull, uncheckedRecord } from './wireValues';

/** One detected mention of an event, without the maker's id, whose wire name varies. */
export interface EventRow {
  /** ISO 8601 without offset: the time zone is not stated. */
  readonly news_publish_time: string;
  readonly ISIN: string;
  readonly company: string;
  readonly event_name: string;
  /** An open set. */
  readonly role: string;
  /** Lower case, unlike the filter of operations 7 and 8. */
  readonly factuality: string;
  readonly temporality: string;
  readonly country: string;
  readonly city: string;
  readonly industry: string;
  readonly supersector: string;
  readonly sector: string;
  readonly subsector: string;
}

export interface EventsModel {
  readonly entries: readonly EventRow[];
  readonly copyright: { readonly contact_email: string; readonly copyright_info: string };
}

const ownColumns = [
  'news_publish_time',
  'event_name',
  'company',
  'role',
  'factuality',
  'temporality',
  'country',
  'city',
  'industry',
  'supersector',
  'sector',
  'subsector',
] as const satisfies readonly (keyof EventRow)[];

/** @throws {ServiceError} `malformed` if the answer is not of its shape. */
export function decodeCompanyEvents(
  request: ServiceRequest,
  body: unknown,
  context: DecodeContext,
): DecodedAnswer {
  if (!isRecord(body) || !(Array.isArray(body['entries']) || body['entries'] === null)) {
    throw malformed('company_events', t('it has no array entries'));
  }
  const entries: readonly unknown[] = body['entries'] ?? [];
  const vendor = findVendorField(entries, context.vendorField);
  const fields = { isin: 'ISIN', ...(vendor.name === null ? {} : { vendor_id: vendor.name }) };
  const paths = listPaths('entries', fields);
  const table = new TableWriter(functionColumns.company_events, entries.length, paths);
  writeRows(table, entries, vendor.name);
  const requested = requestedKeys(request, context);
  const returned = writeEntities(table, requested, context);
  writeDates(table);
  const notes = [
    ...(vendor.note ? [vendor.note] : []),
    ...coverageNotes({
      requested: requested.filter(key => returned.includes(key)),
      returned,
      empty: [],
    }),
    ...rowNotes(table, entries),
    ...inferEventIds(table, request.parameters['event_ids'], context.eventIdOfName),
    ...rangeNotes(request.parameters, table.column('date').values),
  ];
  const written = table.finish('company_events');
  return {
    table: written.table,
    copyright: rightsNotice(body['copyright']),
    learned: learnedFacts(table),
    learnedEvents: [],
    notes: [...notes, ...written.notes],
    returned,
  };
}

function writeRows(
  table: TableWriter,
  entries: readonly unknown[],
  vendorField: string | null,
): void {
  const own = ownColumns.map(name => [name, table.column(name)] as const);
  const [isin, vendorId] = [table.column('isin'), table.column('vendor_id')];
  entries.forEach((entry, row) => {
    if (!isRecord(entry)) {
      table.unreadable(row);
      return;
    }
    for (const [name, column] of own) {
      column.put(row, entry[name]);
    }
    isin.put(row, entry['ISIN'] ?? entry['isin']);
    vendorId.put(row, vendorField === null ? null : entry[vendorField]);
  });
}

/** @returns The entities that have rows. A company without rows had no events, which is not an error. */
function writeEntities(
  table: TableWriter,
  requested: readonly string[],
  context: DecodeContext,
): string[] {
  const known = new Map<string, string>();
  for (const [sent, entity] of context.entityOfSent) {
    known.set(canonicalKeyOf(sent), entity);
  }
  const only = requested.length === 1 ? requested[0] : undefined;
  const entity = table.column('entity');
  const keys = new Map<string, string>();
  const found = new Set<string>();
  table.column('vendor_id').values.forEach((id, row) => {
    let key = typeof id === 'string' ? keys.get(id) : only;
    if (key === undefined && typeof id === 'string') {
      key = context.entityOfSent.get(id) ?? known.get(canonicalKeyOf(id)) ?? canonicalKeyOf(id);
      keys.set(id, key);
    }
    if (key !== undefined) {
      entity.put(row, key);
      found.add(key);
    }
  });
  return [...found];
}

function writeDates(table: TableWriter): void {
  const date = table.column('date');
  table.column('news_publish_time').values.forEach((time, row) => {
    if (typeof time === 'number') {
      date.values[row] = dayOfClock(time);
    }
  });
}

function rowNotes(table: TableWriter, entries: readonly unknown[]): string[] {
  const nameless = table.column('entity').values.filter(entity => entity === null).length;
  const withOffset = entries.filter(hasOffset).length;
  const twoIsins = entries.filter(
    entry => isRecord(entry) && entry['ISIN'] && entry['isin'] && entry['ISIN'] !== entry['isin'],
  ).length;
  return [
    nameless > 0
      ? plural(
          nameless,
          '{0} row had no company: entity is null.',
          '{0} rows had no company: entity is null.',
        )
      : '',
    withOffset > 0
      ? plural(
          withOffset,
          'news_publish_time has an offset in {0} row; the time is shown as written.',
          'news_publish_time has an offset in {0} rows; the time is shown as written.',
        )
      : '',
    twoIsins > 0
      ? plural(
          twoIsins,
          'Two ISINs differ in {0} row; the field ISIN is shown.',
          'Two ISINs differ in {0} rows; the field ISIN is shown.',
        )
      : '',
  ].filter(note => note !== '');
}

function hasOffset(entry: unknown): boolean {
  const time = uncheckedRecord<EventRow>(entry)?.news_publish_time;
  return typeof time === 'string' && time.length > 19 && wireDateTime(time)?.offsetMinutes !== null;
}

function learnedFacts(table: TableWriter): readonly EntityFact[] {
  const facts = new FactCollector();
  const [name, isin, vendorId, country] = ['company', 'isin', 'vendor_id', 'country'].map(
    column => table.column(column).values,
  );
  const seen = new Set<string>();
  table.column('entity').values.forEach((entity, row) => {
    if (typeof entity === 'string' && !seen.has(entity)) {
      seen.add(entity);
      facts.learn(entity, {
        name: name?.[row],
        isin: isin?.[row],
        vendor_id: vendorId?.[row],
        country: country?.[row],
      });
    }
  });
  return facts.facts();
}

/** @returns The notice with its line breaks; null if the answer has none. */
function rightsNotice(value: unknown): RightsNotice | null {
  const notice = uncheckedRecord<RightsNotice>(value);
  return (
    notice && {
      contact_email: textOrNull(notice.contact_email),
      copyright_info: textOrNull(notice.copyright_info),
    }
  );
}

/**
 * Writes `event_id` from `event_name`: event rows have names but no ids.
 *
 * A request for a single id assigns that id to rows whose name has none, unless another row shows that the service sent
 * other events too.
 *
 * @param requested The request's `event_ids`.
 * @param idOfName The only id of that name; null if there is none or several.
 */
function inferEventIds(
  table: TableWriter,
  requested: string | readonly string[] | undefined,
  idOfName: (name: string) => string | null,
): string[] {
  const names = table.column('event_name').values;
  const ids = new Map<string, string | null>();
  for (const name of new Set(names)) {
    if (typeof name === 'string') {
      ids.set(name, idOfName(name));
    }
  }
  const asked = requestedIds(requested);
  const others = [...ids].filter(([, id]) => id !== null && asked.size > 0 && !asked.has(id));
  const fallback = asked.size === 1 && others.length === 0 ? ([...asked][0] ?? null) : null;
  const column = table.column('event_id');
  names.forEach((name, row) => {
    column.values[row] = (typeof name === 'string' ? ids.get(name) : null) ?? fallback;
  });
  const shown = others.map(([name, id]) => `${name} (${id})`);
  return shown.length > 0
    ? [t('The service sent events that event_ids did not ask for: {0}.', someOf(shown))]
    : [];
}

function requestedIds(requested: string | readonly string[] | undefined): ReadonlySet<string> {
  return new Set(typeof requested === 'string' ? [requested] : requested);
}
