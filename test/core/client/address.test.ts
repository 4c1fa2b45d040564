import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestAddress } from '../../../src/core/client/address';
import type { Connection } from '../../../src/core/client/serviceClient';
import type { OperationName } from '../../../src/core/service/operations';
import type { ParameterValues } from '../../../src/core/service/request';
import { ServiceError } from '../../../src/core/service/serviceError';
import fc from '../../support/properties';

const connection: Connection = {
  name: 'prod',
  quantUrl: 'https://quant.example/q',
  dataUrl: 'https://data.example/2024.1/7/v2/api',
  synthetic: false,
};

const dates = { date_from: '2024-01-01', date_to: '2024-02-01' };
const list = ['company:a', 'company:b'];

/** `METHOD URL BODY`, the body left out where there is none. */
function sent(
  operation: OperationName,
  entities: readonly string[],
  parameters: ParameterValues = {},
): string {
  const { method, url, body } = requestAddress(connection, { operation, entities, parameters });
  return [method, url, ...(body === null ? [] : [body])].join(' ');
}

test('each operation is written as the specification shows it', () => {
  const check = (actual: string, expected: string) => assert.equal(actual, expected);
  const range = 'date_from=2024-01-01&date_to=2024-02-01';
  const body = '["company:a","company:b"]';
  check(
    sent('bull_bear_score_ts', ['company:a'], { time_horizon: '1M', ...dates }),
    `GET https://quant.example/q/trading/v3/company/a/bull_bear_score_ts?${range}&time_horizon=1M`,
  );
  check(
    sent('bull_bear_score_ts_itemized', list, dates),
    `POST https://quant.example/q/trading/v3/portfolio/bull_bear_score_ts_itemized?${range} ${body}`,
  );
  check(
    sent('bullish_stocks', [], { stock_index: 'STOXX 600', amount: '50' }),
    'GET https://quant.example/q/signal/bullish_stocks?amount=50&stock_index=STOXX%20600',
  );
  check(
    sent('bearish_stocks', [], {
      source_country: 'gb',
      industry: 'oil_gas',
      time_horizon: '3M',
      ...dates,
    }),
    `GET https://quant.example/q/signal/bearish_stocks?industry=oil_gas&time_horizon=3M&source_country=gb&${range}`,
  );
  check(
    sent('trading_volume_ts', ['company:a'], { default_time_back: '1w' }),
    'GET https://quant.example/q/trading/company/a/trading_volume_ts?default_time_back=1w',
  );
  check(
    sent('trading_volume_ts_itemized', list),
    `POST https://quant.example/q/trading/portfolio/trading_volume_ts_itemized ${body}`,
  );
  check(
    sent('events_ts', ['company:a'], { factuality: ['FACT', 'PROBABLE'], temporality: ['PAST'] }),
    'GET https://data.example/2024.1/7/v2/api/company/a/events_ts?factuality=FACT&factuality=PROBABLE&temporality=PAST',
  );
  check(
    sent('events_ts_itemized', list, { temporality: ['PAST', 'FUTURE'] }),
    `POST https://data.example/2024.1/7/v2/api/portfolio/events_ts_itemized?temporality=PAST&temporality=FUTURE ${body}`,
  );
  check(
    sent('company_events', list, { event_ids: ['E53_A', 'E55_A'], ...dates }),
    `POST https://quant.example/q/company_data/events?${range}&event_ids=E53_A&event_ids=E55_A ${body}`,
  );
});

test('what the caller did not write is not sent', () => {
  assert.equal(sent('bullish_stocks', []), 'GET https://quant.example/q/signal/bullish_stocks');
});

test('the type of the entity is a segment of the path for scores and volume', () => {
  assert.match(sent('bull_bear_score_ts', ['fund:x']), /\/trading\/v3\/fund\/x\/bull_bear/);
  assert.match(sent('trading_volume_ts', ['fund:x']), /\/trading\/fund\/x\/trading_volume_ts$/);
});

test('headers say what is accepted, and what is sent only where there is a body', () => {
  const request = { entities: list, parameters: {} };
  assert.deepEqual(
    requestAddress(connection, { operation: 'company_events', ...request }).headers,
    {
      Accept: 'application/json',
      'Content-Type': 'application/json',
    },
  );
  const without = { operation: 'bullish_stocks', entities: [], parameters: {} } as const;
  assert.deepEqual(requestAddress(connection, without).headers, { Accept: 'application/json' });
});

