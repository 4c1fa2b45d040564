/**
 * Findings about a Vega-Lite specification from its text and the tables before it. Whether it is JSON and fits the
 * schema: see `specificationSchema.ts`.
 *
 * A field is looked up only if it can be nothing but a column of a table: no transform precedes it, and the data are an
 * unchanged table.
 */

import type { Node, ParseError } from 'jsonc-parser';
import { nearest } from '../../core/base/nearest';
import type { Span } from '../../core/base/span';
import type { TypedColumn } from '../../core/language/analysis';
import { findingAt, type Finding } from '../../core/language/problems';
import { rowKey } from '../../core/visualise/chartColumn';
import { markRefusal } from '../../core/visualise/refusedMarks';
import { quotedName } from '../../core/base/quoted';
import { entryKey, type ShadowState } from './shadowState';
import { specificationTree } from './specificationUses';
import type { BindingContext } from './bindingContext';

/** How many column names are listed if none is similar. */
const MOST_LISTED = 8;

/** Keys whose values are views within a view. */
const viewKeys = ['layer', 'concat', 'hconcat', 'vconcat', 'spec'];

/** @returns What drawing would refuse, and fields that no table has; none if the text is not JSON. */
export async function specificationFindings(
  text: string,
  before: ShadowState,
  context: BindingContext,
): Promise<Finding[]> {
  const errors: ParseError[] = [];
  const root = specificationTree(text, errors);
  if (!root || errors.length > 0) {
    return [];
  }
  const scan = new Scan(keysOf(valueOf(root, 'datasets')));
  scan.view(root, { table: null, isPlain: true });
  const found = [...scan.findings];
  for (const [name, { span, fields }] of scan.tables) {
    const columns = await columnsOf(name, before, context);
    if (columns === 'none') {
      const near = simple(nearest(name, [...before.relations, ...context.known.tables]));
      found.push(findingAt('unknownTable', span, { name, near, isFunction: false }));
    } else if (columns) {
      found.push(...fields.flatMap(field => unknownField(field, columns)));
    }
  }
  return found;
}

interface Field {
  readonly name: string;
  readonly span: Span;
}

/** What applies to a view: its table, and whether its rows are those of the table. */
interface Scene {
  readonly table: string | null;
  readonly isPlain: boolean;
}

class Scan {
  readonly findings: Finding[] = [];
  /** By table name: its first place, and the fields that are its columns. */
  readonly tables = new Map<string, { readonly span: Span; readonly fields: Field[] }>();

  constructor(private readonly own: ReadonlySet<string>) {}

  view(node: Node, around: Scene): void {
    const isPlain = around.isPlain && !valueOf(node, 'transform');
    this.mark(valueOf(node, 'mark'));
    const data = valueOf(node, 'data');
    const scene = { isPlain, table: data ? this.data(data) : around.table };
    const fields = scene.table !== null && isPlain ? this.tables.get(scene.table)?.fields : null;
    fields?.push(...fieldsOf(valueOf(node, 'facet')));
    if (!layersDiffer(valueOf(node, 'layer'))) {
      fields?.push(...fieldsOf(valueOf(node, 'encoding')));
    }
    for (const key of viewKeys) {
      const inner = valueOf(node, key);
      (inner?.type === 'array' ? (inner.children ?? []) : inner ? [inner] : []).forEach(view =>
        this.view(view, scene),
      );
    }
    valueOf(node, 'transform')?.children?.forEach(step => this.lookup(step));
  }

  private mark(mark: Node | undefined): void {
    const type = mark?.type === 'object' ? valueOf(mark, 'type') : mark;
    const refusal = type ? markRefusal(type.value) : null;
    if (type && refusal !== null) {
      this.findings.push(findingAt('specificationMark', spanOf(type), { refusal }));
    }
  }

  /** @returns The table that is the data, or null. */
  private data(data: Node): string | null {
    const url = valueOf(data, 'url');
    const named = valueOf(data, 'name');
    const name: unknown = named?.value;
    if (url) {
      this.findings.push(findingAt('specificationUrl', spanOf(url), {}));
    }
    const isOther = url ?? valueOf(data, 'values') ?? valueOf(data, 'sequence');
    if (!named || typeof name !== 'string' || isOther || this.own.has(name)) {
      return null;
    }
    if (!this.tables.has(name)) {
      this.tables.set(name, { span: spanOf(named), fields: [] });
    }
    return valueOf(data, 'format') ? null : name;
  }

  private lookup(step: Node): void {
    const from = valueOf(step, 'from');
    const data = from && valueOf(from, 'data');
    if (data) {
      this.data(data);
    }
  }
}

/** An encoding applies to all layers, even to one with rows of its own. */
function layersDiffer(layers: Node | undefined): boolean {
  return (layers?.children ?? []).some(
    layer =>
      valueOf(layer, 'data') !== undefined ||
      valueOf(layer, 'transform') !== undefined ||
      layersDiffer(valueOf(layer, 'layer')),
  );
}

/** The values of `field` anywhere in the node, if they name a column. */
function fieldsOf(node: Node | undefined): Field[] {
  return (node?.children ?? []).flatMap(child => {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
    if (key?.value === 'field' && value?.type === 'string') {
      const name = columnName(String(value.value));
      return name === null ? [] : [{ name, span: spanOf(value) }];
    }
    return fieldsOf(value ?? child);
  });
}

/**
 * Dots and brackets access parts of a value unless they are escaped; `*` is every row, `__…` is created by Vega-Lite.
 */
function columnName(field: string): string | null {
  const isPath = /[.[\]]/.test(field.replace(/\\./g, ''));
  return isPath || field === '*' || field.startsWith('__') || field === ''
    ? null
    : field.replace(/\\(.)/g, '$1');
}

function unknownField({ name, span }: Field, columns: readonly TypedColumn[]): Finding[] {
  const names = columns.map(column => rowKey(column.name));
  if (names.includes(name)) {
    return [];
  }
  const near = simple(nearest(name, names));
  return [findingAt('unknownColumn', span, { name, near, known: names.slice(0, MOST_LISTED) })];
}

/** A name that needs no escaping in JSON or in a field; others are left to the author. */
function simple(near: string | null): string | null {
  return near !== null && /^[\p{L}\p{N}_ ]+$/u.test(near) ? near : null;
}

async function columnsOf(
  name: string,
  before: ShadowState,
  { shadow }: BindingContext,
): Promise<readonly TypedColumn[] | 'none' | null> {
  const entry = before.get(
    entryKey('relation', [...(before.schemaOf('relation', name) ?? []), name]),
  );
  return entry?.make === null
    ? null
    : ((await shadow.columnsOf(quotedName(name))) ?? (entry ? null : 'none'));
}

function valueOf(node: Node | undefined, key: string): Node | undefined {
  const property =
    node?.type === 'object'
      ? node.children?.findLast(({ children }) => children?.[0]?.value === key)
      : undefined;
  return property?.children?.[1];
}

function keysOf(node: Node | undefined): ReadonlySet<string> {
  return new Set((node?.children ?? []).map(({ children }) => String(children?.[0]?.value)));
}

function spanOf({ offset, length }: Node): Span {
  return { from: offset, to: offset + length };
}
