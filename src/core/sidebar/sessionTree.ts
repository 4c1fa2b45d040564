/** The rows of the view *Session*: what the kernel of a notebook holds, and the files that its cells can read. */

import { t } from '../base/translations';
import type { Json } from '../base/json';
import { quotedName, textLiteral } from '../base/quoted';
import { counted, grouped } from '../base/text';
import { visibleText } from '../base/visibleText';
import type { NotebookAnalysis, TypedColumn } from '../language/analysis';
import { spaceOf } from '../language/dependencies';
import { titleText } from '../protocol/exportName';
import {
  mostListed,
  type SessionContents,
  type SessionMacro,
  type SessionRelation,
} from '../protocol/sessionContents';
import type { DefinitionEffect } from '../sql/definitions';
import { pathKey } from '../sql/names';
import { paged, type Fact, type Row } from './row';

/** A result that a cell of the notebook shows. */
export interface ShownResult {
  readonly id: string;
  /** The cell's index. */
  readonly cell: number;
  readonly title: string;
  readonly isChart: boolean;
}

/** One thing that the session holds, or that its cells can read. */
export interface SessionItem {
  readonly id: string;
  readonly kind: 'table' | 'view' | 'macro' | 'variable' | 'result' | 'file';
  readonly label: string;
  readonly description: string;
  readonly columns: readonly TypedColumn[];
  /** How a cell names it; null: no cell can. */
  readonly sql: string | null;
  /** The statement that drops it; null: it cannot be dropped. */
  readonly dropSql: string | null;
  /** What the analysis of the notebook knows it by; null: no statement names it. */
  readonly name: { readonly schema: string; readonly name: string } | null;
  /** Why a view cannot be read; null if it can. */
  readonly problem: string | null;
  /** Of a result. */
  readonly result: ShownResult | null;
}

/** Why the view has no rows. */
export type SessionState = 'noNotebook' | 'noKernel' | 'empty' | 'content';

type Kind = SessionItem['kind'];

const groups = [
  { id: 'tables', label: () => t('Tables'), kind: 'table' },
  { id: 'views', label: () => t('Views'), kind: 'view' },
  { id: 'macros', label: () => t('Macros'), kind: 'macro' },
  { id: 'variables', label: () => t('Variables'), kind: 'variable' },
  { id: 'results', label: () => t('Results'), kind: 'result' },
] as const;

/** The row whose children are files. */
export const filesGroup = 'files';

/** Files that are looked for. */
export const mostFiles = 1_000;

/** Files that DuckDB reads by their name alone, as a glob. */
export const readableFiles = '**/*.{csv,tsv,parquet,json,jsonl,ndjson,csv.gz,tsv.gz,json.gz}';

const longestLabel = 200;
const longestTitle = 60;
const mostFacts = 30;

/** @returns Everything with a name, then the results that cells show and the kernel still keeps. */
export function sessionItems(
  { relations, macros, variables, results }: SessionContents,
  shown: readonly ShownResult[],
): readonly SessionItem[] {
  const kept = new Map(results.map(result => [result.id, result]));
  return [
    ...relations.map(relationItem),
    ...macros.map(macroItem),
    ...variables.map(({ name, type, value }): SessionItem => ({
      ...nothing,
      id: `variable ${name}`,
      kind: 'variable',
      label: labelText(name),
      description: `${labelText(value)} · ${labelText(type)}`,
      sql: `getvariable(${textLiteral(name)})`,
      dropSql: `RESET VARIABLE ${quotedName(name)}`,
      name: { schema: 'main', name },
    })),
    ...shown.flatMap((result, index): SessionItem[] => {
      const found = kept.get(result.id);
      const before = shown.slice(0, index).filter(({ cell }) => cell === result.cell).length;
      return found
        ? [
            {
              ...nothing,
              // The same after the cell has run again.
              id: `result ${result.cell} ${before}`,
              kind: 'result',
              // A narrow side bar cuts the end off: the cell comes before its words, which may be long.
              label: labelText(t('Cell {0}: {1}', result.cell + 1, result.title)),
              description: counted(found.rowCount, 'row'),
              columns: found.columns,
              result,
            },
          ]
        : [];
    }),
  ];
}

/** @param hasFiles Whether there is a folder whose files could be read. */
export function sessionState(items: readonly SessionItem[], hasFiles: boolean): SessionState {
  return items.length > 0 || hasFiles ? 'content' : 'empty';
}

