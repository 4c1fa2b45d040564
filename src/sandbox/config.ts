/** The configuration of a sandbox: the same configuration results in the same answers, to the byte. */

import type { PlainDate } from '../core/base/plainDate';
import type { FaultRule } from './faults/fault';
import type { Switches } from './switches';

export type SandboxMode = 'tiny' | 'demo' | 'index' | 'wide' | 'long';

/** A17's sibling A20: scores in (-1, 1), in (-100, 100), or without bounds. */
export type ScoreScale = 'unit' | 'hundred' | 'raw';

export interface SandboxConfig {
  /** Any integer; another seed is another market. */
  readonly seed: number;
  readonly mode: SandboxMode;
  /** The number of companies; absent: as many as the mode has. */
  readonly companies?: number;
  /** The sandbox's day. Data reach to the day before. */
  readonly today: PlainDate;
  readonly scale: ScoreScale;
  /** Switches that differ from the sandbox's default way of filling a gap of the specification. */
  readonly switches: Partial<Switches>;
  readonly faults: readonly FaultRule[];
  /** A18: the wire name of `vendor_id`; on the wire it carries the maker's name. */
  readonly vendorField: string;
  /** The only accepted bearer token; absent: any non-empty one. */
  readonly token?: string;
}

export interface ModeSize {
  readonly companies: number;
  readonly historyDays: number;
}

/** How large each mode is. A company's values are the same in all of them. */
export const modeSizes: Readonly<Record<SandboxMode, ModeSize>> = {
  tiny: { companies: 10, historyDays: 90 },
  demo: { companies: 600, historyDays: 1096 },
  index: { companies: 3000, historyDays: 1826 },
  wide: { companies: 100_000, historyDays: 365 },
  long: { companies: 50, historyDays: 10_957 },
};

/** @returns The standard market: seed 42, 600 companies, three years up to the day before `today`. */
export function defaultSandboxConfig(today: PlainDate): SandboxConfig {
  return {
    seed: 42,
    mode: 'demo',
    today,
    scale: 'unit',
    switches: {},
    faults: [],
    vendorField: 'sandbox_id',
  };
}

/** Paths of the two bases of the sandbox. */
export const quantPath = '/quant';
export const dataPath = '/data/r1/d1/v2/api';

/** The base addresses of the sandbox in process: no such host exists. */
export const sandboxConnectionUrls = {
  quantUrl: `https://sandbox.invalid${quantPath}`,
  dataUrl: `https://sandbox.invalid${dataPath}`,
};
