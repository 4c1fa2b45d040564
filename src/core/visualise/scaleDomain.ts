/** SCALE … FROM, and literals on a scale. */

import { t } from '../base/translations';
import type { JsonObject, Json } from '../base/json';
import type { Span } from '../base/span';
import { columnKind } from './chartColumn';
import type { ColumnKind } from './chartColumn';
import { dateTimeText, instantText } from './chartRows';
import type { Report } from './report';
import type { Measure } from './scaleTypes';
import type { ArrayNode, LiteralValue } from './tree';

export interface ScaleOf {
  readonly measure: Measure;
  readonly kind: ColumnKind;
}

/** What a scale's domain adds to the specification. */
export interface Domain {
  readonly scale: JsonObject;
  /** The values that are drawn, where FROM lists them; null draws all. */
  readonly only: readonly Json[] | null;
}

/** @returns The domain after FROM; an empty one where there is none. */
export function scaleDomain(
  from: ArrayNode | null | undefined,
  scale: ScaleOf,
  report: Report,
): Domain {
  if (!from) {
    return { scale: {}, only: null };
  }
  const continuous = scale.measure === 'quantitative' || scale.measure === 'temporal';
  return continuous ? continuousDomain(from, scale, report) : discreteDomain(from, scale, report);
}

/**
 * @param owner Named in the problem where the literal does not fit.
 * @returns The literal as a value of the scale: dates as texts that mean the same in every time zone; undefined after
 * a report.
 */
export function scaleValue(
  value: LiteralValue,
  { measure, kind }: ScaleOf,
  at: { readonly span: Span; readonly owner: string },
  report: Report,
): Json | undefined {
  const fits =
    measure === 'quantitative'
      ? typeof value === 'number'
      : measure !== 'temporal' || timeText(value, kind) !== null;
  if (!fits) {
    const expected = measure === 'temporal' ? t("a date, for example '2026-01-31'") : t('a number');
    const written = JSON.stringify(value);
    report.problem('badValue', at.span, { owner: at.owner, value: written, expected });
    return undefined;
  }
  const isTime = measure === 'temporal' || kind === 'date' || kind === 'timestamp';
  return isTime ? (timeText(value, kind) ?? value) : value;
}

/**
 * @param value What `scaleValue` returned.
 * @returns The value as Vega-Lite takes it outside data and domains: a date is an object of parts in UTC.
 */
export function standingValue(value: Json, { measure }: Pick<ScaleOf, 'measure'>): Json {
  return typeof value === 'string' && measure === 'temporal' ? dateParts(value) : value;
}

/** @returns The kind of literals on an axis without columns. */
export function literalKind(values: readonly LiteralValue[]): ColumnKind {
  if (values.every(value => typeof value === 'number')) {
    return 'number';
  }
  if (values.every(value => typeof value === 'string' && dateTimeText(value) !== null)) {
    return values.every(value => String(value).length === 10) ? columnKind('DATE') : 'timestamp';
  }
  return values.every(value => typeof value === 'boolean') ? 'boolean' : 'text';
}

function timeText(value: LiteralValue, kind: ColumnKind): string | null {
  if (typeof value !== 'string') {
    return null;
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return value;
  }
  return kind === 'instant' ? instantText(value) : dateTimeText(value);
}

function continuousDomain(from: ArrayNode, scale: ScaleOf, report: Report): Domain {
  const [low, high] = from.items;
  if (!low || !high || from.items.length !== 2) {
    const expected = t('two values, the lower and the upper end; null takes an end from the data');
    report.problem('badValue', from.span, { owner: 'FROM', value: t('this array'), expected });
    return { scale: {}, only: null };
  }
  const ends = [low, high].map(({ value, span }) =>
    value === null ? null : (scaleValue(value, scale, { span, owner: 'FROM' }, report) ?? null),
  );
  const [min = null, max = null] = ends;
  if (min !== null && max !== null) {
    return { scale: { domain: [min, max] }, only: null };
  }
  return {
    scale: {
      ...(min === null ? {} : { domainMin: standingValue(min, scale) }),
      ...(max === null ? {} : { domainMax: standingValue(max, scale) }),
    },
    only: null,
  };
}

/** @returns The parts that are not zero, so that a date stays a date. */
function dateParts(text: string): JsonObject {
  const [year = 0, month = 1, date = 1, ...clock] = text.split(/\D/).map(Number);
  const names = ['hours', 'minutes', 'seconds', 'milliseconds'];
  const parts = names.flatMap((name, at) => (clock[at] ? [[name, clock[at]] as const] : []));
  return { year, month, date, ...Object.fromEntries(parts), utc: true };
}

function discreteDomain(from: ArrayNode, scale: ScaleOf, report: Report): Domain {
  if (scale.kind === 'date' || scale.kind === 'timestamp' || scale.kind === 'instant') {
    report.notYet(
      from.span,
      t('FROM on a discrete scale of dates'),
      t('Choose the dates in the query.'),
    );
    return { scale: {}, only: null };
  }
  const values = from.items.map(item => item.value);
  return { scale: { domain: values }, only: values };
}
