/** Findings that only several cells together show: names made twice, used too early, or set nowhere. */

import { nearest } from '../base/nearest';
import { nameKey } from '../sql/names';
import type { NameUse } from '../sql/uses';
import type { Definition } from './analysis';
import { findingAt, type Finding } from './problems';

/** A cell as far as it was understood by itself. */
export interface CellFindings {
  readonly definitions: readonly Definition[];
  readonly uses: readonly NameUse[];
  readonly findings: readonly Finding[];
}

/**
 * @param variables Names of variables that no cell sets: parameters of the notebook.
 * @returns The findings of each cell, in the order of its text: its own, read again in the light of the others.
 */
export function notebookFindings(
  cells: readonly CellFindings[],
  variables: readonly string[],
): Finding[][] {
  const makers = new Map<string, Made[]>();
  cells.forEach(({ definitions }, cell) => {
    for (const definition of definitions) {
      if (definition.effect === 'creates' || definition.effect === 'replaces') {
        const key = spaceKey(definition.kind, definition.name);
        makers.set(key, [...(makers.get(key) ?? []), { definition, cell }]);
      }
    }
  });
  const known = [...variables, ...variableNames(cells)];
  return cells.map((cell, index) =>
    [
      ...cell.findings.map(finding => laterFinding(finding, index, makers)),
      ...cell.definitions.flatMap(definition => repeated(definition, index, { cells, makers })),
      ...cell.uses.flatMap(use => unknownVariable(use, known)),
    ].sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to),
  );
}

interface Made {
  readonly definition: Definition;
  readonly cell: number;
}

function spaceKey(kind: string, name: string): string {
  return `${kind === 'view' ? 'table' : kind} ${nameKey(name)}`;
}

function variableNames(cells: readonly CellFindings[]): string[] {
  return cells.flatMap(({ definitions }) =>
    definitions.filter(({ kind }) => kind === 'variable').map(({ name }) => name),
  );
}

/** A table that is not there yet is one that a cell below makes. */
function laterFinding(
  finding: Finding,
  cell: number,
  makers: ReadonlyMap<string, readonly Made[]>,
): Finding {
  if (finding.code !== 'unknownTable' && finding.code !== 'unknownFunction') {
    return finding;
  }
  const kind = finding.code === 'unknownTable' ? 'table' : 'macro';
  const { name } = finding.data;
  const below = makers.get(spaceKey(kind, name))?.find(made => made.cell > cell);
  return below ? findingAt('definedLater', finding.span, { name, cell: below.cell + 1 }) : finding;
}

function repeated(
  definition: Definition,
  cell: number,
  {
    cells,
    makers,
  }: { cells: readonly CellFindings[]; makers: ReadonlyMap<string, readonly Made[]> },
): Finding[] {
  const { kind, name, effect, span } = definition;
  const key = spaceKey(kind, name);
  if (kind === 'variable' || (effect !== 'creates' && effect !== 'replaces')) {
    return [];
  }
  const all = makers.get(key) ?? [];
  const own = all.findIndex(made => made.definition === definition);
  const before = all[own - 1];
  if (before && effect === 'creates' && !droppedBetween(cells, key, before, { definition, cell })) {
    const first = before.cell === cell ? null : before.cell + 1;
    return [findingAt('definedTwice', span, { kind, name, cell: first })];
  }
  const other = all.find(made => made.cell !== cell);
  return other && effect === 'replaces'
    ? [findingAt('redefined', span, { kind, name, cell: other.cell + 1 })]
    : [];
}

function droppedBetween(
  cells: readonly CellFindings[],
  key: string,
  first: Made,
  second: Made,
): boolean {
  return cells.slice(first.cell, second.cell + 1).some(({ definitions }, offset) =>
    definitions.some(({ kind, name, effect, span }) => {
      const cell = first.cell + offset;
      const isAfter = cell > first.cell || span.from > first.definition.span.from;
      const isBefore = cell < second.cell || span.from < second.definition.span.from;
      return effect === 'drops' && spaceKey(kind, name) === key && isAfter && isBefore;
    }),
  );
}

function unknownVariable({ kind, name, span }: NameUse, known: readonly string[]): Finding[] {
  const isKnown = known.some(other => nameKey(other) === nameKey(name));
  return kind === 'variable' && !isKnown
    ? [findingAt('unknownVariable', span, { name, near: nearest(name, known) })]
    : [];
}
