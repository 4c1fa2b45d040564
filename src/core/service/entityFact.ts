/** Facts about an entity in an answer, for the table `entities`. */

import type { Column, ColumnTable } from './columns';

/** Texts as on the wire; `null` if the answer has none. */
export interface EntityFact {
  /** Canonical key. */
  readonly entity: string;
  readonly name: string | null;
  readonly ticker: string | null;
  readonly isin: string | null;
  readonly vendor_id: string | null;
  /** Country name. */
  readonly country: string | null;
  /** Industry code of the overlays, with its prefix; event rows use another classification. */
  readonly industry: string | null;
  readonly exchange_code: string | null;
  readonly currency: string | null;
}

/** The fields of a fact, in the order of the columns. */
export const factNames = [
  'entity',
  'name',
  'ticker',
  'isin',
  'vendor_id',
  'country',
  'industry',
  'exchange_code',
  'currency',
] as const satisfies readonly (keyof EntityFact)[];

/** The columns of the table `entities`. */
export const entityColumns: readonly Column[] = factNames.map(name => ({
  name,
  type: 'VARCHAR',
  doc: `${name} as last seen in an answer.`,
}));

/** @returns The facts of `newer`, completed by those of `older`. */
export function mergedFact(newer: EntityFact, older: EntityFact | undefined): EntityFact {
  if (!older) {
    return newer;
  }
  const merged: Record<keyof EntityFact, string | null> = { ...newer };
  for (const name of factNames) {
    merged[name] ??= older[name];
  }
  return { ...merged, entity: newer.entity };
}

type FactFields = Omit<EntityFact, 'entity'>;

const unknownFields: FactFields = {
  name: null,
  ticker: null,
  isin: null,
  vendor_id: null,
  country: null,
  industry: null,
  exchange_code: null,
  currency: null,
};

/** Gathers facts by entity: the first text seen for a field stays. */
export class FactCollector {
  private readonly byEntity = new Map<string, Record<keyof FactFields, string | null>>();

  /** @param fields Raw values of an answer; values that are not texts with content are skipped. */
  learn(entity: string, fields: { readonly [F in keyof FactFields]?: unknown }): void {
    let known = this.byEntity.get(entity);
    if (!known) {
      known = { ...unknownFields };
      this.byEntity.set(entity, known);
    }
    let field: keyof FactFields;
    for (field in fields) {
      const value = fields[field];
      if (known[field] === null && typeof value === 'string' && value !== '') {
        known[field] = value;
      }
    }
  }

  /** @returns One fact an entity, in the order in which they were first seen. */
  facts(): readonly EntityFact[] {
    return [...this.byEntity].map(([entity, fields]) => ({ entity, ...fields }));
  }
}

/** @returns The facts in the rows of a ranked list. */
export function factsOfList({ columns, values }: ColumnTable): readonly EntityFact[] {
  const collector = new FactCollector();
  const column = (name: string) => values[columns.findIndex(each => each.name === name)] ?? [];
  const fields = {
    name: 'name',
    ticker: 'ticker',
    isin: 'isin',
    vendor_id: 'vendor_id',
    country: 'country_name',
    industry: 'industry',
    exchange_code: 'exchange_code',
    currency: 'currency',
  };
  const named = Object.entries(fields).map(([field, name]) => [field, column(name)] as const);
  column('entity').forEach((entity, row) => {
    if (typeof entity === 'string') {
      collector.learn(
        entity,
        Object.fromEntries(named.map(([field, texts]) => [field, texts[row]])),
      );
    }
  });
  return collector.facts();
}
