/** Decodes the six time-series answers: scores, trading volume and event counts, of one entity or of a list. */

import { plural } from '../base/text';
import { isRecord } from '../base/json';
import { fieldPath, type AnswerPaths } from './answerPaths';
import { coverageNotes, rangeNotes } from './coverage';
import type { DecodeContext, DecodedAnswer, LearnedEvent } from './decodedAnswer';
import { functionColumns } from './functionColumns';
import { fillEntityInfo } from './listing';
import { operationNamed } from './operations';
import type { Operation } from './operations';
import type { EntityFact } from './entityFact';
import type { ServiceRequest } from './request';
import { readElements, requestedKeys } from './seriesElements';
import type { SeriesElement, SeriesNames } from './seriesElements';
import { TableWriter } from './tableWriter';

/** One kind of series. */
export interface SeriesShape extends SeriesNames {
  /** Text that orders points of one date; points have one date each where it is null. */
  readonly orderWithinDate: ((point: Record<string, unknown>) => unknown) | null;
  /** The fields of columns that are not called like their column, within a point or an element. */
  readonly fields: Readonly<Record<string, string>>;
  /** @param top Fields of the answer itself. */
  open(table: TableWriter, top: Readonly<Record<string, unknown>>): SeriesWriter;
}

/** Writes the columns that only its kind of series has. */
export interface SeriesWriter {
  point(row: number, point: Record<string, unknown>): void;
  /** Called after the points of `element`, which are the rows `from <= row < to`. */
  element(element: SeriesElement, from: number, to: number): void;
  learned(): readonly EntityFact[];
  learnedEvents(): readonly LearnedEvent[];
  notes(): readonly string[];
}

/** An element whose points are in order. */
interface OrderedElement {
  readonly element: SeriesElement;
  /** Points that have the date, and where it has one the id, of another. */
  readonly repeated: number;
}

/** @throws {ServiceError} `malformed` if the answer is not of its shape. */
export function decodeSeries(
  request: ServiceRequest,
  body: unknown,
  context: DecodeContext,
  shape: SeriesShape,
): DecodedAnswer {
  const name = operationNamed(request.operation).function;
  const { elements, top, notes } = readElements(request, body, shape, context);
  const ordered = elements.map(element => inOrder(element, shape));
  const sorted = ordered.map(({ element }) => element);
  const rowCount = sorted.reduce((sum, { points }) => sum + points.length, 0);
  const paths = seriesPaths(operationNamed(request.operation), body, sorted, shape);
  const table = new TableWriter(functionColumns[name], rowCount, paths);
  const writer = shape.open(table, top);
  writeElements(table, sorted, writer);
  const written = table.finish(name);
  return {
    table: written.table,
    copyright: null,
    learned: writer.learned(),
    learnedEvents: writer.learnedEvents(),
    notes: [
      ...notes,
      ...coverage(sorted, requestedKeys(request, context), context),
      ...repeatedNotes(ordered, shape),
      ...rangeNotes(request.parameters, table.column('date').values),
      ...writer.notes(),
      ...written.notes,
    ],
    returned: entitiesOf(sorted),
  };
}

/** Elements and points were sorted: their original position is only searched for when it is needed. */
function seriesPaths(
  { subject }: Operation,
  body: unknown,
  elements: readonly SeriesElement[],
  { series, itemized, fields }: SeriesShape,
): AnswerPaths {
  const list = subject === 'list' && isRecord(body) ? body[itemized] : null;
  const pathOf = ({ record }: SeriesElement): string =>
    Array.isArray(list) ? `${itemized}[${list.indexOf(record)}]` : '';
  const find = (row: number): { element: SeriesElement; at: number } | undefined => {
    let at = row;
    for (const element of elements) {
      if (at < element.points.length) {
        return { element, at };
      }
      at -= element.points.length;
    }
    return undefined;
  };
  return {
    fields,
    ofRow: row => {
      const found = find(row);
      const points = found?.element.record[series];
      const at = Array.isArray(points) ? points.indexOf(found?.element.points[found.at]) : row;
      return fieldPath(found ? pathOf(found.element) : '', `${series}[${at}]`);
    },
    ofCommon: (row, field) => {
      const element = find(row)?.element;
      const [outer = field] = field.split('.', 1);
      // An element without the field has that of the answer.
      return element && (element.record[outer] ?? null) !== null ? pathOf(element) : '';
    },
  };
}

