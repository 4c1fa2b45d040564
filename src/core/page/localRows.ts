/**
 * Answers a grid's questions from rows in memory, for a page without a kernel. The answers are those of the kernel to
 * the same questions: a test compares both.
 */

import { joined } from '../base/text';
import { t } from '../base/translations';
import type { Json } from '../base/json';
import { parsePlainDate } from '../base/plainDate';
import {
  isAsMade,
  type Arrangement,
  type ColumnFilter,
  type SortKey,
  type TextOperator,
} from '../protocol/arrangement';
import {
  mostValues,
  type ColumnBin,
  type ColumnSummary,
  type ValueCount,
  type ValueCounts,
} from '../protocol/columnSummary';
import {
  boundProblem,
  isDayType,
  isFloatingType,
  isIntegerType,
  isNumberType,
  rangeProblem,
} from '../protocol/columnTypes';
import type { ResultColumn, Rows } from '../protocol/outcome';
import type {
  MarkAnswer,
  MarkParams,
  PageAnswer,
  PageAnswerTo,
  PageParams,
  PageQuestion,
  SummaryParams,
  ValuesParams,
} from '../protocol/questions';
import { valueText } from '../protocol/valueText';
import { partColumns } from '../visualise/chartColumn';
import { numberOf, textOrder, valueOrder } from './valueOrder';

export interface LocalTable {
  readonly columns: readonly ResultColumn[];
  /** Each column's values, one a row. */
  readonly values: readonly (readonly Json[])[];
  readonly rowCount: number;
}

const MOST_BINS = 16;
const TOPS = 3;
/** Longer texts are not offered as values, and cut at the ends of a column. */
const MOST_LETTERS = 1_000;
const MOST_ORDERS = 4;
const MS_PER_DAY = 86_400_000;

/** The rows that a chart draws. */
export interface LocalDataset {
  readonly columns: readonly ResultColumn[];
  readonly rows: Rows;
  /** The id of the result that the chart is of; null if the page has no table of it. */
  readonly resultId: string | null;
}

export class LocalRows {
  /** Row numbers in order, by table and arrangement; the least recently used first. */
  private readonly orders = new Map<string, readonly number[]>();
  /** The rows of the chosen marks, in the order of the choices. */
  private readonly marks: ReadonlySet<number>[] = [];
  private readonly tables: Map<string, LocalTable>;

  /**
   * @param tables By the id of the result.
   * @param datasets By their ids.
   */
  constructor(
    tables: ReadonlyMap<string, LocalTable>,
    private readonly datasets: ReadonlyMap<string, LocalDataset> = new Map(),
  ) {
    this.tables = new Map(tables);
  }

  /** @throws {Error} With a sentence for the reader, if the question does not fit the table. */
  answer({ name, params }: PageQuestion): PageAnswerTo<'page' | 'summary' | 'values' | 'mark'> {
    switch (name) {
      case 'mark':
        return this.mark(params);
      case 'page':
        return this.page(params);
      case 'summary':
        return this.summary(params);
      case 'values':
        return this.values(params);
      default:
        throw new Error(t('This page has no notebook to ask.'));
    }
  }

  private page({ resultId, offset, limit, arrangement }: PageParams): PageAnswer {
    const table = this.tableOf(resultId);
    const end = offset + limit;
    if (!arrangement || isAsMade(arrangement)) {
      const rows = rowsAt(table, numbersUpTo(table.rowCount).slice(offset, end));
      return { rows, rowCount: table.rowCount };
    }
    const order = this.order(resultId, table, arrangement);
    return { rows: rowsAt(table, order.slice(offset, end)), rowCount: order.length };
  }

  private summary({ resultId, column, filters }: SummaryParams): ColumnSummary {
    const table = this.tableOf(resultId);
    const matching = this.matching(table, filters);
    return summaryOf(columnAt(table, column), valuesAt(table, column, matching));
  }

  private values({ resultId, column, filters, search }: ValuesParams): ValueCounts {
    const table = this.tableOf(resultId);
    const { type } = columnAt(table, column);
    const matching = this.matching(table, filters);
    const counted = countsOf(valuesAt(table, column, matching), type, search);
    return { values: counted.slice(0, mostValues), hasMore: counted.length > mostValues };
  }

