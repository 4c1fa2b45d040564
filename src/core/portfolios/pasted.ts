/** What a person copied from a spreadsheet: lines with a ticker, ISIN, name or key each, and perhaps a weight. */

import { t } from '../base/translations';
import type { EntityFact } from '../service/entityFact';
import { canonicalKeyOf } from '../service/entityKey';
import { csvRecords } from './csv';
import type { Member } from './portfolios';

/** Of a text that is pasted. */
const most = { characters: 500_000, lines: 2000 } as const;

export interface PastedLine {
  /** What may name the company, the likeliest first; at least one. */
  readonly texts: readonly string[];
  readonly weight: number | null;
  /** The text of a weight that could mean two numbers, or none; null if there is no such text. */
  readonly unreadWeight: string | null;
}

/** What a line was found by. */
export type FoundBy = 'key' | 'ISIN' | 'ticker' | 'name';

/** A line and the companies that fit it: one is found, several are a choice, none is unknown. */
export interface FoundLine extends PastedLine {
  readonly by: FoundBy | null;
  readonly companies: readonly EntityFact[];
  /** The member without a company: its text stays. */
  readonly kept: Member;
}

/** @throws {Error} If the text is too long to be a list of companies. */
export function pastedLines(text: string): readonly PastedLine[] {
  if (text.length > most.characters) {
    throw new Error(t('The clipboard holds more text than a list of companies can have.'));
  }
  const separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ',';
  const rows = csvRecords(text, separator)
    .map(({ raw, fields }) => ({ raw: raw.trim(), fields: fields.map(cleaned) }))
    .filter(({ fields }) => fields.some(Boolean));
  if (rows.length > most.lines) {
    throw new Error(
      t('At most {0} lines can be pasted at a time; there are {1}.', most.lines, rows.length),
    );
  }
  const [first] = rows;
  const kinds = first?.fields.map(headerKind);
  const isHeader = kinds !== undefined && kinds.every(kind => kind !== undefined);
  const weightAt = kinds && isHeader ? kinds.indexOf('weight') : weightColumn(rows);
  return (isHeader ? rows.slice(1) : rows).flatMap(({ raw, fields }): PastedLine[] => {
    const weightText = (weightAt < 0 ? undefined : fields[weightAt]) ?? '';
    const weight = numberOf(weightText, separator);
    const unreadWeight = weight === null && weightText !== '' ? weightText : null;
    const others = fields
      .map((field, at) => ({ field, kind: isHeader ? kinds[at] : 'other', at }))
      .filter(({ field, at }) => field !== '' && at !== weightAt)
      .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind))
      .map(({ field }) => field);
    // A name may itself have a comma.
    const isWhole = separator === ',' && fields.length > 1 && weight === null && !raw.includes('"');
    const texts = isWhole ? [raw, ...others] : others;
    return texts.length === 0 ? [] : [{ texts, weight, unreadWeight }];
  });
}

/** Finds companies among those that are known. */
export class CompanyIndex {
  private readonly byKey = new Map<string, EntityFact[]>();
  private readonly byIsin = new Map<string, EntityFact[]>();
  private readonly byTicker = new Map<string, EntityFact[]>();
  private readonly bySymbol = new Map<string, EntityFact[]>();
  private readonly byName = new Map<string, EntityFact[]>();

  constructor(facts: readonly EntityFact[]) {
    for (const fact of facts) {
      const { entity, isin, ticker, name } = fact;
      add(this.byKey, entity.toLowerCase(), fact);
      add(this.byIsin, isin?.toUpperCase(), fact);
      add(this.byTicker, ticker?.toUpperCase(), fact);
      // A symbol may have dots of its own: the exchange is after the last one.
      add(this.bySymbol, ticker?.toUpperCase().replace(/\.[^.]*$/, ''), fact);
      add(this.byName, name === null ? undefined : nameWords(name), fact);
    }
  }

  /** @returns The line with what its likeliest text finds: one company before several, and several before none. */
  find(line: PastedLine): FoundLine {
    const found = line.texts.map(text => this.findText(text));
    const best =
      found.find(({ companies }) => companies.length === 1) ??
      found.find(({ companies }) => companies.length > 1);
    return { ...line, ...(best ?? { by: null, companies: [] }), kept: keptMember(line) };
  }

