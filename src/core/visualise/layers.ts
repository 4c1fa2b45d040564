/** The layers: which are drawn, what each needs and takes. */

import type { Aesthetic } from './aesthetics';

export const drawnLayers = [
  'line',
  'path',
  'area',
  'bar',
  'point',
  'tile',
  'rule',
  'segment',
  'range',
  'text',
  'ribbon',
  'histogram',
  'density',
  'boxplot',
  'smooth',
] as const;

export type DrawnLayer = (typeof drawnLayers)[number];

/** Layers of the grammar that this version parses and does not draw, and what to write instead. */
export const undrawnLayers: Partial<Record<string, string>> = {
  polygon: '',
  violin: '',
  rect: 'DRAW tile takes xmin, xmax, ymin and ymax.',
  errorbar: 'DRAW range draws a line from ymin to ymax.',
  linear: '',
  spatial: '',
  arrow: '',
};

/** Names of layers elsewhere: in ggplot2, Vega-Lite, matplotlib and spreadsheets. */
export const foreignLayers: Partial<Record<string, DrawnLayer>> = {
  ...{ scatter: 'point', scatterplot: 'point', points: 'point', jitter: 'point', dot: 'point' },
  ...{ circle: 'point', square: 'point', bubble: 'point' },
  ...{ column: 'bar', columns: 'bar', col: 'bar', barh: 'bar' },
  ...{ hist: 'histogram', bin: 'histogram', freqpoly: 'histogram', kde: 'density' },
  ...{ heatmap: 'tile', raster: 'tile', rectangle: 'tile' },
  ...{ hline: 'rule', vline: 'rule', abline: 'rule', trail: 'line', step: 'line', plot: 'line' },
  ...{ box: 'boxplot', label: 'text', loess: 'smooth', regression: 'smooth', trend: 'smooth' },
  ...{ linerange: 'range', band: 'ribbon', errorband: 'ribbon' },
};

export interface LayerRule {
  /** Each entry is one complete choice; one of them has to be mapped. */
  readonly required: readonly (readonly Aesthetic[])[];
  readonly optional: readonly Aesthetic[];
  /** Settings that are no aesthetics. */
  readonly parameters: readonly string[];
}

const stroked: readonly Aesthetic[] = ['stroke', 'opacity', 'linewidth', 'linetype'];

const surface: readonly Aesthetic[] = ['fill', 'stroke', 'opacity', 'linewidth'];

export const layerRules: Readonly<Record<DrawnLayer, LayerRule>> = {
  line: {
    required: [['x', 'y']],
    optional: stroked,
    parameters: ['position', 'orientation', 'aggregate', 'labels'],
  },
  path: { required: [['x', 'y']], optional: stroked, parameters: ['position'] },
  area: {
    required: [['x', 'y']],
    optional: surface,
    parameters: ['position', 'orientation', 'aggregate'],
  },
  bar: {
    required: [['x'], ['y']],
    optional: [...surface, 'x', 'y', 'linetype', 'weight'],
    parameters: ['position', 'width', 'aggregate'],
  },
  point: {
    required: [['x'], ['y']],
    optional: ['x', 'y', 'size', 'shape', 'fill', 'stroke', 'opacity', 'linewidth'],
    parameters: ['position', 'aggregate', 'width', 'dodge'],
  },
  tile: {
    required: [
      ['x', 'y'],
      ['xmin', 'xmax', 'y'],
      ['x', 'ymin', 'ymax'],
      ['xmin', 'xmax', 'ymin', 'ymax'],
    ],
    optional: [...surface, 'linetype', 'width', 'height'],
    parameters: ['position'],
  },
  rule: {
    required: [['x'], ['y']],
    optional: stroked,
    parameters: ['position'],
  },
  segment: {
    required: [
      ['x', 'y', 'xend', 'yend'],
      ['x', 'y', 'xend'],
      ['x', 'y', 'yend'],
    ],
    optional: stroked,
    parameters: ['position'],
  },
  range: {
    required: [
      ['x', 'ymin', 'ymax'],
      ['y', 'xmin', 'xmax'],
    ],
    optional: stroked,
    parameters: ['position'],
  },
  text: {
    required: [['x', 'y', 'label']],
    optional: [
      'fill',
      'stroke',
      'opacity',
      'typeface',
      'fontsize',
      'fontweight',
      'italic',
      'hjust',
      'vjust',
      'rotation',
    ],
    parameters: ['position', 'offset', 'format', 'aggregate'],
  },
  ribbon: {
    required: [
      ['x', 'ymin', 'ymax'],
      ['y', 'xmin', 'xmax'],
    ],
    optional: surface,
    parameters: ['position'],
  },
  histogram: {
    required: [['x']],
    optional: [...surface, 'linetype', 'weight'],
    parameters: ['position', 'bins', 'binwidth'],
  },
  density: {
    required: [['x']],
    optional: surface,
    parameters: ['position', 'bandwidth'],
  },
  boxplot: {
    required: [['x', 'y']],
    optional: ['fill', 'stroke', 'opacity', 'linewidth'],
    parameters: ['position', 'coef'],
  },
  smooth: {
    required: [['x', 'y']],
    optional: stroked,
    parameters: ['position', 'method', 'bandwidth', 'window', 'labels'],
  },
};

/** @returns The drawn layer of that name (case does not count), or undefined. */
export function drawnLayerNamed(name: string): DrawnLayer | undefined {
  return drawnLayers.find(candidate => candidate === name.toLowerCase());
}

/** @returns Whether the layer has only strokes, so that its colour is that of a stroke. */
export function isStroked(layer: DrawnLayer): boolean {
  return ['line', 'path', 'rule', 'segment', 'range', 'smooth'].includes(layer);
}

/** @returns Every aesthetic that the layer takes, each once. */
export function layerAesthetics(layer: DrawnLayer): readonly Aesthetic[] {
  const { required, optional } = layerRules[layer];
  return [...new Set([...required.flat(), ...optional])];
}
