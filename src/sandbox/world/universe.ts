/** The companies of the synthetic market: their names, and looking them up. */

import { CompanyFacts } from './companyFacts';
import type { Country } from './countries';
import type { Industry } from './industries';
import { inventedName } from './names';
import { dottedTicker, givenTexts, specialKindOf } from './oddCompanies';
import type { GivenTexts, SpecialKind } from './oddCompanies';
import { draw, drawBits } from './random';
import { syntheticIsin } from './isin';

export interface Listing {
  readonly exchangeCode: string;
  readonly exchangeName: string;
  readonly currency: string;
  /** `<symbol>.<exchangeCode>`. */
  readonly ticker: string;
}

export interface Company {
  /** Its number, from 0: the same company in every mode. */
  readonly index: number;
  /** Its id within the type `company`. */
  readonly id: string;
  /** Its id in the service's own scheme, without `company:`; for one company in ten another than `id`. */
  readonly vendorId: string;
  readonly name: string;
  readonly isin: string;
  readonly country: Country;
  readonly city: string;
  readonly industry: Industry;
  readonly listing: Listing;
  /** Whether time series contain the listing; overlays always do. */
  readonly listingKnown: boolean;
  readonly special: SpecialKind | null;
}

const fields = { listing: 20, city: 21, vendor: 22, name: 23 } as const;
/** Multiplication by an odd number permutes 32-bit integers; the second number undoes the first. */
const vendorFactor = 0x9e3779b1;
const vendorInverse = 0x0e8b2f51;
/** Odd and not divisible by 13: steps through the 26^4 four-letter symbols without repeating one. */
const symbolFactor = 190_369;
const symbolCount = 26 ** 4;
const companiesKept = 4096;
const unlistedShare = 0.04;
/** The time series of the first companies, which examples use, contain their listings. */
const alwaysListed = 10;

/** @returns Whether the company's own id in the service differs from its entity id. */
function hasOwnVendorId(key: number): boolean {
  return draw(key, fields.vendor) < 0.1;
}

export class Universe {
  readonly facts: CompanyFacts;
  private readonly kept = new Map<number, Company>();

  /** @param count Companies in rankings; special companies beyond it can still be found by id. */
  constructor(
    seed: number,
    readonly count: number,
    private readonly texts: GivenTexts = givenTexts.ordinary,
  ) {
    this.facts = new CompanyFacts(seed);
  }

  company(index: number): Company {
    const known = this.kept.get(index);
    if (known) {
      return known;
    }
    if (this.kept.size >= companiesKept) {
      this.kept.clear();
    }
    const company = describe(this.facts, this.texts, index);
    this.kept.set(index, company);
    return company;
  }

  /** @returns The company with that id, or `undefined`; ids are compared with their case. */
  find(id: string): Company | undefined {
    const odd = this.texts.numbers.get(id);
    if (odd !== undefined) {
      return specialKindOf(odd) !== null || odd < this.count ? this.company(odd) : undefined;
    }
    const match = /^demo(\d{4,7})$/.exec(id);
    const index = match ? Number(match[1]) - 1 : -1;
    return this.holds(index) && plainId(index) === id && !this.texts.ids.has(index)
      ? this.company(index)
      : undefined;
  }

  /** @returns The company with that id in the service's own scheme, or `undefined`. */
  findByVendorId(vendorId: string): Company | undefined {
    const match = /^sb-([0-9a-z]{1,7})$/.exec(vendorId);
    if (!match) {
      const company = this.find(vendorId);
      return company?.vendorId === vendorId ? company : undefined;
    }
    const index = (Math.imul(parseInt(match[1] ?? '', 36), vendorInverse) >>> 0) - 1;
    const company = this.holds(index) ? this.company(index) : undefined;
    return company?.vendorId === vendorId ? company : undefined;
  }

  private holds(index: number): boolean {
    return index >= 0 && index < this.count;
  }
}

function describe(facts: CompanyFacts, texts: GivenTexts, index: number): Company {
  const key = facts.key(index);
  const country = facts.country(index);
  const industry = facts.industry(index);
  const givenId = texts.ids.get(index);
  const id = givenId ?? plainId(index);
  const city = country.cities[Math.floor(draw(key, fields.city) * country.cities.length)] ?? '';
  return {
    index,
    id,
    vendorId: givenId === undefined && hasOwnVendorId(key) ? ownVendorId(index) : id,
    name: texts.names.get(index) ?? inventedName(drawBits(key, fields.name), country, industry),
    isin: syntheticIsin(country.id, index),
    country,
    city,
    industry,
    listing: listingOf(index, country),
    listingKnown: index < alwaysListed || draw(key, fields.listing) >= unlistedShare,
    special: specialKindOf(index),
  };
}

function plainId(index: number): string {
  return `demo${String(index + 1).padStart(4, '0')}`;
}

function ownVendorId(index: number): string {
  return `sb-${(Math.imul(index + 1, vendorFactor) >>> 0).toString(36)}`;
}

function listingOf(index: number, country: Country): Listing {
  const exchangeCode = country.id.toUpperCase();
  const symbol = index === dottedTicker ? 'QRK.B' : symbolOf(index, country);
  return {
    exchangeCode,
    exchangeName: `${country.name} Synthetic Exchange`,
    currency: country.currency,
    ticker: `${symbol}.${exchangeCode}`,
  };
}

/** @returns Four letters, or digits where the country's exchanges number their stocks. */
function symbolOf(index: number, { nameStyle }: Country): string {
  if (['japanese', 'chinese', 'korean'].includes(nameStyle)) {
    return String(1000 + index);
  }
  let rest = (index * symbolFactor + 47_011) % symbolCount;
  let symbol = '';
  for (let place = 0; place < 4; place++) {
    symbol += String.fromCharCode(65 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return symbol;
}
