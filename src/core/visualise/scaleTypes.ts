/** Converts a column's type and its SCALE to a Vega-Lite type. */

import { t } from '../base/translations';
import { columnKind } from './chartColumn';
import type { ChartColumn, ColumnKind } from './chartColumn';
import { nearest } from '../base/nearest';
import type { JsonObject } from '../base/json';
import { ownEntry } from './ownEntry';
import type { Report } from './report';
import type { NameNode, ScaleNode } from './tree';

export type Measure = 'quantitative' | 'temporal' | 'ordinal' | 'nominal';

/** @returns Whether values are shown as points of time. */
export function isTimeKind(kind: ColumnKind): boolean {
  return kind === 'date' || kind === 'timestamp' || kind === 'instant';
}

/** @returns The unit that makes a discrete scale of dates sort and read as dates; null for what is no date. */
export function dateUnit(kind: ColumnKind): string | null {
  if (!isTimeKind(kind)) {
    return null;
  }
  return kind === 'date' ? 'utcyearmonthdate' : 'utcyearmonthdatehoursminutesseconds';
}

/** The default type of a column without SCALE. */
export function naturalMeasure(kind: ColumnKind): Measure {
  if (kind === 'number') {
    return 'quantitative';
  }
  return isTimeKind(kind) ? 'temporal' : 'nominal';
}

/**
 * @param natural What the column is by itself.
 * @returns The type that the scale asks for; an impossible one is reported.
 */
export function scaledMeasure(
  node: ScaleNode | undefined,
  column: ChartColumn,
  natural: Measure,
  report: Report,
): Measure {
  const kind = columnKind(column.type);
  const cast = node?.via?.name.toLowerCase();
  if (node && (cast === 'date' || cast === 'datetime') && !isTimeKind(kind)) {
    wrongType(node, column, cast === 'date' ? t('a DATE') : t('a TIMESTAMP'), report);
  }
  switch (node?.type?.value) {
    case 'discrete':
      return isTimeKind(kind) ? 'ordinal' : 'nominal';
    case 'ordinal':
      return 'ordinal';
    case 'continuous':
      if (kind === 'number' || isTimeKind(kind)) {
        return naturalMeasure(kind);
      }
      wrongType(node, column, t('a number or a date'), report);
      return natural;
    case 'binned':
      if (kind !== 'number' && !isTimeKind(kind)) {
        wrongType(node, column, t('a number or a date'), report);
      }
      return natural;
    default:
      return cast === 'string' || cast === 'bool' ? 'nominal' : natural;
  }
}

function wrongType(node: ScaleNode, column: ChartColumn, needed: string, report: Report): void {
  const owner = `SCALE ${node.aesthetic.name}`;
  const { name, type } = column;
  report.problem('wrongType', node.span, { column: name, type, owner, needed });
}

const transforms: Partial<Record<string, JsonObject>> = {
  linear: {},
  integer: {},
  log: { type: 'log' },
  log10: { type: 'log' },
  log2: { type: 'log', base: 2 },
  ln: { type: 'log', base: 2.718281828459045 },
  sqrt: { type: 'sqrt' },
  square: { type: 'pow', exponent: 2 },
  asinh: { type: 'symlog' },
  symlog: { type: 'symlog' },
  pseudo_log: { type: 'symlog' },
  pseudo_log2: { type: 'symlog' },
  pseudo_ln: { type: 'symlog' },
};

/** Transforms that only set the type of the values, which is already done. */
const casts = ['date', 'datetime', 'string', 'bool'];

/** The words after VIA that are drawn. */
export const transformNames: readonly string[] = [...Object.keys(transforms), ...casts];

const undrawnTransforms = ['exp10', 'exp2', 'exp', 'time'];

/** @returns Properties of the axis or the legend for the transform after VIA. */
export function transformGuide(via: NameNode | null | undefined): JsonObject {
  return via?.name.toLowerCase() === 'integer' ? { tickMinStep: 1 } : {};
}

/** @returns Properties of the scale for the transform after VIA; one that is not known is reported. */
export function transformScale(
  via: NameNode | null | undefined,
  measure: Measure,
  report: Report,
): JsonObject {
  const name = via?.name.toLowerCase();
  if (!via || name === undefined || casts.includes(name)) {
    return {};
  }
  const scale = ownEntry(transforms, name);
  if (scale === undefined && undrawnTransforms.includes(name)) {
    report.notYet(via.span, t('VIA {0}', name), t('Compute it in the query.'));
  } else if (name === 'reverse') {
    const expected = t('a transform; the direction is SETTING reverse => true');
    report.problem('badValue', via.span, { owner: 'VIA', value: via.name, expected });
  } else if (scale === undefined) {
    const near = nearest(name, transformNames);
    report.problem('unknownTransform', via.span, { transform: via.name, near });
  } else if (measure !== 'quantitative' && name !== 'linear') {
    const expected = t('a transform of numbers on a scale of numbers');
    report.problem('badValue', via.span, { owner: 'VIA', value: via.name, expected });
  }
  return measure === 'quantitative' ? (scale ?? {}) : {};
}
