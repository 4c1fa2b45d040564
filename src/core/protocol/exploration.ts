/** The explorer's questions to a stored relation, and their answers: a timeline and counts of values, all of filtered rows. */

import * as v from 'valibot';
import { columnPlace, filtersShape, maxFilterValues, soughtText } from './arrangement';
import { placeShape } from './categoryPlaces';
import { mostValues, valueCountShape } from './columnSummary';
import { entityKeyShape, plainDay } from './entityLink';
import { resultId } from './resultNames';
import { count, list, name, read, text, type Described } from './shape';

export const timelineUnits = ['day', 'week', 'month', 'year'] as const;

/** The length of one bar of a timeline. Weeks begin on Monday. */
export type TimelineUnit = (typeof timelineUnits)[number];

const sideId = v.pipe(v.string(), v.maxLength(1_000));

/** What is asked of the rows: pure data, so that it is compared, kept and gone back to. */
export const questionStateShape = v.object({
  filters: filtersShape,
  /** Null: by the length of the range. */
  unit: v.nullable(v.picklist(timelineUnits)),
  stack: v.nullable(columnPlace),
  /** Whether mentions are grouped by event. */
  grouped: v.boolean(),
  /**
   * The two parts that are compared, by their ids (`core/explorer/comparison.ts`), an empty one for that of the first
   * choice; null: none.
   */
  compared: v.optional(v.nullable(v.tuple([sideId, sideId])), null),
});

export type QuestionState = Described<typeof questionStateShape>;

/** The same of rows that may have other columns: places are those in `columns`, names of columns. */
export const asksOf = v.object({
  columns: list(text, 500),
  ...questionStateShape.entries,
});

export type NamedState = Described<typeof asksOf>;

/** @returns The state, or null if `value` is not one. */
export function readNamedState(value: unknown): NamedState | null {
  return read(asksOf, value);
}

/** Facets that a relation may have. */
const maxFacets = 64;
/** Values of the facet by which a timeline is stacked that have a part of their own; the others share one. */
export const mostStacked = 5;
/** The most bars of one timeline. */
export const mostBars = 10_000;

export const exploredParams = v.object({ resultId });

export type ExploredParams = Described<typeof exploredParams>;

const facetFacts = v.object({
  column: columnPlace,
  /** Different values, null not counted. */
  distinctCount: count,
});

/** What can be explored in a relation. */
export const exploredShape = v.object({
  /** The column of the timeline with its first and last day; null if there is no date. */
  time: v.nullable(v.object({ column: columnPlace, from: name, to: name })),
  /** The columns with few values, those that say most first. */
  facets: list(facetFacts, maxFacets),
  /** The columns that a search reads. */
  searched: list(columnPlace, maxFacets),
});

export type Explored = Described<typeof exploredShape>;

/** The column and its values by which the bars are stacked, the lowest first; other values share the last part. */
const stackShape = v.object({
  column: columnPlace,
  values: list(v.nullable(text), mostStacked),
  /** Of the colours of the values; see `CategoryTheme`. */
  places: v.exactOptional(list(placeShape, mostStacked)),
});

export type TimelineStack = Described<typeof stackShape>;

const facetQuestion = v.object({
  column: columnPlace,
  /** Values to list, the most frequent first. */
  limit: v.pipe(count, v.maxValue(mostValues)),
  /** Only values whose text contains it; empty: all. */
  search: soughtText,
});

export type FacetQuestion = Described<typeof facetQuestion>;

export const exploreParams = v.object({
  resultId,
  filters: filtersShape,
  /** Null: it is not asked for, as it does not change while its range moves. */
  timeline: v.nullable(
    v.object({
      unit: v.picklist(timelineUnits),
      /** The facet by which it is stacked; null: not stacked. */
      stack: v.nullable(columnPlace),
    }),
  ),
  facets: list(facetQuestion, maxFacets),
});

export type ExploreParams = Described<typeof exploreParams>;

const facetCounts = v.object({
  column: columnPlace,
  /** The most frequent first, those as frequent by their text; values that a filter names are always among them. */
  values: list(valueCountShape, 2 * (mostValues + maxFilterValues)),
  /** How many values there are, listed or not. */
  valueCount: count,
});

export type FacetCounts = Described<typeof facetCounts>;

const bar = v.object({
  /** Its first day. */
  day: name,
  /** Rows of each value of the stack, then those of all other values. */
  counts: list(count, mostStacked + 1),
});

export type TimelineBar = Described<typeof bar>;

export const explorationShape = v.object({
  /** Rows that match all filters. */
  rowCount: count,
  /** Rows under the filters of other columns than the timeline's; null if there is none, or it was not asked for. Empty bars are left out. */
  timeline: v.nullable(v.object({ bars: list(bar, mostBars), stack: v.nullable(stackShape) })),
  /** Each under the filters of the other columns. */
  facets: list(facetCounts, maxFacets),
  /** If no row matches: how many would without each filter. */
  without: list(count, 64),
});

export type Exploration = Described<typeof explorationShape>;

/** The rows that match the filters as events: see `core/explorer/mentions.ts`. The answer is a relation of its own. */
export const mentionsParams = v.object({ resultId, filters: filtersShape });

export type MentionsParams = Described<typeof mentionsParams>;

/** What a cell that an explorer writes returns. */
export const writtenShape = v.variant('kind', [
  /** The rows, in their order. */
  v.object({ kind: v.literal('rows') }),
  /** Mentions grouped by event, in the order of the grouping. */
  v.object({ kind: v.literal('events') }),
  /** A chart of the timeline. */
  v.object({
    kind: v.literal('timeline'),
    time: columnPlace,
    unit: v.picklist(timelineUnits),
    stack: v.nullable(columnPlace),
  }),
]);

export type Written = Described<typeof writtenShape>;

/** Prepares for the moving ends of a range of days: counts of each facet a day. */
export const brushParams = v.object({
  resultId,
  filters: filtersShape,
  facets: list(columnPlace, maxFacets),
});

export type BrushParams = Described<typeof brushParams>;

/** Whether the relation has days. */
export const brushAnswer = v.boolean();

/** The portfolios of the notebook, for a comparison. */
export const portfoliosParams = v.object({ resultId });

export const portfoliosShape = list(
  v.object({
    name,
    /** Null: they are more than a filter has values. */
    entities: v.nullable(list(name, maxFilterValues)),
  }),
  1_000,
);

/** A company's score and volume around a day. */
export const aroundParams = v.object({
  resultId,
  key: entityKeyShape,
  day: plainDay,
  /** Whether they are requested; otherwise only the number of requests is answered. */
  load: v.boolean(),
});

export type AroundParams = Described<typeof aroundParams>;

const daySeries = v.object({
  label: name,
  points: list(v.object({ day: name, value: v.number() }), 1_000),
  /** Why there are no points. */
  problem: v.nullable(text),
});

export type DaySeries = Described<typeof daySeries>;

export const aroundShape = v.object({
  /** Requests that it takes, or took: fewer where an answer was still kept. */
  requests: count,
  /** The first and the last day that are asked for. */
  from: name,
  to: name,
  /** The connection that answered; null if none has. */
  connection: v.nullable(name),
  series: list(daySeries, 2),
});

export type Around = Described<typeof aroundShape>;
