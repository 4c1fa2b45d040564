import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVendorField } from '../../../src/core/service/vendorField';
import { column, decode, request } from './decoding';

function check(items: unknown[], name: string | null, note: RegExp | null = null): void {
  const found = findVendorField(items);
  assert.equal(found.name, name, JSON.stringify(items));
  assert.equal(found.note === null ? null : true, note && true, found.note ?? '');
  if (note) {
    assert.match(found.note ?? '', note);
  }
}

test('the vendor id is told by its look, whatever it is called', () => {
  check([{ maker_id: 'company:1', country_id: 'us' }], 'maker_id');
  check([{ another_name_id: 'company:1', name: 'company:2' }], 'another_name_id');
  check([{ maker_id: null }, { maker_id: 'company:1' }], 'maker_id');
});

test('a field that only resembles a vendor id is none', () => {
  check([{ country_id: 'company:1', event_id: 'company:1' }], null, /No field/);
  check([{ maker_id: '1', maker: 'company:1', other_id: ['company:1'] }], null, /No field/);
  check([null, 7, 'company:1'], null, /No field/);
});

test('an empty answer misses nothing', () => {
  check([], null);
});

test('two fields that look like it leave the choice to the user', () => {
  check(
    [{ a_id: 'company:1', b_id: 'company:2' }],
    null,
    /Several fields .* \(a_id, b_id\) and the setting names none of them/,
  );
  check([{ a_id: 'company:1' }, { b_id: 'company:2' }], null, /a_id, b_id/);
});

test('a named field is taken without guessing', () => {
  const items = [{ a_id: 'company:1', b_id: 'company:2' }];
  assert.deepEqual(findVendorField(items, 'b_id'), { name: 'b_id', note: null });
  const answer = decode(
    request('company_events', '1'),
    { entries: items },
    { vendorField: 'b_id' },
  );
  assert.deepEqual(column(answer, 'vendor_id'), ['company:2']);
});

test('a field that only some of many items have is found', () => {
  const items = Array.from({ length: 10_000 }, (_, index) =>
    index % 2 === 0 ? { name: 'x' } : { maker_id: 'company:1' },
  );
  check(items, 'maker_id');
});
