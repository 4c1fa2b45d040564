/**
 * The companies that differ from the rest on purpose: entities without data, or with unusual data, and ids and
 * names that a careless client trips over.
 *
 * Each has a fixed number in the universe, the same for every seed and mode.
 */

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
const firstOddId = 17;
const firstOddName = 22;

/** Entities by which a client can be tried out; an id that the sandbox does not know is `unknown1`, say. */
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

const oddIds = ['demo.0018', 'demo-0019', '0020demo', 'demo 0021/é', 'demo:0022'];

/** A mark that combines with the letter before it; the name is not in a composed form. */
const ring = '\u030A';

const oddNames = [
  `Ångström Kraft`,
  `A${ring}ngstro\u0308m Kraft`,
  `<img src=x onerror=alert(1)> & "Quote's" Media`,
  `=HYPERLINK("https://sandbox.invalid","Open") Systems`,
  'Twinford Industries',
  'Twinford Industries',
  'Palisade Freight',
  'Palísade Freight',
  'The Very Long and Rather Patient Transcontinental Instruments and Apparatus Manufacturing Company',
  'Příkladová Strojírna Žďár',
  'Żółta Gęś Wydawnictwo',
  'مثال للطاقة المتجددة',
  'Образец Энергомаш',
  'サンプル製作所',
  '@Signal_*Bold*_ [link](command:none) Labs',
  'Rocket \u{1F680} Freight \u202Egnissim\u202C',
];

const numberById = new Map<string, number>([
  ...specialEntities.map(({ id }, place) => [id, firstSpecial + place] as const),
  ...oddIds.map((id, place) => [id, firstOddId + place] as const),
]);
const idByNumber = new Map([...numberById].map(([id, number]) => [number, id]));

/** The number whose ticker has a dot in its symbol. */
export const dottedTicker = 38;

/** @returns The company's number for an id that does not follow from it, or `undefined`. */
export function numberOfOddId(id: string): number | undefined {
  return numberById.get(id);
}

/** @returns The id where it does not follow from the number. */
export function oddIdOf(index: number): string | undefined {
  return idByNumber.get(index);
}

/** @returns The name where it is a given one. */
export function oddNameOf(index: number): string | undefined {
  return oddNames[index - firstOddName];
}

/** @returns What is unusual about the data of company `index`, or `null`. */
export function specialKindOf(index: number): SpecialKind | null {
  return specialEntities[index - firstSpecial]?.kind ?? null;
}
