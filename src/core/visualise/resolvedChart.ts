/** A chart whose names are looked up: layers with columns and literals where the tree has words. */

import type { JsonObject } from '../base/json';
import type { Span } from '../base/span';
import type { Aesthetic } from './aesthetics';
import { freeName, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartQuery, LayerSource } from './chartQuery';
import type { LayerType } from './layers/layerType';
import type { LiteralValue, ScaleNode, SettingNode } from './tree';

export type Binding =
  /** Mapped to a column. */
  | { readonly kind: 'column'; readonly column: ChartColumn; readonly span: Span }
  /** A literal that was mapped: it goes through the scale like a column whose rows all hold it. */
  | { readonly kind: 'literal'; readonly value: LiteralValue; readonly span: Span }
  /** Literals that were set: they do not go through a scale, positions excepted. More than one in PLACE only. */
  | { readonly kind: 'set'; readonly values: readonly LiteralValue[]; readonly span: Span };

export type Bindings = ReadonlyMap<Aesthetic, Binding>;

export interface ResolvedLayer {
  readonly kind: 'draw' | 'place';
  readonly type: LayerType;
  readonly span: Span;
  readonly bindings: Bindings;
  /** Settings that are no aesthetics, by lower-case name. */
  readonly parameters: ReadonlyMap<string, SettingNode>;
  readonly partition: readonly ChartColumn[];
  readonly order: readonly { readonly column: ChartColumn; readonly descending: boolean }[];
  /** Where the layer's rows come from, before anything is computed of them. */
  readonly source: LayerSource;
  /** Whether that is the result of the cell. */
  readonly isOfResult: boolean;
  /** The columns of those rows. */
  readonly columns: readonly ChartColumn[];
  /** Whether the layer is drawn whole in every panel, since its rows lack the columns of the panels. */
  readonly isRepeated?: boolean;
  /** The layer's rows in a shared dataset: those with this number in that column. */
  readonly part?: {
    readonly column: string;
    readonly number: number;
    /** The query of these rows alone. */
    readonly query: ChartQuery;
  };
  /** The query whose rows the layer draws; null if it draws the cell's result as it is. */
  readonly query: ChartQuery | null;
  /** By axis, the column from which a statistic computed the rows of the query. */
  readonly read?: ReadonlyMap<string, ReadColumn>;
  /** REMAPPING of columns that the layer computes. */
  readonly remapping: readonly Remapping[];
  /** The layer's name in the chart's description; null leaves it out, undefined uses its type. */
  readonly shownAs?: string | null;
  /** The field that a row has to have to be drawn. */
  readonly valid?: string;
  /** The rows of the query that are drawn even if there are too many. */
  readonly kept?: KeptRows;
  /** Whether some of its rows are connected to no other and are drawn as points. */
  readonly hasLoneRows?: boolean;
  /** Channels beyond those of the aesthetics. */
  readonly encoding?: JsonObject;
  /** Properties of the mark beyond those of its type and its aesthetics. */
  readonly mark?: JsonObject;
}

/** Rows that several layers draw, the first of which are drawn even where the others are too many. */
export interface KeptRows {
  /** A column that is only set in the first rows. */
  readonly column: ChartColumn;
  /** All columns of the rows. */
  readonly columns: readonly ChartColumn[];
  /** The name of the first rows in a note. */
  readonly kept: string;
  /** The name of the other rows. */
  readonly others: string;
}

/** A column where it was before a statistic left out what it cannot compute with. */
export interface ReadColumn {
  /** SQL that can follow FROM. */
  readonly rows: string;
  readonly column: ChartColumn;
  /**
   * The values that the statistic computes with: those with a place on the scale of the axis, finite ones, or all that
   * are not missing.
   */
  readonly keeps: 'placed' | 'finite' | 'present';
}

export interface Remapping {
  readonly column: string;
  readonly aesthetic: Aesthetic | 'colour';
  readonly span: Span;
}

/** Panels, and the rows and columns of a grid of them. */
export type PanelName = 'panel' | 'row' | 'column';

export interface ResolvedFacet {
  readonly column: ChartColumn;
  readonly by: ChartColumn | null;
  readonly settings: readonly SettingNode[];
  /** Set if panels show bins; `column` and `by` are then the starts of the bins. */
  readonly bins?: readonly PanelBins[];
  /** Rows with the columns of the panels, as SQL that can follow FROM; absent if they are the result's own. */
  readonly rows?: string;
}

export interface FacetedLayers {
  readonly layers: readonly ResolvedLayer[];
  readonly facet: ResolvedFacet | null;
}

export interface PanelBins {
  readonly name: PanelName;
  /** The column of a bin's start. */
  readonly column: ChartColumn;
  /** The column of its end. */
  readonly end: ChartColumn;
  /** The unit of the calendar that each bin is one of; null for other bins. */
  readonly unit: string | null;
  /** Whether every bin begins with a day. */
  readonly isOfDays: boolean;
  /** The rows before and after those of no bin were left out, as SQL that can follow FROM. */
  readonly rows: { readonly all: string; readonly placed: string };
  /** The column whose values are in the bins. */
  readonly of: ChartColumn;
  /** If the clause lists the bins: their starts, and the last end. */
  readonly edges: readonly number[] | null;
}

export interface ResolvedChart {
  readonly layers: readonly ResolvedLayer[];
  readonly facet: ResolvedFacet | null;
  /** SCALE clauses by lower-case aesthetic; `color` is `colour`. */
  readonly scales: ReadonlyMap<string, ScaleNode>;
  /** LABEL texts by lower-case name; `color` is `colour`. */
  readonly labels: ReadonlyMap<string, string | null>;
}

/** @returns The names of the layer's rows' columns, and of those that were computed for it. */
export function columnNames({ columns, bindings }: ResolvedLayer): string[] {
  const bound = [...bindings.values()].flatMap(binding =>
    binding.kind === 'column' ? [binding.column] : [],
  );
  return [...columns, ...bound].map(({ name }) => name);
}

/** @returns A field that a transform can make of the layer's rows: of that name, or a similar one that is no column. */
export function ownField(layer: ResolvedLayer, name: string): string {
  return freeName(name, columnNames(layer).map(rowKey));
}

/** @returns The column that the aesthetic is mapped to, or undefined. */
export function columnOf(layer: ResolvedLayer, aesthetic: Aesthetic): ChartColumn | undefined {
  const binding = layer.bindings.get(aesthetic);
  return binding?.kind === 'column' ? binding.column : undefined;
}

/** @returns The only value that an aesthetic was set to, or undefined if it was not set, or set to a list. */
export function setValue(layer: ResolvedLayer, aesthetic: Aesthetic): LiteralValue | undefined {
  const binding = layer.bindings.get(aesthetic);
  return binding?.kind === 'set' && binding.values.length === 1 ? binding.values[0] : undefined;
}

/** @returns The layer's `position` setting, or undefined. */
export function positionSetting(layer: ResolvedLayer): string | undefined {
  const setting = layer.parameters.get('position')?.value;
  return setting?.kind === 'literal' ? String(setting.value).toLowerCase() : undefined;
}
