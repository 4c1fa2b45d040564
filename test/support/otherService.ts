/**
 * A service of another make than the sandbox: its own prefixes, its own name for the maker's id, values of its own. Its
 * answers have the fields of the specification.
 */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherService {
  readonly quantUrl: string;
  readonly dataUrl: string;
  /** Each request: method, address, body, Accept, Content-Type and Authorization, with ` | ` between them. */
  readonly received: string[];
  /** Requests that have no answer yet. */
  readonly underWay: number;
  /** The most requests that had no answer at a time. */
  readonly most: number;
  /** Companies in each ranked list. */
  listed: number;
  /** The token that it takes; null for any. */
  token: string | null;
  /** The status that it answers every request with; null for an answer. */
  status: number | null;
  /** What it says of a request that it does not answer. */
  detail: string;
  /** The name of the event in its event rows. */
  eventName: string;
  /** Names of the first companies of a ranked list, in place of the usual ones. */
  names: readonly string[];
  /** Whether it ends the connection in the middle of an answer. */
  isCut: boolean;
  /** When it last began to send an answer, epoch milliseconds. */
  readonly answeredAtMs: number;
  /** Answers wait from now on. @returns What ends that. */
  hold(): () => void;
  close(): Promise<void>;
  /** After it was closed: at the same address. */
  reopen(): Promise<void>;
}

export async function startOtherService(): Promise<OtherService> {
  const received: string[] = [];
  let [underWay, most, answeredAtMs] = [0, 0, 0];
  /** What waits; null if answers do not wait. */
  let waiting: (() => void)[] | null = null;
  const create = (): ReturnType<typeof createServer> =>
    createServer((request, response) => {
      underWay++;
      most = Math.max(most, underWay);
      response.on('close', () => underWay--);
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const { accept, authorization, 'content-type': type } = request.headers;
        const { method, url = '' } = request;
        received.push([method, url, body, accept, type ?? '-', authorization].join(' | '));
        const send = (): void => {
          if (service.isCut) {
            response.writeHead(200, { 'content-length': '1000' });
            response.write('{"bullish_stocks":[', () => response.destroy());
            return;
          }
          answeredAtMs = Date.now();
          respond(response, service, { url, body, authorization });
        };
        if (waiting) {
          waiting.push(send);
        } else {
          send();
        }
      });
    });
  const listen = (port: number): Promise<void> =>
    new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
  let server = create();
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const service: OtherService = {
    quantUrl: `${origin}/deep/quant`,
    dataUrl: `${origin}/r7/d9/v2/api`,
    received,
    get underWay() {
      return underWay;
    },
    get most() {
      return most;
    },
    get answeredAtMs() {
      return answeredAtMs;
    },
    listed: 1,
    token: null,
    status: null,
    detail: 'No.',
    eventName: 'Lawsuit',
    names: [],
    isCut: false,
    hold: () => {
      waiting = [];
      return () => {
        const sends = waiting ?? [];
        waiting = null;
        sends.forEach(send => send());
      };
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => {
      server = create();
      return listen(port);
    },
  };
  return service;
}

function respond(
  response: ServerResponse,
  { token, status, detail, eventName, listed, names }: OtherService,
  request: {
    readonly url: string;
    readonly body: string;
    readonly authorization: string | undefined;
  },
): void {
  const isRefused = token !== null && request.authorization !== `Bearer ${token}`;
  response.statusCode = status ?? (isRefused ? 401 : 200);
  response.setHeader('content-type', 'application/json');
  const amount = Number(new URL(request.url, 'http://localhost').searchParams.get('amount') ?? 15);
  response.end(
    JSON.stringify(
      response.statusCode === 200
        ? answer(request.url, request.body, { listed: Math.min(amount, listed), eventName, names })
        : { detail },
    ),
  );
}

/** @returns The stock of a rank, which is the number in its key. */
function listedStock(rank: number, names: readonly string[]): object {
  const id = `company:q${rank}`;
  return {
    ...listing,
    ...(rank === 1 ? {} : { ticker: `Q${rank}.XY` }),
    entity_info: { type: 'company', alpha_id: id, compound_key: `company:${id}` },
    date: '2026-01-05',
    acme_id: `company:ACME-${rank}`,
    industry: 'industry.utilities',
    bull_bear_score: 41.5,
    squid_score: 0.25,
    price: 12.75,
    price_delta: -0.5,
    name: names[rank - 1] ?? (rank === 1 ? 'Quelle & Söhne' : `Quelle ${rank}`),
    isin: `CH${String(rank).padStart(10, '0')}`,
    country_name: 'Switzerland',
    country_id: 'ch',
  };
}

const info = (id: string): object => ({
  type: 'company',
  alpha_id: id,
  compound_key: `company:${id}`,
});
const listing = {
  exchange_code: 'XY',
  exchange_name: 'X and Y',
  currency: 'CHF',
  ticker: 'A.B.XY',
};

function answer(
  address: string,
  body: string,
  { listed, eventName, names }: Pick<OtherService, 'listed' | 'eventName' | 'names'>,
): object {
  const entities = body === '' ? [] : (JSON.parse(body) as string[]);
  const ids = entities.map(key => key.replace('company:', ''));
  const count = {
    date: '2026-01-05',
    count: 7,
    sub_event: { type: 'sub_event', id: 'E33_C', name: 'Odd' },
  };
  const cache = { used_cache: true, cache_key: 'k', last_updated: '2026-01-06T10:00:00+02:00' };
  if (address.includes('bullish_stocks') || address.includes('bearish_stocks')) {
    const side = address.includes('bullish') ? 'bullish_stocks' : 'bearish_stocks';
    return { [side]: Array.from({ length: listed }, (_, at) => listedStock(at + 1, names)) };
  }
  const score_ts = [{ date: '2026-01-05', score: 12.5 }];
  const scores = { ...listing, score_ts, score_ts_last_score: score_ts[0] };
  const volumes = { ...listing, trading_volume_ts: [{ date: '2026-01-05', trading_volume: 5e9 }] };
  if (address.includes('bull_bear_score_ts_itemized')) {
    const none = { exchange_code: null, exchange_name: null, currency: null, ticker: null };
    return { ...none, score_ts_itemized: ids.map(id => ({ ...scores, entity_info: info(id) })) };
  }
  if (address.includes('bull_bear_score_ts')) {
    return { ...scores, entity_info: info('a/b') };
  }
  if (address.includes('trading_volume_ts_itemized')) {
    return { trading_volume_ts_itemized: ids.map(id => ({ ...volumes, entity_info: info(id) })) };
  }
  if (address.includes('trading_volume_ts')) {
    return { ...volumes, entity_info: info('z') };
  }
  if (address.includes('events_ts_itemized')) {
    return {
      events_ts_itemized: ids.map(id => ({ events_ts: [count], entity_info: info(id), ...cache })),
    };
  }
  if (address.includes('events_ts')) {
    return { events_ts: [count], ...cache };
  }
  const row = {
    news_publish_time: '2026-01-05T23:59:59',
    ISIN: 'CH0000000001',
    acme_id: 'company:ACME-1',
    company: 'Quelle & Söhne',
    event_name: eventName,
    role: 'Company',
    factuality: 'fact',
    temporality: 'past',
    country: 'Switzerland',
    city: 'Zürich',
    industry: 'i',
    supersector: 's',
    sector: 't',
    subsector: 'u',
  };
  return {
    entries: [row],
    copyright: { contact_email: 'a@b.test', copyright_info: 'Mine.\n\nAll.' },
  };
}
