import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, decode, request, rowsOf, without } from './decoding';

const march5 = 19_787;
const asked = request('company_events', 'x y');

function row(more: object = {}): Record<string, unknown> {
  return {
    news_publish_time: '2024-03-05T23:59:30',
    ISIN: 'US0000000001',
    maker_id: 'company:x',
    company: 'Some Company',
    event_name: 'Lawsuit',
    role: 'Company',
    factuality: 'fact',
    temporality: 'past',
    country: 'United States',
    city: 'New York',
    industry: 'Drugs',
    supersector: 'Health',
    sector: 'Pharma',
    subsector: 'Generic',
    ...more,
  };
}

const copyright = {
  contact_email: 'rights@service.example',
  copyright_info: 'All rights reserved.\n\nNo <b>redistribution</b>.\n\nContact the owner.',
};

test('every field of an event row is a column', () => {
  const answer = decode(asked, { entries: [row()], copyright }, { eventIdOfName: () => 'E53_A' });
  assert.deepEqual(rowsOf(answer.table), [
    {
      entity: 'company:x',
      date: march5,
      news_publish_time: (march5 * 86_400 + 86_370) * 1_000_000,
      event_id: 'E53_A',
      event_name: 'Lawsuit',
      company: 'Some Company',
      role: 'Company',
      factuality: 'fact',
      temporality: 'past',
      isin: 'US0000000001',
      vendor_id: 'company:x',
      country: 'United States',
      city: 'New York',
      industry: 'Drugs',
      supersector: 'Health',
      sector: 'Pharma',
      subsector: 'Generic',
    },
  ]);
  assert.deepEqual(answer.notes, []);
});

test('the rights notice comes with its line breaks, and may be missing', () => {
  assert.deepEqual(decode(asked, { entries: [], copyright }).copyright, copyright);
  assert.equal(decode(asked, { entries: [] }).copyright, null);
  assert.equal(decode(asked, { entries: [], copyright: null }).copyright, null);
  assert.deepEqual(decode(asked, { entries: [], copyright: { contact_email: 3 } }).copyright, {
    contact_email: null,
    copyright_info: null,
  });
});

test('a row belongs to the company that was sent under its id', () => {
  const entityOfSent = new Map([
    ['company:V1', 'company:x'],
    ['company:y', 'company:y'],
  ]);
  const entries = ['company:V1', 'company:company:V1', 'company:y', 'company:z'].map(maker_id =>
    row({ maker_id }),
  );
  const sent = { ...asked, entities: ['company:V1', 'company:y'] };
  const answer = decode(sent, { entries }, { entityOfSent });
  assert.deepEqual(column(answer, 'entity'), ['company:x', 'company:x', 'company:y', 'company:z']);
  assert.deepEqual(column(answer, 'vendor_id')[1], 'company:company:V1');
  assert.deepEqual(answer.returned, ['company:x', 'company:y', 'company:z']);
  assert.deepEqual(answer.notes, ['Returned without being requested: company:z.']);
});

test('a company without events is no fault', () => {
  const answer = decode(asked, { entries: [] });
  assert.deepEqual(answer.notes, []);
  assert.deepEqual(answer.returned, []);
});

test('rows that do not say their company are those of the only one asked for', () => {
  const nameless = without(row(), 'maker_id');
  const one = decode(request('company_events', 'x'), { entries: [nameless] });
  assert.deepEqual(column(one, 'entity'), ['company:x']);
  const several = decode(asked, { entries: [nameless] });
  assert.deepEqual(column(several, 'entity'), [null]);
  assert.match(several.notes.join(), /1 row had no company/);
});

test('an event id is inferred from a name that tells one', () => {
  const eventIdOfName = (name: string): string | null => (name === 'Lawsuit' ? 'E53_A' : null);
  const entries = [row(), row({ event_name: 'Not published' }), row({ event_name: null })];
  const answer = decode(asked, { entries }, { eventIdOfName });
  assert.deepEqual(column(answer, 'event_id'), ['E53_A', null, null]);
});