  /** The rows of the result that a mark draws; where the page does not know them, the drawn rows themselves. */
  private mark({ resultId, rows, limit }: MarkParams): MarkAnswer {
    const dataset = this.datasets.get(resultId);
    if (!dataset) {
      throw new Error(t('This page does not have these rows.'));
    }
    const drawn = rows.filter(row => row < dataset.rows.length);
    const table = this.tables.get(dataset.resultId ?? '');
    const ofResult = table && rowsOfResult(table, dataset, drawn);
    const id = ofResult ? (dataset.resultId ?? '') : resultId;
    const shown = (ofResult && table) ?? this.tables.get(id) ?? drawnTable(dataset);
    this.tables.set(id, shown);
    const found = ofResult?.rows ?? drawn;
    const { columns, rowCount } = shown;
    const first = numbersUpTo(rowCount).slice(0, limit);
    return {
      table: { id, columns, rowCount, rows: rowsAt(shown, first) },
      mark: this.marks.push(new Set(found)) - 1,
      rowCount: found.length,
      note: ofResult ? ofResult.note : drawnNote(),
    };
  }

  private tableOf(resultId: string): LocalTable {
    const table = this.tables.get(resultId);
    if (!table) {
      throw new Error(t('This page does not have these rows.'));
    }
    return table;
  }

  private matching(table: LocalTable, filters: readonly ColumnFilter[]): number[] {
    const conditions = filters.map(filter => {
      const mark = filter.kind === 'mark' ? this.marks[filter.mark] : undefined;
      return mark ? (row: number) => mark.has(row) : conditionOn(table, filter);
    });
    return numbersUpTo(table.rowCount).filter(row => conditions.every(holds => holds(row)));
  }

  private order(
    resultId: string,
    table: LocalTable,
    { sort, filters }: Arrangement,
  ): readonly number[] {
    const key = JSON.stringify([resultId, sort, filters]);
    const order = this.orders.get(key) ?? sorted(table, this.matching(table, filters), sort);
    this.orders.delete(key);
    this.orders.set(key, order);
    const oldest = this.orders.keys().next().value;
    if (this.orders.size > MOST_ORDERS && oldest !== undefined) {
      this.orders.delete(oldest);
    }
    return order;
  }
}

function drawnNote(): string {
  return t(
    'These are the rows that are drawn: this page does not hold those that they were computed from.',
  );
}

/**
 * The rows of the result that a mark draws, as far as their values show it: those with the values of the drawn rows, in
 * the columns that both have.
 *
 * @returns Null if there are none for a drawn row, since its values were computed.
 */
function rowsOfResult(
  table: LocalTable,
  { columns, rows: all }: LocalDataset,
  drawn: readonly number[],
): { readonly rows: readonly number[]; readonly note: string | null } | null {
  const isShared = columns.some(({ name }) => isPartColumn(name));
  const compared = columns.flatMap(({ name, type }, at) => {
    // Rows that layers share are empty in the columns of the other layers.
    const isOfOther = isShared && drawn.every(row => (all[row]?.[at] ?? null) === null);
    const place = table.columns.findIndex(each => each.name === name && each.type === type);
    return isPartColumn(name) || isOfOther ? [] : [{ name, at, place }];
  });
  const common = compared.filter(({ place }) => place >= 0);
  const keyAt = (row: number): string =>
    JSON.stringify(common.map(({ place }) => table.values[place]?.[row] ?? null));
  const drawnKey = (row: number): string =>
    JSON.stringify(common.map(({ at }) => all[row]?.[at] ?? null));
  if (common.length === 0) {
    return null;
  }
  const isWhole = common.length === compared.length;
  // A chart that computes nothing draws the rows in their order.
  const isInOrder =
    all.length === table.rowCount && drawn.every(row => keyAt(row) === drawnKey(row));
  if (isWhole && isInOrder) {
    return { rows: drawn, note: null };
  }
  const wanted = new Set(drawn.map(drawnKey));
  const found = numbersUpTo(table.rowCount).filter(row => wanted.has(keyAt(row)));
  const note = isWhole
    ? t('These rows of the result have the values that are drawn.')
    : t('These rows of the result have the same {0}.', joined(common.map(({ name }) => name)));
  return new Set(found.map(keyAt)).size === wanted.size ? { rows: found, note } : null;
}

function isPartColumn(name: string): boolean {
  return name === partColumns.part || name === partColumns.place;
}

function drawnTable({ columns, rows }: LocalDataset): LocalTable {
  const shown = columns.flatMap((column, at) =>
    isPartColumn(column.name) ? [] : [{ column, at }],
  );
  return {
    columns: shown.map(({ column }) => column),
    values: shown.map(({ at }) => rows.map(row => row[at] ?? null)),
    rowCount: rows.length,
  };
}

function numbersUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, row) => row);
}

function rowsAt({ values }: LocalTable, order: readonly number[]): Rows {
  return order.map(row => values.map(column => column[row] ?? null));
}

