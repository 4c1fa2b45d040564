/**
 * The names visible to a cell's statements: tables with their columns, functions, macros, variables.
 *
 * Derived from the operations, the reference tables, the analyses and the cells.
 */

import { analyses } from '../analyses/analyses';
import type { Analysis } from '../analyses/analysis';
import { overlayChanges } from '../overlays/overlayChanges';
import { snapshotColumns, snapshotsTableName } from '../overlays/snapshot';
import { portfoliosTable } from '../portfolios/portfolios';
import { entityColumns } from '../service/entityFact';
import { signalFunctions, type SignalFunction } from '../service/functions';
import { referenceTables } from '../service/referenceTables';
import { sandboxPriceColumns, sandboxPricesDoc, sandboxPricesName } from '../service/sandboxPrices';
import type { MacroParameter } from '../sql/definitions';
import { nameKey } from '../sql/names';
import type { Definition, NotebookAnalysis, TypedColumn } from './analysis';
import type { AssistFacts } from './assist';
import { parameterTypes } from './knownVariables';
import type { NotebookText } from './notebookText';
import { isUndoneBefore } from './rolledBack';

/** The origin of a name: a cell by its index, the running session, a parameter, or built in. */
export type Origin =
  | { readonly kind: 'cell'; readonly cell: number }
  | { readonly kind: 'session' }
  | { readonly kind: 'parameter' }
  | { readonly kind: 'reference' };

export interface VisibleTable {
  readonly kind: 'table' | 'view';
  readonly name: string;
  /** Null if known only at run time. */
  readonly columns: readonly (TypedColumn & { readonly doc: string | null })[] | null;
  readonly doc: string | null;
  readonly origin: Origin;
}

export interface VisibleMacro {
  readonly name: string;
  readonly parameters: readonly MacroParameter[];
  readonly origin: Origin;
}

export interface VisibleVariable {
  readonly name: string;
  /** DuckDB's name of its type; null if not known. */
  readonly type: string | null;
  /** The value of a parameter; undefined for what a cell sets. */
  readonly value: NotebookText['parameters'][number]['value'] | undefined;
  /** The docs of a parameter, see `ParameterText`. */
  readonly doc?: string | undefined;
  readonly origin: Origin;
}

export interface Catalogue {
  readonly tables: readonly VisibleTable[];
  readonly macros: readonly VisibleMacro[];
  readonly variables: readonly VisibleVariable[];
  readonly functions: readonly SignalFunction[];
  /** Table functions that send no requests themselves, or do more than that. */
  readonly analyses: readonly Analysis[];
}

/** The tables that every session has. */
export const sessionTables: readonly VisibleTable[] = [
  ...referenceTables.map(({ name, doc, table: { columns } }) => ({ name, doc, columns })),
  {
    name: 'entities',
    doc: 'The companies named in the answers of this session.',
    columns: entityColumns,
  },
  {
    name: snapshotsTableName,
    doc: 'Snapshots of ranked lists that are stored on this computer.',
    columns: snapshotColumns,
  },
  { name: sandboxPricesName, doc: sandboxPricesDoc, columns: sandboxPriceColumns },
  portfoliosTable,
].map(table => ({ ...table, kind: 'table', origin: { kind: 'reference' } }));

/**
 * @param cell The index of the cell that looks; `before` counts units of its text: definitions that end there count.
 * @returns What the cells above and the statements before define, the notebook's parameters, the other names of the
 * session, and the names of every session. Of equal names the nearest definition is used.
 */
export function visibleAt(
  notebook: NotebookText,
  analysis: NotebookAnalysis,
  cell: number,
  before: number,
): Catalogue {
  const made = new Map<string, { definition: Definition; cell: number }>();
  analysis.cells.slice(0, cell + 1).forEach(({ definitions }, index) => {
    for (const definition of definitions) {
      const isMade = index < cell || definition.statement.to < before;
      if (isMade && !isUndoneBefore(definition, { cell, offset: before })) {
        follow(made, definition, index);
      }
    }
  });
  const own = [...made.values()];
  return {
    tables: tables(notebook, own),
    macros: own.flatMap(({ definition: { kind, name, parameters }, cell: index }) =>
      kind === 'macro' ? [{ name, parameters, origin: { kind: 'cell', cell: index } }] : [],
    ),
    variables: variables(notebook, own),
    functions: signalFunctions,
    analyses: [...analyses(), overlayChanges],
  };
}

type Made = { readonly definition: Definition; readonly cell: number };

function follow(made: Map<string, Made>, definition: Definition, cell: number): void {
  const space = definition.kind === 'view' ? 'table' : definition.kind;
  const key = `${space} ${nameKey(definition.name)}`;
  const known = made.get(key);
  if (definition.effect === 'drops') {
    made.delete(key);
  } else if (!known || definition.effect === 'creates' || definition.effect === 'replaces') {
    made.set(key, { definition, cell });
  } else if (definition.effect === 'changes') {
    const columns = definition.columns ?? known.definition.columns;
    made.set(key, { ...known, definition: { ...known.definition, columns } });
  }
}

function tables(notebook: NotebookText, made: readonly Made[]): VisibleTable[] {
  const byName = new Map(sessionTables.map(table => [table.name, table]));
  for (const { name, columns } of notebook.session) {
    const origin = { kind: 'session' } as const;
    byName.set(nameKey(name), {
      kind: 'table',
      name,
      columns: columns.map(column => ({ ...column, doc: null })),
      doc: null,
      origin,
    });
  }
  for (const { definition, cell } of made) {
    const { kind, name } = definition;
    if (kind === 'table' || kind === 'view') {
      const key = nameKey(name);
      const columns =
        definition.columns?.map(column => ({ ...column, doc: null })) ??
        byName.get(key)?.columns ??
        null;
      byName.set(key, { kind, name, columns, doc: null, origin: { kind: 'cell', cell } });
    }
  }
  return [...byName.values()];
}

function variables(notebook: NotebookText, made: readonly Made[]): VisibleVariable[] {
  const byName = new Map<string, VisibleVariable>();
  for (const { name, type, value, doc } of notebook.parameters) {
    const origin = { kind: 'parameter' } as const;
    byName.set(nameKey(name), { name, type: parameterTypes[type], value, doc, origin });
  }
  for (const { definition, cell } of made) {
    const { kind, name, type } = definition;
    if (kind === 'variable') {
      const origin = { kind: 'cell', cell } as const;
      byName.set(nameKey(name), { name, type, value: undefined, origin });
    }
  }
  return [...byName.values()];
}

/** The last result: while a statement is typed, the names that it can use stay the same. */
let latest:
  | {
      readonly facts: Pick<AssistFacts, 'notebook' | 'analysis' | 'cell'>;
      offset: number;
      catalogue: Catalogue;
    }
  | undefined;

/** @returns The names visible at the place. */
export function catalogueAt(
  { notebook, analysis, cell }: Pick<AssistFacts, 'notebook' | 'analysis' | 'cell'>,
  offset: number,
): Catalogue {
  const isSame =
    latest?.offset === offset &&
    latest.facts.notebook === notebook &&
    latest.facts.analysis === analysis &&
    latest.facts.cell === cell;
  if (!latest || !isSame) {
    const catalogue = visibleAt(notebook, analysis ?? { cells: [], complete: false }, cell, offset);
    latest = { facts: { notebook, analysis, cell }, offset, catalogue };
  }
  return latest.catalogue;
}
