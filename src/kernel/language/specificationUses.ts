/** Tables that a Vega-Lite specification draws: `"data": {"name": "table"}`. */

import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { nestsTooDeep } from '../../core/base/nesting';
import type { NameUse } from '../../core/sql/uses';

/** @returns The tables in the order of the text; as far as a text that is not valid JSON can be read. */
export function specificationUses(text: string): NameUse[] {
  const uses: NameUse[] = [];
  const waiting: Node[] = [specificationTree(text)].flatMap(node => node ?? []);
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    const [key, value] = node.type === 'property' ? (node.children ?? []) : [];
    const name = key?.value === 'data' ? dataName(value) : undefined;
    if (name) {
      const span = { from: name.offset, to: name.offset + name.length };
      const use = {
        kind: 'relation',
        name: String(name.value),
        span,
        path: [],
        role: 'text',
      } as const;
      uses.push(use);
    }
    if (key?.value !== 'values') {
      waiting.push(...(node.children ?? []));
    }
  }
  return uses.sort((a, b) => a.span.from - b.span.from);
}

/** @returns The tree of the text, as far as it can be read; undefined if there is none, or it is nested too deeply. */
export function specificationTree(text: string, errors: ParseError[] = []): Node | undefined {
  return nestsTooDeep(text) ? undefined : parseTree(text, errors);
}

function dataName(value: Node | undefined): Node | undefined {
  const property = value?.children?.find(({ children }) => children?.[0]?.value === 'name');
  const name = property?.children?.[1];
  return name?.type === 'string' ? name : undefined;
}
