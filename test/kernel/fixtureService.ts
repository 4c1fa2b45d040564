/** A service of a few handwritten answers, in the shapes of the specification. */

import type { Cancellation } from '../../src/core/base/cancellation';
import type { Json } from '../../src/core/base/json';
import type { Ask } from '../../src/kernel/fetch/ask';
import { operationNamed } from '../../src/core/service/operations';
import type { ServiceRequest } from '../../src/core/service/request';
import type { ServiceErrorKind } from '../../src/core/service/serviceError';

const listing = { exchange_code: 'XTST', exchange_name: null, currency: 'EUR', ticker: 'A.XTST' };
const days = ['2026-01-05', '2026-01-06', '2026-01-07'];

function info(key: string): Json {
  return { type: 'company', alpha_id: key.replace('company:', ''), compound_key: key };
}

function scores(key: string): Json {
  const score_ts = days.map((date, day) => ({ date, score: day - 1 + key.length / 100 }));
  return { ...listing, score_ts, score_ts_last_score: score_ts[2] ?? null, entity_info: info(key) };
}

function overlay(key: string, index: number): Json {
  return {
    ...listing,
    exchange_name: 'Test exchange',
    entity_info: { type: 'company', alpha_id: key, compound_key: `company:${key}` },
    date: '2026-01-07',
    maker_id: `company:own-${index}`,
    industry: 'industry.energy',
    bull_bear_score: 1 - index / 10,
    squid_score: 0.5,
    price: 10,
    price_delta: 0.1,
    name: `Company ${index}`,
    isin: 'DE0000000000',
    country_name: 'Germany',
    country_id: 'de',
  };
}

function answer({ operation, entities, parameters }: ServiceRequest): Json {
  switch (operation) {
    case 'bullish_stocks': {
      const amount = Number(parameters['amount'] ?? 3);
      const keys = Array.from({ length: amount }, (_, index) => `company:c${index}`);
      return { bullish_stocks: keys.map(overlay) };
    }
    case 'bull_bear_score_ts':
      return scores(entities[0] ?? '');
    case 'bull_bear_score_ts_itemized':
      return {
        exchange_code: null,
        exchange_name: null,
        currency: null,
        ticker: null,
        score_ts_itemized: entities.map(scores),
      };
    case 'trading_volume_ts':
      return { ...listing, trading_volume_ts: [], entity_info: info(entities[0] ?? '') };
    case 'company_events':
      return {
        entries: entities.map(id => ({
          news_publish_time: '2026-01-06T23:59:00',
          ISIN: 'DE0000000000',
          maker_id: id,
          company: 'Company',
          event_name: 'Lawsuit',
          role: 'Company',
          factuality: 'fact',
          temporality: 'past',
          country: 'Germany',
          city: 'Berlin',
          industry: 'a',
          supersector: 'b',
          sector: 'c',
          subsector: 'd',
        })),
        copyright: {
          contact_email: 'rights@example.test',
          copyright_info: 'All rights.\n\nReserved.',
        },
      };
    default:
      throw new Error(`no fixture for ${operation}`);
  }
}

export interface FixtureService {
  readonly ask: Ask;
  readonly asked: ServiceRequest[];
  /** Requests that the predicate holds for fail with this kind. */
  fail?: { when: (request: ServiceRequest) => boolean; kind: ServiceErrorKind };
  /** Called before an answer is given; a promise delays it. */
  before?: (request: ServiceRequest) => Promise<void> | void;
  waits?: (cancellation: Cancellation) => Promise<void>;
}

export function fixtureService(): FixtureService {
  const service: FixtureService = {
    asked: [],
    ask: async (request, cancellation) => {
      service.asked.push(request);
      await service.before?.(request);
      await service.waits?.(cancellation);
      const { function: operation, method } = operationNamed(request.operation);
      const bytes = new TextEncoder().encode(JSON.stringify(answer(request)));
      const record = { operation, method, url: 'https://fixture.test/', cached: false, ms: 1 };
      if (service.fail?.when(request)) {
        const { kind } = service.fail;
        const failed = { ...record, status: 500, bytes: 0 };
        return {
          ok: false,
          kind,
          message: `${operation} failed.`,
          detail: { status: 500 },
          record: failed,
        };
      }
      return {
        ok: true,
        bytes,
        notes: [],
        record: { ...record, status: 200, bytes: bytes.length },
      };
    },
  };
  return service;
}
