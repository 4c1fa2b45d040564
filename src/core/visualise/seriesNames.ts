/** Colours of companies: by their names, if the result has them beside the keys, or the connection knows them. */

import { isRecord, type Json, type JsonObject } from '../base/json';
import { colourNames } from './aesthetics';
import { columnKind, columnTitle, fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { roomForLabels } from './directLabels';
import type { MappingNode, ScaleNode, VisualiseTree } from './tree';

/** A column with the keys of companies, and one with their names. */
export interface NamedKey {
  readonly key: string;
  readonly name: string;
}

const keyNames = ['entity', 'ticker', 'symbol', 'isin', 'entity_id'];
/** Best first. */
const companyNames = ['name', 'entity_name', 'company_name', 'company'];
const colourAesthetics = [...colourNames, 'fill', 'stroke'];

/**
 * @param columns The columns of the result that the clause draws.
 * @returns The key columns that the clause has as colours, each with the column whose values could take its place:
 * whether every key has one name is not known yet. None if a scale lists colours by key, or a layer has other rows.
 */
export function namedKeys(tree: VisualiseTree, columns: readonly ChartColumn[]): NamedKey[] {
  const texts = columns.filter(({ type }) => columnKind(type) === 'text');
  const name = companyNames
    .map(wanted => texts.find(column => column.name.toLowerCase() === wanted)?.name)
    .find(found => found !== undefined);
  const isOfResult = [tree, ...tree.layers].every(({ source }) => source === null);
  if (name === undefined || !isOfResult || tree.scales.some(listsColours)) {
    return [];
  }
  const mappings = [tree, ...tree.layers].flatMap(({ mappings: own }) => own);
  const used = new Set(mappings.flatMap(mapping => colourKey(mapping) ?? []));
  return texts
    .filter(column => used.has(column.name.toLowerCase()) && column.name !== name)
    .map(column => ({ key: column.name, name }));
}

/** @returns The clause with the names as colours in place of these keys. */
export function withSeriesNames(tree: VisualiseTree, keys: readonly NamedKey[]): VisualiseTree {
  const renamed = (mapping: MappingNode): MappingNode => {
    const key = colourKey(mapping);
    const named = keys.find(each => each.key.toLowerCase() === key);
    return named && mapping.kind === 'mapping' && mapping.value.kind === 'column'
      ? { ...mapping, value: { ...mapping.value, name: named.name } }
      : mapping;
  };
  return keys.length === 0
    ? tree
    : {
        ...tree,
        mappings: tree.mappings.map(renamed),
        layers: tree.layers.map(layer => ({ ...layer, mappings: layer.mappings.map(renamed) })),
      };
}

/** @returns The key column of a mapping to a colour, in lower case. */
function colourKey(mapping: MappingNode): string | undefined {
  if (mapping.kind !== 'mapping' || mapping.value.kind !== 'column') {
    return undefined;
  }
  const column = mapping.value.name.toLowerCase();
  const isColour = colourAesthetics.includes(mapping.aesthetic.name.toLowerCase());
  return isColour && keyNames.includes(column) ? column : undefined;
}

function listsColours({ aesthetic, from, renamings }: ScaleNode): boolean {
  const isColour = colourAesthetics.includes(aesthetic.name.toLowerCase());
  return isColour && (from !== null || renamings.length > 0);
}

/** @returns The column `entity` that the clause has as a colour; undefined if it has none, or lists its keys. */
export function colouredEntity(
  tree: VisualiseTree,
  columns: readonly ChartColumn[],
): string | undefined {
  const mappings = [tree, ...tree.layers].flatMap(({ mappings: own }) => own);
  const isOfResult = [tree, ...tree.layers].every(({ source }) => source === null);
  return isOfResult && !tree.scales.some(listsColours) && mappings.some(isEntity)
    ? columns.find(({ name }) => name.toLowerCase() === 'entity')?.name
    : undefined;
}

function isEntity(mapping: MappingNode): boolean {
  return colourKey(mapping) === 'entity';
}

/** Channels that show a series; the others place it. */
const seriesChannels = ['color', 'fill', 'stroke', 'detail', 'text', 'tooltip'];

/**
 * @param key The column with the keys.
 * @param names The names of the keys, each once; a key without a name stays.
 * @returns The specification, in which colours, labels and tooltips have the names of the keys, computed in each view.
 */
export function withKnownNames(
  spec: JsonObject,
  key: string,
  names: ReadonlyMap<string, string>,
): JsonObject {
  const text = JSON.stringify(spec);
  const as = ['company_name', 'name_of_company'].find(each => !text.includes(JSON.stringify(each)));
  if (as === undefined) {
    return spec;
  }
  const value = `datum[${JSON.stringify(rowKey(key))}]`;
  const calculate = `${JSON.stringify(Object.fromEntries(names))}[${value}] || ${value}`;
  const [field, title] = [fieldPath(key), columnTitle({ name: key })];
  const renamed = (part: Json): Json => {
    if (Array.isArray(part)) {
      return (part as readonly Json[]).map(renamed);
    }
    return isRecord(part) && part['field'] === field
      ? {
          ...part,
          field: as,
          ...(part['title'] === title ? { title: columnTitle({ name: as }) } : {}),
        }
      : part;
  };
  // A layer has the transforms of the view that it is in, unless it has rows of its own.
  const inView = (view: Json, isComputed: boolean): Json => {
    if (Array.isArray(view)) {
      return (view as readonly Json[]).map(each => inView(each, isComputed));
    }
    if (!isRecord(view)) {
      return view;
    }
    const own: Json | undefined = view['encoding'];
    const encoding = Object.entries(isRecord(own) ? own : {}).map(
      ([name, part]): [string, Json] => [
        name,
        seriesChannels.includes(name) ? renamed(part ?? null) : (part ?? null),
      ],
    );
    const changed: JsonObject = Object.fromEntries(encoding);
    const isInherited = isComputed && !('data' in view);
    const isNeeded = isRecord(own) && JSON.stringify(changed) !== JSON.stringify(own);
    const before: Json | undefined = view['transform'];
    const transform = [...(Array.isArray(before) ? (before as Json[]) : []), { calculate, as }];
    const inner = Object.entries(view)
      .filter(([name]) => ['layer', 'spec', 'concat', 'vconcat', 'hconcat'].includes(name))
      .map(([name, part]) => [name, inView(part ?? null, isInherited || isNeeded)]);
    return {
      ...view,
      ...(Object.fromEntries(inner) as JsonObject),
      ...(isNeeded && !isInherited ? { transform } : {}),
      ...(isNeeded ? { encoding: changed } : {}),
    };
  };
  const named = inView(spec, false);
  const padding = spec['padding'];
  if (!isRecord(named) || !isRecord(padding)) {
    return isRecord(named) ? named : spec;
  }
  // Labels at the ends of lines have their room at the right.
  const right = Math.max(Number(padding['right']), roomForLabels([...names.values()]));
  return { ...named, padding: { ...padding, right } };
}
