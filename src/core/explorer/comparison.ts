/** Compares two parts of the explored rows: the share of each value in both, the largest difference first. */

import { t } from '../base/translations';
import { grouped } from '../base/text';
import { addDays, dayOfPlainDate, parsePlainDate, plainDateOfDay } from '../base/plainDate';
import { holdingsOf, type Portfolio } from '../portfolios/portfolios';
import { maxFilterValues, type ColumnFilter } from '../protocol/arrangement';
import type { Exploration, Explored, FacetCounts } from '../protocol/exploration';
import { brushed, brushOf } from './questionState';

/** A part of the rows that can be compared with another. */
export interface Side {
  /** Unique among the sides. */
  readonly id: string;
  readonly label: string;
  /** The label in few words, for the head of a column. */
  readonly title: string;
  readonly filters: readonly ColumnFilter[];
}

/** A portfolio with its companies; null: they are more than a filter has values. */
export interface ComparedPortfolio {
  readonly name: string;
  readonly entities: readonly string[] | null;
}

export function comparedPortfolio(
  portfolio: Pick<Portfolio, 'name' | 'members'>,
): ComparedPortfolio {
  const entities = holdingsOf(portfolio).map(({ entity }) => entity);
  const { name } = portfolio;
  return { name, entities: entities.length > maxFilterValues ? null : entities };
}

/** The sides that fit the rows, and the two that are compared at first. */
export interface Sides {
  readonly all: readonly Side[];
  /** A label with the reason for each portfolio that cannot be a side. */
  readonly tooLarge: readonly string[];
  readonly first: readonly [string, string];
}

interface Rows {
  readonly names: readonly string[];
  readonly time: Explored['time'];
  readonly filters: readonly ColumnFilter[];
}

/**
 * @param rows What is selected of them holds for both sides.
 * @returns The selected days and as many before them, otherwise the earlier and the later half of all days; the
 * portfolios; and everything that is selected.
 */
export function sidesOf(rows: Rows, portfolios: readonly ComparedPortfolio[]): Sides {
  const periods = periodsOf(rows);
  const entity = rows.names.indexOf('entity');
  const others = rows.filters.filter(({ column }) => column !== entity);
  const held = entity < 0 ? [] : portfolios;
  const lists = held.flatMap(({ name, entities }): Side[] =>
    entities === null
      ? []
      : [
          {
            ...{ id: `portfolio ${name}`, label: t('Portfolio {0}', name), title: name },
            filters: [...others, { kind: 'values', column: entity, values: [...entities] }],
          },
        ],
  );
  const tooLarge = held
    .filter(({ entities }) => entities === null)
    .map(({ name }) => t('Portfolio {0}: more than {1} companies', name, grouped(maxFilterValues)));
  const whole: Side = {
    id: 'selection',
    label: t('Everything selected'),
    title: t('All'),
    filters: rows.filters,
  };
  const all = [...periods, ...lists, whole];
  const [one = whole, other = whole] = all;
  return { all, tooLarge, first: [one.id, other.id] };
}

function periodsOf({ time, filters }: Rows): readonly Side[] {
  const [begin, end] = [parsePlainDate(time?.from ?? ''), parsePlainDate(time?.to ?? '')];
  if (!time || !begin || !end) {
    return [];
  }
  const side = (id: string, title: string, from: string, to: string): Side => ({
    ...{ id, label: t('{0}: {1} to {2}', title, from, to), title },
    filters: brushed(filters, time.column, { from, to }),
  });
  const range = brushOf(filters, time.column);
  const [first, last] = [parsePlainDate(range?.from ?? ''), parsePlainDate(range?.to ?? '')];
  if (first && last) {
    const length = dayOfPlainDate(last) - dayOfPlainDate(first) + 1;
    return [
      side('before', t('As many days before'), addDays(first, -length), addDays(first, -1)),
      side('days', t('Selected days'), first, last),
    ];
  }
  const [from, to] = [dayOfPlainDate(begin), dayOfPlainDate(end)];
  const middle = Math.floor((from + to) / 2);
  return from === to
    ? []
    : [
        side('earlier', t('Earlier half'), begin, plainDateOfDay(middle)),
        side('later', t('Later half'), plainDateOfDay(middle + 1), end),
      ];
}

export interface ComparedValue {
  readonly text: string | null;
  /** Rows with it, of the one side and of the other. */
  readonly counts: readonly [number, number];
  /** Of all rows of the side, from 0 to 1. */
  readonly shares: readonly [number, number];
}

export interface ComparedFacet {
  readonly column: number;
  /** The largest difference of shares first. */
  readonly values: readonly ComparedValue[];
  /** Whether values are left out, since one side lists only its most frequent ones. */
  readonly isPartial: boolean;
}

/** @returns The facets that both sides have, that with the largest difference first. */
export function comparedFacets(
  one: Pick<Exploration, 'rowCount' | 'facets'>,
  other: Pick<Exploration, 'rowCount' | 'facets'>,
): readonly ComparedFacet[] {
  const compared = one.facets.flatMap(facet => {
    const same = other.facets.find(({ column }) => column === facet.column);
    return same ? [comparedFacet([facet, same], [one.rowCount, other.rowCount])] : [];
  });
  const largest = ({ values: [first] }: ComparedFacet): number => (first ? differenceOf(first) : 0);
  return compared.toSorted((a, b) => largest(b) - largest(a));
}

function comparedFacet(
  [one, other]: readonly [FacetCounts, FacetCounts],
  rowCounts: readonly [number, number],
): ComparedFacet {
  const counted = [one, other].map(
    ({ values }) => new Map(values.map(({ text, count }) => [text, count])),
  );
  const isWhole = [one, other].map(({ values, valueCount }) => values.length >= valueCount);
  const texts = [...new Set([one, other].flatMap(({ values }) => values.map(({ text }) => text)))];
  // What a side does not list may be rare there, or may not be there at all.
  const known = texts.filter(text =>
    [0, 1].every(side => isWhole[side] === true || counted[side]?.has(text)),
  );
  const values = known.map((text): ComparedValue => {
    const [first, second] = counted.map(counts => counts.get(text) ?? 0);
    const counts = [first ?? 0, second ?? 0] as const;
    const share = (side: 0 | 1): number =>
      rowCounts[side] === 0 ? 0 : counts[side] / rowCounts[side];
    return { text, counts, shares: [share(0), share(1)] };
  });
  return {
    column: one.column,
    values: values
      .filter(({ counts: [a, b] }) => a + b > 0)
      .toSorted((a, b) => differenceOf(b) - differenceOf(a) || b.counts[1] - a.counts[1]),
    isPartial: known.length < texts.length,
  };
}

function differenceOf({ shares: [one, other] }: ComparedValue): number {
  return Math.abs(other - one);
}
