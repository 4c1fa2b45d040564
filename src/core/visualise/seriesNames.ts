/** Colours of companies: by their names, if the result has both a key and a name of each. */

import { companyKeys, companyNames } from '../service/companyColumns';
import { colourNames } from './aesthetics';
import type { ChartColumn } from './chartColumn';
import type { MappingNode, ScaleNode, VisualiseTree } from './tree';

/** A column with the keys of companies, and one with their names. */
export interface NamedKey {
  readonly key: string;
  readonly name: string;
}

const keyNames = [...companyKeys, 'symbol', 'entity_id'];
const colourAesthetics = [...colourNames, 'fill', 'stroke'];
/** What tells series apart; a key on one of the others also places its rows. */
const lookAesthetics = [...colourAesthetics, 'shape', 'linetype'];

/**
 * @param columns The columns of the result that the clause draws.
 * @returns The key columns that the clause has as colours alone, each with the column whose values could take its place:
 * whether every key has one name is not known yet. None if a scale lists keys, or a layer has other rows.
 */
export function namedKeys(tree: VisualiseTree, columns: readonly ChartColumn[]): NamedKey[] {
  const texts = columns.filter(({ type }) => type === 'VARCHAR');
  const name = companyNames
    .map(wanted => texts.find(column => column.name.toLowerCase() === wanted)?.name)
    .find(found => found !== undefined);
  const isOfResult = [tree, ...tree.layers].every(({ source }) => source === null);
  const mappings = [tree, ...tree.layers].flatMap(({ mappings: own }) => own);
  const hasAll = mappings.some(({ kind }) => kind === 'wildcard');
  if (name === undefined || !isOfResult || hasAll || tree.scales.some(listsValues)) {
    return [];
  }
  const panels = [...(tree.facet?.columns ?? []), ...(tree.facet?.by ?? [])];
  return texts
    .filter(column => {
      const key = column.name.toLowerCase();
      const own = mappings.filter(mapping => columnOf(mapping) === key);
      return (
        keyNames.includes(key) &&
        own.some(mapping => isOn(mapping, colourAesthetics)) &&
        own.every(mapping => isOn(mapping, lookAesthetics)) &&
        panels.every(panel => panel.name.toLowerCase() !== key)
      );
    })
    .map(column => ({ key: column.name, name }));
}

/** @returns The clause with the names in place of these keys. */
export function withSeriesNames(tree: VisualiseTree, keys: readonly NamedKey[]): VisualiseTree {
  const nameOf = (key: string | undefined): string | undefined =>
    keys.find(each => each.key.toLowerCase() === key)?.name;
  const renamed = (mapping: MappingNode): MappingNode => {
    const name = nameOf(columnOf(mapping));
    return name !== undefined && mapping.kind === 'mapping' && mapping.value.kind === 'column'
      ? { ...mapping, value: { ...mapping.value, name } }
      : mapping;
  };
  return keys.length === 0
    ? tree
    : {
        ...tree,
        mappings: tree.mappings.map(renamed),
        layers: tree.layers.map(layer => ({
          ...layer,
          mappings: layer.mappings.map(renamed),
          partition: layer.partition.map(each => ({
            ...each,
            name: nameOf(each.name.toLowerCase()) ?? each.name,
          })),
        })),
      };
}

/** @returns The mapped column in lower case; undefined for a literal. */
function columnOf(mapping: MappingNode): string | undefined {
  return mapping.kind === 'mapping' && mapping.value.kind === 'column'
    ? mapping.value.name.toLowerCase()
    : undefined;
}

function isOn(mapping: MappingNode, aesthetics: readonly string[]): boolean {
  return mapping.kind === 'mapping' && aesthetics.includes(mapping.aesthetic.name.toLowerCase());
}

/** Whether the scale names values, or gives looks by their order. */
function listsValues({ aesthetic, from, to, renamings, settings }: ScaleNode): boolean {
  const isArray = (part: { readonly kind: string } | null): boolean => part?.kind === 'array';
  return (
    lookAesthetics.includes(aesthetic.name.toLowerCase()) &&
    (from !== null ||
      isArray(to) ||
      renamings.length > 0 ||
      settings.some(each => isArray(each.value)))
  );
}