function writeElements(
  table: TableWriter,
  elements: readonly SeriesElement[],
  writer: SeriesWriter,
): void {
  const entity = table.column('entity');
  let row = 0;
  for (const element of elements) {
    const from = row;
    for (const point of element.points) {
      if (isRecord(point)) {
        writer.point(row, point);
      } else {
        table.unreadable(row);
      }
      row++;
    }
    entity.fill(from, row, element.entity);
    fillEntityInfo(table, [from, row], element.info);
    writer.element(element, from, row);
  }
}

function entitiesOf(elements: readonly SeriesElement[]): string[] {
  return [...new Set(elements.map(({ entity }) => entity).filter(entity => entity !== null))];
}

function coverage(
  elements: readonly SeriesElement[],
  requested: readonly string[],
  { heldEntities }: DecodeContext,
): string[] {
  const empty = entitiesOf(elements.filter(({ points }) => points.length === 0));
  return coverageNotes({
    requested,
    returned: entitiesOf(elements),
    empty: empty.filter(entity => !heldEntities?.has(entity)),
  });
}

/** Only event counts promise an order; texts compare by code unit, so that `E10_A` comes before `E1_A`. */
function inOrder(element: SeriesElement, shape: SeriesShape): OrderedElement {
  const compare = (a: unknown, b: unknown): number => comparePoints(a, b, shape);
  const { ascends, repeated } = walk(element.points, compare);
  if (ascends) {
    return { element, repeated };
  }
  const points = [...element.points].sort(compare);
  return { element: { ...element, points }, repeated: walk(points, compare).repeated };
}

/** Whether the points are in order, and how many equal their predecessor. */
function walk(
  points: readonly unknown[],
  compare: (a: unknown, b: unknown) => number,
): { ascends: boolean; repeated: number } {
  let repeated = 0;
  for (let index = 1; index < points.length; index++) {
    const order = compare(points[index - 1], points[index]);
    if (order > 0) {
      return { ascends: false, repeated };
    }
    repeated += order === 0 && typeof dateOf(points[index]) === 'string' ? 1 : 0;
  }
  return { ascends: true, repeated };
}

function comparePoints(a: unknown, b: unknown, shape: SeriesShape): number {
  const byDate = compareTexts(dateOf(a), dateOf(b));
  return byDate === 0 && shape.orderWithinDate && isRecord(a) && isRecord(b)
    ? compareTexts(shape.orderWithinDate(a), shape.orderWithinDate(b))
    : byDate;
}

function dateOf(point: unknown): unknown {
  return isRecord(point) ? point['date'] : undefined;
}

/** Values that are not texts come last. */
function compareTexts(a: unknown, b: unknown): number {
  if (a === b) {
    return 0;
  }
  if (typeof a !== 'string' || typeof b !== 'string') {
    return Number(typeof a !== 'string') - Number(typeof b !== 'string');
  }
  return a < b ? -1 : 1;
}

function repeatedNotes(elements: readonly OrderedElement[], shape: SeriesShape): string[] {
  const repeated = elements.reduce((sum, each) => sum + each.repeated, 0);
  if (repeated === 0) {
    return [];
  }
  return [
    shape.orderWithinDate
      ? plural(
          repeated,
          '{0} row repeats the date and event id of another of the same entity.',
          '{0} rows repeat the date and event id of another of the same entity.',
        )
      : plural(
          repeated,
          '{0} row repeats the date of another of the same entity.',
          '{0} rows repeat the date of another of the same entity.',
        ),
  ];
}
