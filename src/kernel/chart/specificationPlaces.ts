/** Finds a place in the text of a specification, by its path or by a message about it. */

import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import type { Path } from './specificationViews';

/** @returns The offset of the value in the text; null if there is none. */
export function offsetOf(text: string, path: Path): number | null {
  const tree = parseTree(text);
  return (tree && findNodeAtLocation(tree, [...path])?.offset) ?? null;
}

/**
 * @param message Of Vega-Lite, which quotes values, names channels without quotes, and has no positions.
 * @returns The offset of the first value that it names, otherwise of the key or channel; null if it names none in the
 * text.
 */
export function offsetOfNamed(text: string, message: string): number | null {
  const tree = parseTree(text);
  if (!tree || message.startsWith('Invalid specification')) {
    return tree?.offset ?? null;
  }
  const values = [...message.matchAll(/["']([^"']+)["']/g)].map(([, word = '']) => word);
  const words = message.match(/\w+/g) ?? [];
  const strings = nodesOf(tree).filter(({ type }) => type === 'string');
  const named = values.flatMap(word => strings.filter(node => node.value === word && !isKey(node)));
  const keys = values.flatMap(word => strings.filter(node => node.value === word && isKey(node)));
  const channels = words.flatMap(word =>
    strings.filter(node => node.value === word && isKey(node) && isChannel(node)),
  );
  const subject = channels.filter(({ value }) => value === words[0]);
  return [...subject, ...named, ...keys, ...channels][0]?.offset ?? null;
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}

function isKey(node: Node): boolean {
  return node.parent?.type === 'property' && node.parent.children?.[0] === node;
}

/** A key of `encoding`. */
function isChannel({ parent }: Node): boolean {
  const owner = parent?.parent?.parent;
  return owner?.type === 'property' && owner.children?.[0]?.value === 'encoding';
}