test('bases are joined with exactly one slash and keep their path and port', () => {
  const check = (quantUrl: string, expected: string) => {
    const request = { operation: 'bullish_stocks', entities: [], parameters: {} } as const;
    const { url } = requestAddress({ ...connection, quantUrl }, request);
    assert.equal(url, expected, quantUrl);
  };
  check('https://h.example', 'https://h.example/signal/bullish_stocks');
  check('https://h.example/', 'https://h.example/signal/bullish_stocks');
  check('https://h.example///', 'https://h.example/signal/bullish_stocks');
  check('http://localhost:8080/a/b', 'http://localhost:8080/a/b/signal/bullish_stocks');
  check('http://[::1]:8080/a/b/', 'http://[::1]:8080/a/b/signal/bullish_stocks');
  check(' https://h.example/a?x=1#y ', 'https://h.example/a/signal/bullish_stocks');
});

test('ids are one segment of the path, whatever they hold', () => {
  const check = (entity: string, segment: string) =>
    assert.equal(
      sent('trading_volume_ts', [entity]),
      `GET https://quant.example/q/trading/company/${segment}/trading_volume_ts`,
    );
  check('company:a/b c:é', 'a%2Fb%20c%3A%C3%A9');
  check('company:a?b#c%d', 'a%3Fb%23c%25d');
  check('company:../..', '..%2F..');
  check('company:%2e%2e', '%252e%252e');
  check('company:$&', '%24%26');
  check('company:...', '...');
});

test('any id comes back from the address as it was, and never leaves its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), id => {
      fc.pre(id !== '.' && id !== '..' && !id.startsWith('company:') && !/\p{Surrogate}/u.test(id));
      const [, url = ''] = sent('events_ts', [`company:${id}`]).split(' ');
      const segments = new URL(url).pathname.split('/');
      assert.equal(segments.length, 8);
      assert.equal(decodeURIComponent(segments[6] ?? ''), id);
    }),
  );
});

test('an end date and a look-back period are never sent together', () => {
  fc.assert(
    fc.property(fc.subarray(['date_from', 'date_to', 'default_time_back']), names => {
      const values = Object.fromEntries(names.map(name => [name, '2024-01-01']));
      const url = sent('bull_bear_score_ts', ['company:a'], values);
      assert.ok(!(url.includes('date_to=') && url.includes('default_time_back=')), url);
      assert.equal(url.includes('date_to='), names.includes('date_to'));
    }),
  );
});

test('what cannot be written, or would mean something else, is refused with its reason', () => {
  const check = (
    request: {
      operation: OperationName;
      entities?: readonly string[];
      parameters?: ParameterValues;
    },
    reason: RegExp,
  ) => {
    const whole = { entities: [], parameters: {}, ...request };
    assert.throws(
      () => requestAddress(connection, whole),
      (error: unknown) =>
        error instanceof ServiceError &&
        error.kind === 'rejected' &&
        error.message.includes('"prod"') &&
        reason.test(error.message),
      `${JSON.stringify(request)}`,
    );
  };
  check({ operation: 'trading_volume_ts', entities: ['company:..'] }, /"company:\.\."/);
  check({ operation: 'trading_volume_ts', entities: ['company:.'] }, /part of an address/);
  check({ operation: 'trading_volume_ts', entities: ['..:x'] }, /part of an address/);
  check({ operation: 'trading_volume_ts', entities: ['company:'] }, /part of an address/);
  check({ operation: 'trading_volume_ts', entities: ['company:\ud800'] }, /part of an address/);
  check({ operation: 'trading_volume_ts', entities: list }, /one entity, not 2/);
  check({ operation: 'trading_volume_ts' }, /one entity, not 0/);
  check({ operation: 'events_ts', entities: ['fund:x'] }, /only companies/);
  check({ operation: 'company_events' }, /list of entities is empty/);
  check({ operation: 'bullish_stocks', entities: ['company:a'] }, /takes no entities/);
  check(
    { operation: 'company_events', entities: list, parameters: { event_ids: [] } },
    /event_ids is an empty list/,
  );
  check({ operation: 'bullish_stocks', parameters: { amount: ['1', '2'] } }, /amount takes one/);
  check({ operation: 'bullish_stocks', parameters: { industry: '\udc00' } }, /half a character/);
  check(
    {
      operation: 'bull_bear_score_ts_itemized',
      entities: list,
      parameters: { time_horizon: '1M' },
    },
    /time_horizon is not a parameter/,
  );
  check({ operation: 'bullish_stocks', parameters: { __proto__x: '1' } }, /not a parameter/);
});
