/** Asking a sandbox in tests, without a network. */

import assert from 'node:assert/strict';
import { parsePlainDate } from '../../src/core/base/plainDate';
import type { PlainDate } from '../../src/core/base/plainDate';
import {
  createSandbox,
  dataPath,
  defaultSandboxConfig,
  quantPath,
} from '../../src/sandbox/sandbox';
import type {
  Sandbox,
  SandboxConfig,
  SandboxRequest,
  SandboxResponse,
  Switches,
} from '../../src/sandbox/sandbox';

/** @throws If the text is no date. */
export function date(text: string): PlainDate {
  const parsed = parsePlainDate(text);
  assert.ok(parsed, text);
  return parsed;
}

/** A Friday; data reach to Thursday the 19th. */
export const today = date('2026-11-20');

export function sandboxWith(
  config: Partial<SandboxConfig> = {},
  switches: Partial<Switches> = {},
): Sandbox {
  return createSandbox({ ...defaultSandboxConfig(today), ...config, switches });
}

/** The standard market, shared: it does not change. */
export const demo = sandboxWith();

/** The same market with ids and names that look broken. */
export const hostile = sandboxWith({}, { companyTexts: 'hostile' });

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON. */
  readonly json: unknown;
}

const paths = { quant: quantPath, data: dataPath };

/** @param target `quant:` or `data:`, then the path after the base, with its query. */
export function ask(
  sandbox: Sandbox,
  target: string,
  { body, ...rest }: Partial<Omit<SandboxRequest, 'body'>> & { body?: unknown } = {},
): Answer {
  return read(sandbox.handle({ ...requestTo(target, body), ...rest }));
}

/** @returns A good request: GET, or POST where there is a body. */
export function requestTo(target: string, body?: unknown): SandboxRequest {
  const colon = target.indexOf(':');
  const base = target.slice(0, colon) === 'data' ? paths.data : paths.quant;
  const [path = '', query = ''] = target.slice(colon + 1).split('?');
  return {
    method: body === undefined ? 'GET' : 'POST',
    path: `${base}/${path}`,
    query,
    headers: {
      authorization: 'Bearer token',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  };
}

export function read(response: SandboxResponse): Answer {
  const text = [...response.body].join('');
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json(): unknown {
      const parsed: unknown = JSON.parse(text);
      return parsed;
    },
  };
}

/** The paths of the operations, for company `id` where one is in the path. */
export const targets = {
  score: (id: string) => `quant:trading/v3/company/${id}/bull_bear_score_ts`,
  scores: 'quant:trading/v3/portfolio/bull_bear_score_ts_itemized',
  bullish: 'quant:signal/bullish_stocks',
  bearish: 'quant:signal/bearish_stocks',
  volume: (id: string) => `quant:trading/company/${id}/trading_volume_ts`,
  volumes: 'quant:trading/portfolio/trading_volume_ts_itemized',
  counts: (id: string) => `data:company/${id}/events_ts`,
  countLists: 'data:portfolio/events_ts_itemized',
  rows: 'quant:company_data/events',
};

/** @returns What is at a path of names and positions in a JSON value, `undefined` where nothing is. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, step) =>
      typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined,
    value,
  );
}

/** @returns The array at a path. */
export function itemsAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, ...path);
  assert.ok(Array.isArray(found), `no array at ${path.join('.')}`);
  return found;
}

/** @returns The texts of one field of each item. */
export function texts(items: readonly unknown[], ...path: (string | number)[]): string[] {
  return items.map(item => String(at(item, ...path)));
}

/** @returns The numbers of one field of each item. */
export function numbers(items: readonly unknown[], ...path: (string | number)[]): number[] {
  return items.map(item => {
    const value = at(item, ...path);
    assert.equal(typeof value, 'number', path.join('.'));
    return Number(value);
  });
}

/** @returns The names of an object's fields, in their order. */
export function names(value: unknown): string[] {
  assert.ok(typeof value === 'object' && value !== null);
  return Object.keys(value);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** @returns Spearman's correlation of two lists without ties. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranks(one), ranks(other)];
  const mean = (a.length - 1) / 2;
  const products = a.map((rank, n) => (rank - mean) * ((b[n] ?? 0) - mean));
  return sum(products) / sum(a.map(rank => (rank - mean) ** 2));
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, n) => ({ value, n })).sort((a, b) => a.value - b.value);
  const found = new Array<number>(values.length).fill(0);
  for (const [rank, { n }] of order.entries()) {
    found[n] = rank;
  }
  return found;
}