function valuesAt({ values }: LocalTable, column: number, order: readonly number[]): Json[] {
  const all = values[column] ?? [];
  return order.map(row => all[row] ?? null);
}

function columnAt({ columns }: LocalTable, column: number): ResultColumn {
  const found = columns[column];
  if (!found) {
    throw new Error(t('The result has no column {0}.', column + 1));
  }
  return found;
}

/** Missing values are last, and rows that are equal in all keys keep their order. */
function sorted(
  table: LocalTable,
  rows: readonly number[],
  sort: readonly SortKey[],
): readonly number[] {
  const keys = sort.map(({ column, descending }) => ({
    order: valueOrder(columnAt(table, column).type),
    values: table.values[column] ?? [],
    direction: descending ? -1 : 1,
  }));
  return rows.toSorted((one, other) => {
    for (const { order, values, direction } of keys) {
      const [left = null, right = null] = [values[one], values[other]];
      const compared =
        left === null || right === null
          ? Number(left === null) - Number(right === null)
          : direction * order(left, right);
      if (compared !== 0) {
        return compared;
      }
    }
    return one - other;
  });
}

function conditionOn(table: LocalTable, filter: ColumnFilter): (row: number) => boolean {
  if (filter.kind === 'mark') {
    throw new Error(t('This page does not have the rows of this mark.'));
  }
  if (filter.kind === 'search') {
    const { text, columns } = filter;
    const holds = columns.map(column =>
      conditionOn(table, { kind: 'text', column, operator: 'contains', text }),
    );
    return row => holds.some(each => each(row));
  }
  const { type } = columnAt(table, filter.column);
  const values = table.values[filter.column] ?? [];
  const holds = condition(filter, type);
  return row => holds(values[row] ?? null);
}

function condition(
  filter: Exclude<ColumnFilter, { column: null }>,
  type: string,
): (value: Json) => boolean {
  switch (filter.kind) {
    case 'text': {
      const sought = filter.text.toLowerCase();
      const { operator } = filter;
      return value =>
        value !== null && compares(operator, valueText(value, type).toLowerCase(), sought);
    }
    case 'range':
      return rangeCondition(filter, type);
    case 'values': {
      const wanted = new Set(filter.values);
      return value => wanted.has(value === null ? null : valueText(value, type));
    }
    case 'exclude': {
      const holds = condition({ ...filter, kind: 'values' }, type);
      return value => !holds(value);
    }
    case 'missing':
      return value => (value === null) === filter.missing;
  }
}

function compares(operator: TextOperator, text: string, sought: string): boolean {
  switch (operator) {
    case 'contains':
      return text.includes(sought);
    case 'notContains':
      return !text.includes(sought);
    case 'equals':
      return text === sought;
    case 'notEquals':
      return text !== sought;
    case 'startsWith':
      return text.startsWith(sought);
    case 'endsWith':
      return text.endsWith(sought);
  }
}

function rangeCondition(
  { from, to }: Extract<ColumnFilter, { kind: 'range' }>,
  type: string,
): (value: Json) => boolean {
  const bounds = [from, to].filter(bound => bound !== null);
  const problem =
    rangeProblem(type) ?? bounds.map(bound => boundProblem(bound, type)).find(Boolean);
  if (problem) {
    throw new Error(problem);
  }
  const order = valueOrder(isDayType(type) ? 'DATE' : type);
  return value => {
    const isNone = value === null || (isFloatingType(type) && value === 'nan');
    const found = isDayType(type) ? dayOf(value) : value;
    return (
      !isNone &&
      (from === null || order(found, from) >= 0) &&
      (to === null || order(found, to) <= 0)
    );
  };
}

/** The day of a date or of a time stamp. */
function dayOf(value: Json): Json {
  return typeof value === 'string' ? value.replace(/[T ]\d.*?( \(BC\))?$/, '$1') : value;
}

function summaryOf({ name, type }: ResultColumn, values: readonly Json[]): ColumnSummary {
  const there = values.filter(value => value !== null);
  const ordered = there.toSorted(valueOrder(type));
  const isOrdered = isNumberType(type) || isDayType(type) || /^(VARCHAR|BOOLEAN|TIME)/.test(type);
  const end = (value: Json | undefined): string | null =>
    isOrdered && value !== undefined ? valueText(value, type).slice(0, MOST_LETTERS) : null;
  // NaN, which is ordered last, is no end.
  const ends = /^(DOUBLE|FLOAT)$/.test(type)
    ? ordered.filter(value => !Number.isNaN(numberOf(value)))
    : ordered;
  const bins = binsOf(ordered, type);
  const counts = countsOf(there, type, '');
  return {
    name,
    type,
    rowCount: values.length,
    nullCount: values.length - there.length,
    distinctCount: new Set(there.map(value => valueText(value, type))).size,
    isApproximate: false,
    least: end(ends[0]),
    greatest: end(ends.at(-1)),
    moments: isNumberType(type) ? momentsOf(ordered.map(numberOf).filter(Number.isFinite)) : null,
    bins,
    tops: bins.length === 0 ? counts.slice(0, TOPS) : [],
  };
}

