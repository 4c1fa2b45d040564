/** Findings across cells: names defined twice, used too early, in a cycle, or never set. */

import { nearest } from '../base/nearest';
import type { DefinitionKind } from '../sql/definitions';
import { nameKey, pathKey } from '../sql/names';
import type { NameUse } from '../sql/uses';
import type { Definition } from './analysis';
import { cellDependencies, spaceOf, symbolKey, type Dependencies } from './dependencies';
import type { SessionTable } from './notebookText';
import { findingAt, type Finding } from './problems';
import { isUndoneBefore } from './rolledBack';

/** The analysis of a cell by itself. */
export interface CellFindings {
  readonly definitions: readonly Definition[];
  readonly uses: readonly NameUse[];
  readonly findings: readonly Finding[];
}

/** Names that no cell needs to make. */
export interface KnownNames {
  /** Parameters of the notebook, which are variables. */
  readonly variables: readonly string[];
  /** Tables and views that the running session has. */
  readonly session: readonly Pick<SessionTable, 'name' | 'kind'>[];
}

/** @returns The findings of each cell, in the order of its text: its own, updated with what other cells define. */
export function notebookFindings(cells: readonly CellFindings[], known: KnownNames): Finding[][] {
  const scene: Scene = {
    cells,
    makers: makersOf(cells),
    dependencies: cellDependencies(cells),
    session: new Map(known.session.map(({ name, kind }) => [nameKey(name), kind])),
  };
  const variables = [...known.variables, ...variableNames(cells)];
  return cells.map((cell, index) =>
    [
      ...cell.findings.map(finding => laterFinding(finding, index, scene)),
      ...cell.definitions.flatMap(definition => repeated(definition, index, scene)),
      ...cell.uses.flatMap(use => unknownVariable(use, variables)),
    ].sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to),
  );
}

interface Made {
  readonly definition: Definition;
  readonly cell: number;
}

interface Scene {
  readonly cells: readonly CellFindings[];
  /** By `symbolKey`, in the notebook's order. */
  readonly makers: ReadonlyMap<string, readonly Made[]>;
  readonly dependencies: Dependencies;
  /** The relations of the session, by keys of names. */
  readonly session: ReadonlyMap<string, SessionTable['kind']>;
}

function makersOf(cells: readonly CellFindings[]): Scene['makers'] {
  const makers = new Map<string, Made[]>();
  cells.forEach(({ definitions }, cell) => {
    for (const definition of definitions) {
      if (definition.effect === 'creates' || definition.effect === 'replaces') {
        const key = symbolKey(definition);
        const list = makers.get(key) ?? [];
        list.push({ definition, cell });
        makers.set(key, list);
      }
    }
  });
  return makers;
}

function variableNames(cells: readonly CellFindings[]): string[] {
  return cells.flatMap(({ definitions }) =>
    definitions.filter(({ kind }) => kind === 'variable').map(({ name }) => name),
  );
}

/** A missing table that a cell below creates. */
function laterFinding(finding: Finding, cell: number, scene: Scene): Finding {
  if (finding.code !== 'unknownTable' && finding.code !== 'unknownFunction') {
    return finding;
  }
  const kind = finding.code === 'unknownTable' ? 'relation' : 'macro';
  const { name } = finding.data;
  const use = scene.cells[cell]?.uses.find(({ span }) => span.from === finding.span.from);
  const key = use ? symbolKey(use) : `${spaceOf(kind)} ${pathKey({ path: [], name })}`;
  const below = scene.makers.get(key)?.find(made => made.cell > cell)?.cell;
  if (below === undefined) {
    return finding;
  }
  const isCircular = scene.dependencies.edges.some(
    edge => edge.cell === cell && edge.needs === below && edge.isCircular,
  );
  return findingAt(isCircular ? 'circle' : 'definedLater', finding.span, { name, cell: below + 1 });
}

function repeated(definition: Definition, cell: number, scene: Scene): Finding[] {
  const { kind, name, effect, span } = definition;
  if (kind === 'variable' || (effect !== 'creates' && effect !== 'replaces')) {
    return [];
  }
  const all = scene.makers.get(symbolKey(definition)) ?? [];
  const own = all.findIndex(made => made.definition === definition && made.cell === cell);
  const place = { cell, offset: span.from };
  const before = all
    .slice(0, Math.max(0, own))
    .filter(made => isTemporary(made.definition) === isTemporary(definition))
    .findLast(made => !isUndoneBefore(made.definition, place));
  const fails = (as: DefinitionKind): boolean => effect === 'creates' || as !== kind;
  const earlier = before?.definition.kind;
  if (before && earlier && fails(earlier) && !droppedBetween(scene, before, { definition, cell })) {
    const first = before.cell === cell ? null : before.cell + 1;
    return [findingAt('definedTwice', span, { kind, name, cell: first, as: earlier })];
  }
  const there = thereAs(definition, scene);
  if (there && fails(there)) {
    return [findingAt('existsAlready', span, { kind, name, as: there })];
  }
  const other = all.find(made => made.cell !== cell);
  return other && effect === 'replaces'
    ? [findingAt('redefined', span, { kind, name, cell: other.cell + 1 })]
    : [];
}

/** A temporary table hides another of its name. */
function isTemporary({ path }: Definition): boolean {
  return nameKey(path[0] ?? '') === 'temp';
}

/** @returns The session's relation of that name; undefined if the notebook drops it, or for `RENAME TO`. */
function thereAs(definition: Definition, { cells, session }: Scene): DefinitionKind | undefined {
  const key = symbolKey(definition);
  const isDropped = (other: Definition): boolean =>
    other.effect === 'drops' &&
    (symbolKey(other) === key || other.statement === definition.statement);
  const isRelation = definition.kind === 'table' || definition.kind === 'view';
  return isRelation && !cells.some(({ definitions }) => definitions.some(isDropped))
    ? session.get(pathKey(definition))
    : undefined;
}

function droppedBetween({ cells }: Scene, first: Made, second: Made): boolean {
  const key = symbolKey(second.definition);
  return cells.slice(first.cell, second.cell + 1).some(({ definitions }, offset) =>
    definitions.some(definition => {
      const { effect, span } = definition;
      const cell = first.cell + offset;
      const isAfter = cell > first.cell || span.from > first.definition.span.from;
      const isBefore = cell < second.cell || span.from < second.definition.span.from;
      const isUndone = isUndoneBefore(definition, {
        cell: second.cell,
        offset: second.definition.span.from,
      });
      const isSame = symbolKey(definition) === key;
      return effect === 'drops' && isSame && isAfter && isBefore && !isUndone;
    }),
  );
}

function unknownVariable({ kind, name, span }: NameUse, known: readonly string[]): Finding[] {
  const isKnown = known.some(other => nameKey(other) === nameKey(name));
  return kind === 'variable' && !isKnown
    ? [findingAt('unknownVariable', span, { name, near: nearest(name, known) })]
    : [];
}
