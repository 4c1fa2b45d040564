/** Colours of companies: by their names, if the result has both a key and a name of each. */

import { colourNames } from './aesthetics';
import { columnKind } from './chartColumn';
import type { ChartColumn } from './chartColumn';
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
