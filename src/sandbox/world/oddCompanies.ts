/**
 * The companies that differ from the rest on purpose: entities without data, or with unusual data, and ids and names
 * that a careless client trips over. Ids and names that look broken are only in the market if the switch `companyTexts`
 * is set to include them.
 *
 * Each has a fixed number in the universe, the same for every seed and mode.
 */

import type { Switches } from '../switches';

/** What is unusual about a company's data. */
export type SpecialKind =
  | 'nodata'
  | 'scoreonly'
  | 'ipo'
  | 'delisted'
  | 'gappy'
  | 'burst'
  | 'oneday';

export interface SpecialEntity {
  readonly id: string;
  readonly kind: SpecialKind;
  readonly doc: string;
}

/** How many days before the last day with data `demo_ipo` starts, and `demo_delisted` stops. */
export const ipoAgeDays = 60;
export const delistedAgeDays = 30;

const firstSpecial = 10;

/** Entities for testing a client; `unknown1`, for example, is an id that the sandbox does not know. */
export const specialEntities: readonly SpecialEntity[] = [
  { id: 'demo_nodata', kind: 'nodata', doc: 'Known, without a row anywhere.' },
  { id: 'demo_scoreonly', kind: 'scoreonly', doc: 'Has scores, neither volume nor events.' },
  { id: 'demo_ipo', kind: 'ipo', doc: `Starts ${ipoAgeDays} days before the last day with data.` },
  {
    id: 'demo_delisted',
    kind: 'delisted',
    doc: `Stops ${delistedAgeDays} days before the last day with data.`,
  },
  { id: 'demo_gappy', kind: 'gappy', doc: 'Lacks scores and volume on 30 % of its days.' },
  { id: 'demo_burst', kind: 'burst', doc: 'Has days with dozens of events among quiet weeks.' },
  { id: 'demo_oneday', kind: 'oneday', doc: 'Has data on one day, the last weekday.' },
];

/** By the company's number. */
const hostileIds: readonly (readonly [number, string])[] = [
  [17, 'demo.0018'],
  [18, 'demo-0019'],
  [19, '0020demo'],
  [20, 'demo 0021/é'],
  [21, 'demo:0022'],
];

/** Names that real markets have too: other scripts, equal ones, nearly equal ones, a long one. */
const unusualNames: readonly (readonly [number, string])[] = [
  [22, 'Ångström Kraft'],
  [26, 'Twinford Industries'],
  [27, 'Twinford Industries'],
  [28, 'Palisade Freight'],
  [29, 'Palísade Freight'],
  [30, 'Transcontinental Instruments and Apparatus Manufacturing Company'],
  [31, 'Příkladová Strojírna Žďár'],
  [32, 'Żółta Gęś Wydawnictwo'],
  [33, 'مثال للطاقة المتجددة'],
  [34, 'Образец Энергомаш'],
  [35, 'サンプル製作所'],
];

/** A mark that combines with the letter before it; the name is not in a composed form. */
const ring = '\u030A';

const hostileNames: readonly (readonly [number, string])[] = [
  [23, `A${ring}ngstro\u0308m Kraft`],
  [24, `<img src=x onerror=alert(1)> & "Quote's" Media`],
  [25, `=HYPERLINK("https://sandbox.invalid","Open") Systems`],
  [36, '@Signal_*Bold*_ [link](command:none) Labs'],
  [37, 'Rocket \u{1F680} Freight \u202Egnissim\u202C'],
];

/** The ids and names of a market that do not follow from a company's number. */
export interface GivenTexts {
  readonly ids: ReadonlyMap<number, string>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
}

export const givenTexts: Readonly<Record<Switches['companyTexts'], GivenTexts>> = {
  ordinary: given([], unusualNames),
  hostile: given(hostileIds, [...unusualNames, ...hostileNames]),
};

function given(
  odd: readonly (readonly [number, string])[],
  names: readonly (readonly [number, string])[],
): GivenTexts {
  const special = specialEntities.map(({ id }, place) => [firstSpecial + place, id] as const);
  const ids = new Map([...special, ...odd]);
  const numbers = new Map([...ids].map(([number, id]) => [id, number]));
  return { ids, numbers, names: new Map(names) };
}

/** The number whose ticker has a dot in its symbol. */
export const dottedTicker = 38;

/** @returns What is unusual about the data of company `index`, or `null`. */
export function specialKindOf(index: number): SpecialKind | null {
  return specialEntities[index - firstSpecial]?.kind ?? null;
}
