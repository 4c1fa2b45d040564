/** A session over a service whose ranked lists and whose day the test sets, with snapshots in a folder. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uncancellable } from '../../src/core/base/cancellation';
import type { CellOutcome } from '../../src/core/protocol/outcome';
import type { ServiceRequest } from '../../src/core/service/request';
import { operationNamed } from '../../src/core/service/operations';
import { SnapshotStore } from '../../src/io/snapshotStore';
import type { Ask } from '../../src/kernel/fetch/ask';
import { Session } from '../../src/kernel/session/session';
import { kernelOptions } from './kernelOptions';

const msPerDay = 86_400_000;

export interface OverlaySession {
  readonly store: SnapshotStore;
  readonly folder: string;
  readonly asked: ServiceRequest[];
  /** The day of November 2026 on which cells run. */
  day: number;
  /** Entities with scores of both lists: `a:0.9 b`, in the order of the service. */
  bullish: string;
  bearish: string;
  run(
    text: string,
    change?: { readonly place?: string | undefined; readonly useCache?: boolean },
  ): Promise<CellOutcome>;
  close(): Promise<void>;
}

export async function openOverlaySession(): Promise<OverlaySession> {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-test-'));
  const folder = path.join(spillDirectory, 'snapshots');
  const store = new SnapshotStore(folder, () => 400);
  const clock = { now: () => Date.UTC(2026, 10, state.day) + msPerDay / 2 };
  const options = {
    spillDirectory,
    ...kernelOptions,
  };
  const ask: Ask = request => {
    state.asked.push(request);
    return Promise.resolve(answerTo(request, state));
  };
  const session = await Session.open(options, ask, clock, { snapshots: store });
  const state: OverlaySession = {
    store,
    folder,
    asked: [],
    day: 1,
    bullish: '',
    bearish: '',
    run: (text, { place, useCache = true } = { place: 'sandbox' }) =>
      session.runCell(
        {
          language: 'signals-sql',
          cell: null,
          text,
          connection: { name: 'fixture', synthetic: true, epoch: '1', place },
          useCache,
          access: 'session',
          portfolios: {},
          firstPageRows: 100,
        },
        uncancellable,
        () => undefined,
      ),
    close: async () => {
      await session.close();
      await rm(spillDirectory, { recursive: true, force: true });
    },
  };
  return state;
}

function answerTo(
  { operation, parameters }: ServiceRequest,
  lists: Pick<OverlaySession, 'bullish' | 'bearish'>,
): Awaited<ReturnType<Ask>> {
  const text = operation === 'bullish_stocks' ? lists.bullish : lists.bearish;
  const items = text.split(' ').filter(word => word !== '');
  const shown = items.slice(0, Number(parameters['amount'] ?? 15)).map(itemOf);
  const bytes = new TextEncoder().encode(JSON.stringify({ [operation]: shown }));
  const { function: name, method } = operationNamed(operation);
  const record = { operation: name, method, url: 'https://fixture.test/', cached: false, ms: 1 };
  return { ok: true, bytes, notes: [], record: { ...record, status: 200, bytes: bytes.length } };
}

function itemOf(word: string): object {
  const [id = '', score = '1'] = word.split(':');
  return {
    exchange_code: 'X',
    exchange_name: null,
    currency: 'EUR',
    ticker: `${id.toUpperCase()}.X`,
    entity_info: {
      type: 'company',
      alpha_id: `company:${id}`,
      compound_key: `company:company:${id}`,
    },
    date: '2026-10-31',
    maker_id: `company:own-${id}`,
    industry: 'industry.energy',
    bull_bear_score: Number(score),
    squid_score: 0.5,
    price: 10,
    price_delta: 0.1,
    name: `Name of ${id}`,
    isin: 'DE0000000000',
    country_name: 'Germany',
    country_id: 'de',
  };
}
