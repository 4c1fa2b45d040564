/**
 * The questions to a stored relation, and their answers. A page of outputs asks the host, which checks the question and
 * forwards it to the kernel; the answer takes the same way back. A question is named in three places: here, where it is
 * asked, and where the kernel answers it (`Session`).
 */

import * as v from 'valibot';
import { arrangementShape, columnPlace, filtersShape, soughtText } from './arrangement';
import type { JsonObject } from '../base/json';
import type { Exchange } from './channel';
import { columnSummaryShape, valueCountsShape } from './columnSummary';
import {
  aroundParams,
  aroundShape,
  brushAnswer,
  brushParams,
  exploredParams,
  exploredShape,
  explorationShape,
  exploreParams,
  mentionsParams,
  portfoliosParams,
  portfoliosShape,
} from './exploration';
import type { ExportFormat } from './exportRecord';
import { mostChartRows } from '../visualise/chartSize';
import { chartShape, rowsShape, tableShape, type ResultChart } from './outcome';
import { resultId } from './resultNames';
import { count, list, text, type Described } from './shape';
import type { ShownRows } from './shownRows';
import { suggestionId, suggestionsShape } from './suggestions';

/** Rows that one question may ask for. */
export const maxPageRows = 50_000;

const pageParams = v.object({
  resultId,
  offset: count,
  /** A page that asks for more gets `maxPageRows`. */
  limit: v.pipe(
    count,
    v.transform(limit => Math.min(limit, maxPageRows)),
  ),
  /** Absent: every row, in the order of the relation. */
  arrangement: v.optional(arrangementShape),
  /** Whether lists, structs and maps are texts, as DuckDB casts them; absent: values of JSON. */
  nestedAsText: v.optional(v.boolean()),
});

export type PageParams = Described<typeof pageParams>;

const pageAnswer = v.object({
  /** From `offset`; fewer than `limit` at the end. */
  rows: rowsShape,
  /** Rows of the relation that fit the arrangement's filters. */
  rowCount: count,
});

export type PageAnswer = Described<typeof pageAnswer>;

const summaryParams = v.object({
  resultId,
  /** The column's place in the relation, from 0. */
  column: columnPlace,
  /** Only rows that match these are counted. */
  filters: filtersShape,
});

export type SummaryParams = Described<typeof summaryParams>;

const valuesParams = v.object({
  ...summaryParams.entries,
  /** Values whose text contains it; empty: all. */
  search: soughtText,
});

/** The values of a column, for a reader to choose from. */
export type ValuesParams = Described<typeof valuesParams>;

const markParams = v.object({
  /** The dataset of the chart. */
  resultId,
  /** The numbers of its rows that the mark draws, from 0. */
  rows: list(count, mostChartRows),
  /** Rows of the first page. */
  limit: v.pipe(
    count,
    v.transform(limit => Math.min(limit, maxPageRows)),
  ),
});

export type MarkParams = Described<typeof markParams>;

const markAnswer = v.object({
  /** The relation whose rows they are, unfiltered: mostly the result of the cell. */
  table: tableShape,
  /** Identifies them in the filters of that relation. */
  mark: count,
  /** How many they are. */
  rowCount: count,
  /** A sentence if more rows are shown than those of the mark alone. */
  note: v.nullable(text),
});

/** The rows that a mark of a chart stands for. */
export type MarkAnswer = Described<typeof markAnswer>;

/** Draws the relation with the text of a VISUALISE clause, small and with all its rows. */
export interface ChartParams {
  readonly resultId: string;
  readonly clause: string;
}

/** Writes a result to a file of the kernel, which the caller then moves. */
export interface ExportParams {
  readonly resultId: string;
  readonly format: ExportFormat;
  /**
   * From `exportRecord`: goes into the key-value metadata of Parquet and Arrow, into a sheet of its own in XLSX, and
   * beside the array of rows in JSON, which is then `{"provenance": …, "rows": […]}`. Other formats have no place for
   * it. Null: without.
   */
  readonly record: JsonObject | null;
  /** The part of the result; absent: all of it. */
  readonly shown?: ShownRows;
}

export interface ExportedFile {
  /** Absolute, in the spill directory, so it goes with the kernel. */
  readonly path: string;
}

/**
 * The questions that a page may ask. The kernel answers all but the last four, which the host answers, with its help:
 * which charts fit the result, one of them, small, the score and volume of a company around a day, and portfolios.
 */
const pageQuestions = {
  page: { params: pageParams, answer: pageAnswer },
  summary: { params: summaryParams, answer: columnSummaryShape },
  values: { params: valuesParams, answer: valueCountsShape },
  mark: { params: markParams, answer: markAnswer },
  explored: { params: exploredParams, answer: exploredShape },
  explore: { params: exploreParams, answer: explorationShape },
  brush: { params: brushParams, answer: brushAnswer },
  mentions: { params: mentionsParams, answer: tableShape },
  suggestions: { params: v.object({ resultId }), answer: suggestionsShape },
  preview: { params: v.object({ resultId, suggestion: suggestionId }), answer: chartShape },
  around: { params: aroundParams, answer: aroundShape },
  portfolios: { params: portfoliosParams, answer: portfoliosShape },
};

type PageQuestions = {
  [Name in keyof typeof pageQuestions]: Exchange<
    Described<(typeof pageQuestions)[Name]['params']>,
    Described<(typeof pageQuestions)[Name]['answer']>
  >;
};

export type PageQuestionName = keyof PageQuestions;

export type PageQuestionParams<Name extends PageQuestionName> = PageQuestions[Name]['params'];

export type PageAnswerTo<Name extends PageQuestionName> = PageQuestions[Name]['answer'];

export type PageQuestion = {
  [Name in PageQuestionName]: { readonly name: Name; readonly params: PageQuestionParams<Name> };
}[PageQuestionName];

export type AnswerToPage = {
  [Name in PageQuestionName]: { readonly name: Name; readonly value: PageAnswerTo<Name> };
}[PageQuestionName];

export const pageQuestion = named<PageQuestion>(name => ({ params: pageQuestions[name].params }));

export const answerToPage = named<AnswerToPage>(name => ({ value: pageQuestions[name].answer }));

/** @returns The schema of a message with the name of a question, and what belongs to that question. */
function named<Message>(
  entriesOf: (name: PageQuestionName) => v.ObjectEntries,
): v.GenericSchema<unknown, Message> {
  const names = Object.keys(pageQuestions) as PageQuestionName[];
  const messages = names.map(name => v.object({ name: v.literal(name), ...entriesOf(name) }));
  return v.variant('name', messages) as unknown as v.GenericSchema<unknown, Message>;
}

/** The questions that the kernel answers. */
export interface Questions extends Omit<
  PageQuestions,
  'suggestions' | 'preview' | 'around' | 'portfolios'
> {
  chart: Exchange<ChartParams, ResultChart>;
  export: Exchange<ExportParams, ExportedFile>;
  /** Drops a relation that no output shows. */
  drop: Exchange<{ readonly resultId: string }, null>;
}

export type QuestionParams<Name extends keyof Questions> = Questions[Name]['params'];

export type QuestionAnswer<Name extends keyof Questions> = Questions[Name]['answer'];
