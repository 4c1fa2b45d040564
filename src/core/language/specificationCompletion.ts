/** Completion of a `vega-lite` cell: tables of the session as data, their columns as fields. */

import { findNodeAtLocation, getLocation, parseTree, type Node } from 'jsonc-parser';
import { nestsTooDeep } from '../base/nesting';
import type { Span } from '../base/span';
import { nameKey } from '../sql/names';
import { fieldPath } from '../visualise/chartColumn';
import type { VisibleTable } from './catalogue';
import { specificationChartOffers } from './completion/statementStart';
import type { SpecificationOffer } from './specificationHelp';

type Path = readonly (string | number)[];

/** A cell that is empty but for the name that is typed. */
const EMPTY = /^\s*[\w-]*\s*$/;
/** Keys whose value, or whose items, are columns. */
const fieldKeys: ReadonlySet<string | number> = new Set(['field', 'groupby', 'fold', 'pivot']);

/**
 * @param offset Units of the text before the cursor.
 * @param tables What the cell can name.
 * @returns Tables in `"data": {"name": …}`, columns in a field, of the data that apply there; nothing elsewhere. The
 * text need not be whole. In a cell that holds nothing but a name at most: the charts of the gallery.
 */
export function specificationCompletion(
  text: string,
  offset: number,
  tables: readonly VisibleTable[],
): SpecificationOffer[] {
  if (EMPTY.test(text)) {
    return chartOffers(text, offset);
  }
  if (nestsTooDeep(text)) {
    return [];
  }
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (isAtPropertyKey) {
    return [];
  }
  const span = valueSpan(text, previousNode, offset);
  if (path.at(-1) === 'name' && path.at(-2) === 'data') {
    return tables.map(table => tableOffer(table, span));
  }
  if (!isField(path)) {
    return [];
  }
  const name = dataName(parseTree(text), path);
  const key = name === undefined ? undefined : nameKey(name);
  const columns = tables.find(table => nameKey(table.name) === key)?.columns ?? [];
  return columns.map(({ name: column, type, doc }) => {
    const insert = JSON.stringify(fieldPath(column));
    return { kind: 'column', name: column, detail: type, doc, insert, filter: insert, span };
  });
}

function chartOffers(text: string, offset: number): SpecificationOffer[] {
  const written = text.trim();
  const from = written === '' ? offset : text.indexOf(written);
  const span = { from, to: from + written.length };
  if (offset < span.from || offset > span.to) {
    return [];
  }
  return specificationChartOffers.map(({ label, detail, documentation, insert, filter }) => ({
    ...{ kind: 'snippet', name: label, detail: detail ?? '', doc: documentation ?? null },
    ...{ insert: insert ?? label, filter: filter ?? label, span },
  }));
}

function tableOffer({ name, columns, doc }: VisibleTable, span: Span): SpecificationOffer {
  const count = columns?.length;
  const detail = count === undefined ? '' : count === 1 ? '1 column' : `${count} columns`;
  const insert = JSON.stringify(name);
  return { kind: 'table', name, detail, doc, insert, filter: insert, span };
}

function isField(path: Path): boolean {
  const last = path.at(-1);
  const key = typeof last === 'number' ? path.at(-2) : last;
  return key !== undefined && fieldKeys.has(key);
}

/** The table that the nearest `data` around the place names. */
function dataName(tree: Node | undefined, path: Path): string | undefined {
  for (let length = path.length - 1; tree && length >= 0; length--) {
    const data = findNodeAtLocation(tree, [...path.slice(0, length), 'data']);
    if (data) {
      const name: unknown = findNodeAtLocation(data, ['name'])?.value;
      return typeof name === 'string' ? name : undefined;
    }
  }
  return undefined;
}

/** The string around the cursor, as far as its line goes where it is not closed; otherwise the place itself. */
function valueSpan(text: string, node: Node | undefined, offset: number): Span {
  const isInside = node?.type === 'string' && node.offset <= offset;
  const end = node ? node.offset + node.length : 0;
  if (!node || !isInside || offset > end) {
    return { from: offset, to: offset };
  }
  const isClosed = node.length > 1 && text[end - 1] === '"';
  return { from: node.offset, to: isClosed ? end : offset };
}
