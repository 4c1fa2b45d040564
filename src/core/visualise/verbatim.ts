/** User-defined names in a clause: stretches that a formatter leaves unchanged. */

import type { Span } from '../base/span';
import type { LayerNode, MappingNode, ScaleNode, SettingNode, VisualiseTree } from './tree';

/** @returns Spans of the names, literals and SQL of the clause, in the order of the text; they do not overlap. */
export function verbatimSpans(tree: VisualiseTree): Span[] {
  const { facet } = tree;
  const nodes = [
    ...tree.mappings.flatMap(ofMapping),
    tree.source,
    ...tree.layers.flatMap(ofLayer),
    ...tree.scales.flatMap(ofScale),
    ...(facet ? [...facet.columns, ...facet.by, ...facet.settings.flatMap(ofSetting)] : []),
    ...tree.labels.map(({ name }) => name),
  ];
  return nodes
    .flatMap(node => (node ? [node.span] : []))
    .sort((one, other) => one.from - other.from);
}

type Spanned = { readonly span: Span } | null;

function ofMapping(mapping: MappingNode): Spanned[] {
  return mapping.kind === 'wildcard' ? [] : [mapping.value, ...aestheticOf(mapping)];
}

/** A bare column is its own aesthetic, with the same span. */
function aestheticOf({ value, aesthetic }: Extract<MappingNode, { kind: 'mapping' }>): Spanned[] {
  return aesthetic.span.from === value.span.from ? [] : [aesthetic];
}

function ofSetting({ name, value }: SettingNode): Spanned[] {
  return [name, ...(value.kind === 'array' ? value.items : [value])];
}

function ofLayer(layer: LayerNode): Spanned[] {
  return [
    layer.layer,
    ...layer.mappings.flatMap(ofMapping),
    layer.source,
    ...layer.remappings.flatMap(ofMapping),
    ...layer.settings.flatMap(ofSetting),
    layer.filter,
    ...layer.partition,
    ...layer.order.map(({ column }) => column),
  ];
}

function ofScale(scale: ScaleNode): Spanned[] {
  const { to } = scale;
  return [
    scale.aesthetic,
    ...(scale.from?.items ?? []),
    ...(to?.kind === 'array' ? to.items : [to]),
    scale.via,
    ...scale.settings.flatMap(ofSetting),
    ...scale.renamings.flatMap(({ from }) => (from.kind === 'wildcard' ? [] : [from])),
  ];
}