test('a request for one id tags the rows whose name tells none', () => {
  const single = { ...asked, parameters: { event_ids: ['E33_C'] } };
  const unnamed = row({ event_name: 'Not published' });
  assert.deepEqual(column(decode(single, { entries: [unnamed] }), 'event_id'), ['E33_C']);
  const several = { ...asked, parameters: { event_ids: ['E33_C', 'E33_D'] } };
  assert.deepEqual(column(decode(several, { entries: [unnamed] }), 'event_id'), [null]);
});

test('events that were not asked for are noted, and then no row is tagged', () => {
  const single = { ...asked, parameters: { event_ids: 'E33_C' } };
  const eventIdOfName = (name: string): string | null => (name === 'Lawsuit' ? 'E53_A' : null);
  const entries = [row(), row({ event_name: 'Not published' })];
  const answer = decode(single, { entries }, { eventIdOfName });
  assert.deepEqual(column(answer, 'event_id'), ['E53_A', null]);
  assert.match(answer.notes.join(), /did not ask for: Lawsuit \(E53_A\)/);
});

test('ISIN in either case is the column isin, and two that differ are noted', () => {
  const check = (fields: object, isin: string | null, notes: string[] = []): void => {
    const bare = without(row(), 'ISIN');
    const answer = decode(asked, { entries: [{ ...bare, ...fields }] });
    assert.deepEqual(column(answer, 'isin'), [isin], JSON.stringify(fields));
    assert.deepEqual(answer.notes, notes);
  };
  check({ ISIN: 'A' }, 'A');
  check({ isin: 'B' }, 'B');
  check({ ISIN: null, isin: 'B' }, 'B');
  check({ ISIN: 'A', isin: 'A' }, 'A');
  check({ ISIN: 'A', isin: 'B' }, 'A', ['Two ISINs differ in 1 row; the field ISIN is shown.']);
  check({}, null);
});

test('the publication time is the clock that is written, in every time zone', () => {
  const times = ['2024-03-05T00:00:00', '2024-03-05T23:59:59.999', '2024-03-10T02:30:00'];
  const answer = decode(asked, { entries: times.map(time => row({ news_publish_time: time })) });
  assert.deepEqual(column(answer, 'date'), [march5, march5, march5 + 5]);
  assert.equal(column(answer, 'news_publish_time')[0], march5 * 86_400_000_000);
});

test('a publication time with an offset is shown as written and noted', () => {
  const answer = decode(asked, { entries: [row({ news_publish_time: '2024-03-05T23:30:00Z' })] });
  assert.deepEqual(column(answer, 'date'), [march5]);
  assert.match(answer.notes.join(), /has an offset in 1 row; the time is shown as written/);
});

test('roles, factualities and temporalities are open sets, kept as they are', () => {
  const values = { role: 'Plaintiff', factuality: 'none', temporality: 'unknown' };
  const [first] = rowsOf(decode(asked, { entries: [row(values)] }).table);
  assert.equal(first?.['role'], 'Plaintiff');
  assert.equal(first?.['factuality'], 'none');
  assert.equal(first?.['temporality'], 'unknown');
});

test('what event rows tell of a company is learned, but not their industry', () => {
  const answer = decode(asked, { entries: [row(), row({ company: 'Another name' })] });
  assert.deepEqual(answer.learned, [
    {
      entity: 'company:x',
      name: 'Some Company',
      ticker: null,
      isin: 'US0000000001',
      vendor_id: 'company:x',
      country: 'United States',
      industry: null,
      exchange_code: null,
      currency: null,
    },
  ]);
  assert.deepEqual(answer.learnedEvents, []);
});

test('mentions of one event are rows of their own', () => {
  assert.equal(decode(asked, { entries: [row(), row(), row()] }).table.rowCount, 3);
});

test('a row outside the range is kept and noted', () => {
  const ranged = { ...asked, parameters: { date_from: '2024-03-01', date_to: '2024-03-05' } };
  const answer = decode(ranged, { entries: [row()] });
  assert.equal(answer.table.rowCount, 1);
  assert.match(answer.notes.join(), /1 row from date_to 2024-03-05 or later/);
});

test('an answer without its array of entries is malformed', () => {
  for (const body of [null, [], {}, { entries: {} }, { entries: 'none' }]) {
    assert.throws(
      () => decode(asked, body),
      /company_events cannot be read: it has no array entries/,
    );
  }
  assert.equal(decode(asked, { entries: null }).table.rowCount, 0);
});