/** @param numbers In ascending order. */
function momentsOf(numbers: readonly number[]): ColumnSummary['moments'] {
  const { length } = numbers;
  if (length === 0) {
    return null;
  }
  // Squares of larger values exceed a double.
  const largest = Math.max(Math.abs(numbers[0] ?? 0), Math.abs(numbers.at(-1) ?? 0));
  const unit = largest > 1e150 ? largest : 1;
  const mean = numbers.reduce((sum, number) => sum + number / unit, 0) / length;
  const squares = numbers.reduce((sum, number) => sum + (number / unit - mean) ** 2, 0);
  const quantile = (share: number): number => {
    const place = share * (length - 1);
    const [below = 0, above = 0] = [numbers[Math.floor(place)], numbers[Math.ceil(place)]];
    return below + (above - below) * (place - Math.floor(place));
  };
  return {
    isApproximate: false,
    mean: mean * unit,
    standardDeviation: length < 2 ? null : Math.sqrt(squares / (length - 1)) * unit,
    lowerQuartile: quantile(0.25),
    median: quantile(0.5),
    upperQuartile: quantile(0.75),
  };
}

/**
 * @param ordered In ascending order.
 * @returns Bins of equal width, in whole numbers for integers and whole days for dates. NaN and infinities are in none.
 */
function binsOf(ordered: readonly Json[], type: string): ColumnBin[] {
  const isDay = isDayType(type);
  if (!isDay && !isNumberType(type)) {
    return [];
  }
  const placed = ordered
    .map(value => (isDay ? dayOf(value) : value))
    .map(value => ({ value, x: isDay ? dayNumber(value) : numberOf(value) }))
    .filter(({ x }) => Number.isFinite(x));
  const [least = 0, greatest = 0] = [placed[0]?.x, placed.at(-1)?.x];
  const width =
    isDay || isIntegerType(type)
      ? Math.ceil((greatest - least + 1) / MOST_BINS)
      : greatest / MOST_BINS - least / MOST_BINS;
  // A filter takes days of four-digit years.
  const text = (value: Json): string => valueText(value, isDay ? 'DATE' : type);
  const bins: { count: number; from: string | null; to: string | null }[] = [];
  for (const { value, x } of placed) {
    const distance = Number.isFinite(greatest - least)
      ? (x - least) / width
      : x / width - least / width;
    const bin = width > 0 ? Math.max(0, Math.min(Math.floor(distance), MOST_BINS - 1)) : 0;
    while (bins.length <= bin) {
      bins.push({ count: 0, from: null, to: null });
    }
    const into = bins[bin];
    if (into) {
      into.count++;
      into.from ??= text(value);
      into.to = text(value);
    }
  }
  const canFilter = (end: string | null): boolean =>
    !isDay || parsePlainDate(end ?? '') !== undefined;
  return bins.map(bin =>
    canFilter(bin.from) && canFilter(bin.to) ? bin : { ...bin, from: null, to: null },
  );
}

/** @returns Whole days since 1970-01-01; NaN for the infinities. */
function dayNumber(value: Json): number {
  const [, year, month, day, before] = /^(\d+)-(\d\d)-(\d\d)( \(BC\))?$/.exec(String(value)) ?? [];
  const date = new Date(0);
  const number = before === undefined ? Number(year) : 1 - Number(year);
  return date.setUTCFullYear(number, Number(month) - 1, Number(day)) / MS_PER_DAY;
}

/** @returns Values whose text contains `search`, the most frequent first, those as frequent by their text. */
function countsOf(values: readonly Json[], type: string, search: string): ValueCount[] {
  const sought = search.toLowerCase();
  const counts = new Map<string | null, number>();
  for (const value of values) {
    const text = value === null ? null : valueText(value, type);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => ({ text, count }))
    .filter(({ text }) => sought === '' || (text !== null && text.toLowerCase().includes(sought)))
    .filter(({ text }) => text === null || [...text].length <= MOST_LETTERS)
    .toSorted(
      (one, other) =>
        other.count - one.count ||
        Number(one.text === null) - Number(other.text === null) ||
        textOrder(one.text ?? '', other.text ?? ''),
    );
}