/** @returns A row for each kind that there is. */
export function groupRows(items: readonly SessionItem[], hasFiles: boolean): readonly Row[] {
  const rows = groups.flatMap(({ id, label, kind }): Row[] => {
    const count = items.filter(item => item.kind === kind).length;
    const isCut = count > 0 && listLength(items, kind) >= mostListed;
    const isOpen = kind === 'table' || kind === 'result';
    return count === 0
      ? []
      : [
          {
            id,
            label: label(),
            description: isCut ? t('{0} or more', grouped(count)) : grouped(count),
            kind: 'sessionGroup',
            expands: isOpen ? 'open' : 'closed',
          },
        ];
  });
  const files: Row = {
    id: filesGroup,
    label: t('Files'),
    description: t('that SQL can read'),
    kind: 'sessionGroup',
    expands: 'closed',
  };
  return hasFiles ? [...rows, files] : rows;
}

/**
 * @param shown The most rows; a row that loads more follows them.
 * @returns The rows of a group, or the columns of an item.
 */
export function rowsBelow(
  parent: Row,
  items: readonly SessionItem[],
  shown: number,
): readonly Row[] {
  const options = { shown, action: 'loadMoreNames' } as const;
  const group = groups.find(({ id }) => id === parent.id);
  if (group) {
    const members = items.filter(({ kind }) => kind === group.kind);
    return paged(parent.id, members, { ...options, rowOf: itemRow });
  }
  const columns = items.find(({ id }) => id === parent.id)?.columns ?? [];
  return paged(parent.id, columns, {
    ...options,
    rowOf: ({ name, type }: TypedColumn) => ({
      id: `${parent.id}/column ${name}`,
      label: labelText(name),
      description: labelText(type),
      kind: 'sessionColumn',
      icon: { name: 'symbol-field' },
    }),
  });
}

/**
 * @param names As cells write them: relative to the folder of the notebook.
 * @param isTrusted Cells of an untrusted workspace read no files.
 */
export function fileRows(
  names: readonly string[],
  { isTrusted, shown }: { readonly isTrusted: boolean; readonly shown: number },
): readonly Row[] {
  if (!isTrusted || names.length === 0) {
    const label = isTrusted
      ? t('No CSV, Parquet or JSON file')
      : t('In Restricted Mode, cells read no files');
    return [{ id: 'files/empty', label, kind: 'empty', icon: { name: 'info', colour: 'muted' } }];
  }
  return paged(filesGroup, names, {
    shown,
    action: 'loadMoreNames',
    rowOf: name => itemRow(fileItem(name)),
  });
}

/** @param name As cells write it. */
function fileItem(name: string): SessionItem {
  const at = name.lastIndexOf('/');
  return {
    ...nothing,
    id: `file ${name}`,
    kind: 'file',
    label: labelText(name.slice(at + 1)),
    description: labelText(name.slice(0, Math.max(0, at))),
    sql: textLiteral(name),
  };
}

/** @returns The item of a row. */
export function itemOfRow(
  row: Row | undefined,
  items: readonly SessionItem[],
): SessionItem | undefined {
  const id = row?.id ?? '';
  return id.startsWith('file ')
    ? fileItem(id.slice('file '.length))
    : items.find(item => item.id === id);
}

/** @returns The cell of the analysis that makes the item: the last that creates it, or else the first that changes it. */
export function makerOf(
  { kind, name }: SessionItem,
  analysis: NotebookAnalysis,
): number | undefined {
  const key = name && pathKey({ path: [name.schema], name: name.name });
  const cellsWith = (isSought: (effect: DefinitionEffect) => boolean): number[] =>
    analysis.cells.flatMap(({ definitions }, cell) =>
      definitions.some(
        each =>
          spaceOf(each.kind) === spaceOf(kind) && pathKey(each) === key && isSought(each.effect),
      )
        ? [cell]
        : [],
    );
  return (
    cellsWith(effect => ['creates', 'replaces', 'keeps'].includes(effect)).at(-1) ??
    cellsWith(effect => effect === 'changes')[0]
  );
}

/**
 * @param text The text of a cell.
 * @param spec The specification of its chart; undefined if it has none.
 * @returns The chart's title, or the first words of the text without comments.
 */
