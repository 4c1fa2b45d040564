/** What the compiler, completion, hovers and errors know of a layer of VISUALISE. */

import type { Aesthetic } from '../aesthetics';
import type { Json } from '../../base/json';
import type { Reduction } from '../reduction/reductionContext';
import type { ResolvedLayer } from '../resolvedChart';
import type { StatisticContext } from '../statistics/statistic';

/** How marks of a layer that have one place are arranged; the first that a layer lists need not be its default. */
export type PositionName = 'identity' | 'stack' | 'fill' | 'dodge' | 'jitter';

export interface LayerType {
  /** Its word after DRAW. */
  readonly name: string;
  /** Words for it elsewhere: in ggplot2, Vega-Lite, matplotlib and spreadsheets. */
  readonly alsoCalled?: readonly string[];
  /** Its name in a chart's description, for example `points`. */
  readonly described: string;
  /** The same where PLACE draws literals, if that is another. */
  readonly describedIfPlaced?: string;

  /** Each entry is one complete choice of aesthetics; one of them has to be mapped. */
  readonly required: readonly (readonly Aesthetic[])[];
  readonly optional: readonly Aesthetic[];
  /** Settings that are no aesthetics. */
  readonly parameters: readonly string[];
  /** The values of SETTING position. */
  readonly positions: readonly PositionName[];
  /** Whether a mark has one of x and y only, such as a reference line. */
  readonly hasOneAxis?: boolean;
  /** Whether ORDER BY is an error since the order is that of an axis or is computed; a text says what to write instead. */
  readonly refusesOrder?: () => string;

  /** The mark of Vega-Lite. */
  readonly mark: { readonly type: MarkName } & Readonly<Record<string, Json>>;
  /** Whether it has only strokes, so that its colour is that of a stroke. */
  readonly isStroked?: boolean;
  /** Whether it connects rows, so that a missing value is a gap: along its axis or in the order of the rows. */
  readonly connects?: 'along axis' | 'in order';
  /** Whether its length or area begins at zero, so that it can be stacked. */
  readonly isRooted?: boolean;
  /** Whether a mark extends from one value to another, so that its other axis is the base. */
  readonly isBetween?: boolean;
  /** What SCALE BINNED draws it on: from the bin's start to its end, at its start, or at its middle. */
  readonly onBins?: 'bar' | 'ends' | 'start' | 'middle';

  /** The columns that it computes and REMAPPING chooses from; the first is on y by default. */
  readonly computed?: readonly [string, ...string[]];
  /** Computes what is drawn from the rows: layers of other types. */
  readonly statistic?: (layer: ResolvedLayer, context: StatisticContext) => ResolvedLayer[];
  /** Draws fewer rows where there are too many; without it every n-th row is drawn. */
  readonly reduction?: Reduction;
}

export type MarkName = 'line' | 'area' | 'bar' | 'point' | 'rect' | 'rule' | 'text';

/** The aesthetics of lines. */
export const strokeAesthetics: readonly Aesthetic[] = [
  ...(['stroke', 'opacity', 'linewidth', 'linetype'] as const),
];

/** The aesthetics of areas. */
export const surfaceAesthetics: readonly Aesthetic[] = [
  ...(['fill', 'stroke', 'opacity', 'linewidth'] as const),
];

/** @returns Every aesthetic that the layer takes, each once. */
export function layerAesthetics({ required, optional }: LayerType): readonly Aesthetic[] {
  return [...new Set([...required.flat(), ...optional])];
}