  private findText(text: string): Pick<FoundLine, 'by' | 'companies'> {
    const upper = text.toUpperCase();
    // `AAPL US Equity` is `AAPL.US`.
    const ticker = upper.replace(/\s+EQUITY$/, '').replace(/^(\S+)\s+(\S{1,4})$/, '$1.$2');
    const name = nameWords(text);
    const ways: readonly (readonly [FoundBy, () => readonly EntityFact[] | undefined])[] = [
      ['key', () => this.byKey.get(canonicalKeyOf(text).toLowerCase())],
      ['ISIN', () => this.byIsin.get(upper)],
      ['ticker', () => this.byTicker.get(ticker)],
      ['ticker', () => this.bySymbol.get(upper)],
      ['name', () => (name === '' ? undefined : this.byName.get(name))],
      ['name', () => this.namesThatBegin(name)],
    ];
    for (const [by, find] of ways) {
      const companies = find();
      if (companies && companies.length > 0) {
        return { by, companies };
      }
    }
    return { by: null, companies: [] };
  }

  /** Of few letters, too many would. */
  private namesThatBegin(words: string): readonly EntityFact[] {
    return words.length < 4
      ? []
      : [...this.byName].flatMap(([name, facts]) => (name.startsWith(`${words} `) ? facts : []));
  }
}

/** A key is a key, whether or not an answer had it. */
function keptMember({ texts: [text = ''], weight }: PastedLine): Member {
  return /^[a-z_]+:\S+$/.test(text)
    ? { entity: canonicalKeyOf(text), weight, name: null }
    : { entity: null, weight, name: text };
}

type HeaderKind = 'key' | 'isin' | 'ticker' | 'name' | 'weight' | 'other';

const headerWords: Readonly<Record<Exclude<HeaderKind, 'other'>, RegExp>> = {
  key: /^(entity|entities|key|compound_key|alpha_id|id)$/,
  isin: /^isin$/,
  ticker: /^(ticker|tickers|symbol|symbols|ric|bloomberg)$/,
  name: /^(name|names|company|companies|company name|security|description|holding|issuer)$/,
  weight: /^(weight|weights|weight %|weight \(%\)|%|allocation|share)$/,
};
const otherHeaders =
  /^(sector|industry|country|currency|exchange|price|shares|quantity|market value)$/;

function headerKind(field: string): HeaderKind | undefined {
  const text = field.toLowerCase();
  const kinds = Object.keys(headerWords) as (keyof typeof headerWords)[];
  return (
    kinds.find(kind => headerWords[kind].test(text)) ??
    (otherHeaders.test(text) || text === '' ? 'other' : undefined)
  );
}

function rankOf(kind: string | undefined): number {
  return ['key', 'isin', 'ticker', 'name', 'other'].indexOf(kind ?? 'other');
}

/** @returns The first column after the first whose values are all numbers; -1 if there is none. */
function weightColumn(rows: readonly { readonly fields: readonly string[] }[]): number {
  const width = Math.max(0, ...rows.map(({ fields }) => fields.length));
  for (let at = 1; at < width; at += 1) {
    const values = rows.map(({ fields }) => fields[at] ?? '').filter(Boolean);
    if (values.length > 0 && values.every(value => /^[+-]?\d[\d.,]*\s*%?$/.test(value))) {
      return at;
    }
  }
  return -1;
}

/**
 * @returns `0.05` of `5%` and, where the separator is not a comma, 0.5 of `0,5`; null of what is not a number, or could be
 * two: `1,500`.
 */
function numberOf(text: string, separator: string): number | null {
  const written = /^([+-]?)(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(text);
  const isAmbiguous = /[1-9]\d*,\d{3}\b/.test(text) || (separator === ',' && text.includes(','));
  if (!written || isAmbiguous) {
    return null;
  }
  const [, sign, digits = '', percent] = written;
  const value = Number(`${sign}${digits.replace(',', '.')}`);
  // Shifts the decimal point, so that 5.1% is 0.051 to the last digit.
  return percent === '%' ? Number(`${value}e-2`) : value;
}

const companyWords =
  /\b(incorporated|inc|corporation|corp|company|co|plc|ltd|limited|llc|ag|se|sa|nv|ab|oyj|asa|spa|gmbh|holdings?|group|the)\b/g;

/** @returns The words that tell a name from others, in one form. */
function nameWords(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return plain.replace(companyWords, '').replace(/\s+/g, ' ').trim() || plain;
}

function cleaned(field: string): string {
  return field.replace(/[\s\uFEFF]+/g, ' ').trim();
}

function add(map: Map<string, EntityFact[]>, key: string | undefined, fact: EntityFact): void {
  if (key) {
    const known = map.get(key);
    if (known) {
      known.push(fact);
    } else {
      map.set(key, [fact]);
    }
  }
}