export function cellTitle(
  text: string,
  spec: { readonly [key: string]: Json } | undefined,
): string {
  const title = titleText(spec?.['title']).trim();
  const words = text
    .replace(/^\s*--.*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cut(title || words, longestTitle) || t('Empty cell');
}

function kindText(kind: Kind): string {
  return {
    table: t('table'),
    view: t('view'),
    macro: t('macro'),
    variable: t('variable'),
    result: t('result'),
    file: t('file'),
  }[kind];
}

/** @returns What is asked before an item is dropped. */
export function dropQuestion({ kind, label, description }: SessionItem): {
  readonly question: string;
  readonly detail: string;
} {
  const rows = kind === 'table' ? ` (${description})` : '';
  return {
    question: t('Drop the {0} {1}{2} from the session?', kindText(kind), label, rows),
    detail: t('This cannot be undone. To have it again, run the cell that makes it.'),
  };
}

/** @returns The length of the kernel's list that a kind comes from: one list has tables and views. */
function listLength(items: readonly SessionItem[], kind: Kind): number {
  const space = spaceOf(kind);
  return kind === 'result'
    ? 0
    : items.filter(item => spaceOf(item.kind) === space && item.name).length;
}

const nothing = {
  columns: [],
  sql: null,
  dropSql: null,
  name: null,
  problem: null,
  result: null,
} as const;

const icons: Readonly<Record<Kind, string>> = {
  table: 'table',
  view: 'eye',
  macro: 'symbol-function',
  variable: 'symbol-variable',
  result: 'list-flat',
  file: 'file',
};

const rowKinds: Readonly<Record<Kind, string>> = {
  table: 'sessionTable',
  view: 'sessionView',
  macro: 'sessionMacro',
  variable: 'sessionVariable',
  result: 'sessionResult',
  file: 'sessionFile',
};

function itemRow(item: SessionItem): Row {
  const { id, kind, label, description, columns, sql, problem, result } = item;
  const hasRows = kind !== 'macro' && kind !== 'variable' && problem === null;
  return {
    id,
    label,
    description,
    facts: [
      ...(problem === null ? [] : [[t('cannot be read'), problem] as const]),
      ...(sql === null ? [] : [[t('in SQL'), visibleText(sql)] as const]),
      ...columns
        .slice(0, mostFacts)
        .map(({ name, type }): Fact => [labelText(name), labelText(type)]),
      ...(columns.length > mostFacts
        ? [['…', t('{0} more columns', columns.length - mostFacts)] as const]
        : []),
    ],
    icon:
      problem === null
        ? { name: result?.isChart ? 'graph' : icons[kind] }
        : { name: 'warning', colour: 'warning' },
    kind: problem === null ? rowKinds[kind] : 'brokenView',
    ...(columns.length > 0 && { expands: 'closed' }),
    press: { action: hasRows ? 'openRows' : 'goToMaker', argument: id },
    spoken: `${kind} ${label}, ${description}`,
  };
}

function relationItem(relation: SessionRelation): SessionItem {
  const { kind, schema, name, sql, fullSql, columns, rowCount, isTemporary } = relation;
  const problem =
    relation.problem === null
      ? null
      : labelText(relation.problem.replace(/\n[^]*|^\w+ Error: /g, ''));
  const parts = [
    problem ?? '',
    rowCount === null ? '' : counted(rowCount, 'row'),
    counted(columns.length, 'column'),
    isTemporary ? 'temporary' : '',
  ];
  return {
    ...nothing,
    id: `${kind} ${fullSql}`,
    kind,
    label: labelText(schema === 'main' ? name : `${schema}.${name}`),
    description: parts.filter(Boolean).join(' · '),
    columns,
    sql,
    dropSql: `DROP ${kind.toUpperCase()} ${fullSql}`,
    name: { schema, name },
    problem,
  };
}

function macroItem({ kind, schema, name, sql, fullSql, parameters }: SessionMacro): SessionItem {
  const path = schema === 'main' ? name : `${schema}.${name}`;
  return {
    ...nothing,
    id: `macro ${fullSql}`,
    kind: 'macro',
    label: labelText(`${path}(${parameters.join(', ')})`),
    description: kind === 'table' ? t('table macro') : t('scalar macro'),
    sql,
    dropSql: `DROP MACRO ${kind === 'table' ? 'TABLE ' : ''}${fullSql}`,
    name: { schema, name },
  };
}

function labelText(text: string): string {
  return cut(visibleText(text), longestLabel);
}

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
