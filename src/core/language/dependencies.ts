/**
 * Dependencies between cells, from what they define and use: upstream cells, dependents and an order to run them in.
 *
 * A cell that uses a name needs the cells above it that define the name: the last one that creates it and those that
 * change it afterwards; after a statement of its own that creates it, it needs none. If no cell above defines the name,
 * the cell needs the first one below that does. Only this can cause cycles; every walk visits a cell once, so it always
 * ends.
 *
 * No order of running satisfies a cycle: whichever cell ran last, another one used its earlier result. Within a cycle,
 * cells run in notebook order. So a cell runs before the cells of its cycle below that it needs, and it is not stale
 * because these ran after it.
 */

import { pathKey } from '../sql/names';
import type { NameUse } from '../sql/uses';
import type { CellAnalysis, Definition } from './analysis';
import { cyclesOf } from './cycles';

/** The parts of a cell's analysis that dependencies read. */
export type CellNames = Pick<CellAnalysis, 'definitions' | 'uses'>;

/** `cell` needs `needs`, because of `name`; both are indices of cells. */
export interface Dependency {
  readonly cell: number;
  readonly needs: number;
  /** As the user writes it. */
  readonly name: string;
  /** Whether `needs` is below `cell` and both are in one cycle, so that the order of their runs has no meaning. */
  readonly isCircular: boolean;
}

export interface Dependencies {
  readonly cellCount: number;
  /** Ordered by `cell`, then `needs`; one for each pair, with the first name. */
  readonly edges: readonly Dependency[];
}

/** @returns The dependencies of all cells; no cell needs itself. */
export function cellDependencies(cells: readonly CellNames[]): Dependencies {
  const makers = makersByName(cells);
  const edges = new Map<string, Omit<Dependency, 'isCircular'>>();
  cells.forEach(({ definitions, uses }, cell) => {
    const names = [
      ...uses,
      ...definitions.filter(({ effect }) => effect === 'changes' || effect === 'drops'),
    ].filter(named => !isOwn(definitions, named));
    for (const named of names) {
      for (const needs of neededFor(makers.get(symbolKey(named)) ?? [], cell)) {
        const key = `${cell} ${needs}`;
        edges.set(key, edges.get(key) ?? { cell, needs, name: named.name });
      }
    }
  });
  const sorted = [...edges.values()].sort((a, b) => a.cell - b.cell || a.needs - b.needs);
  const cycles = cyclesOf(
    cells.length,
    sorted.map(({ cell, needs }) => [cell, needs]),
  );
  return {
    cellCount: cells.length,
    edges: sorted.map(edge => ({
      ...edge,
      isCircular: edge.needs > edge.cell && cycles[edge.needs] === cycles[edge.cell],
    })),
  };
}

/** Whether a statement before it in the same cell creates the name: no other cell is then needed. */
function isOwn(definitions: readonly Definition[], named: Definition | NameUse): boolean {
  const key = symbolKey(named);
  return definitions.some(
    made =>
      (made.effect === 'creates' || made.effect === 'replaces') &&
      made.statement.to <= named.span.from &&
      symbolKey(made) === key,
  );
}

/** @returns The cells that `cells` need, directly or through others, without themselves; in the notebook's order. */
export function upstreamOf(dependencies: Dependencies, cells: readonly number[]): number[] {
  const needs = adjacency(dependencies, ({ cell, needs: needed }) => [cell, needed]);
  return reached(needs, cells);
}

/** @returns The cells that need one of `cells`, directly or through others, without themselves; in order. */
export function dependentsOf(dependencies: Dependencies, cells: readonly number[]): number[] {
  const neededBy = adjacency(dependencies, ({ cell, needs }) => [needs, cell]);
  return reached(neededBy, cells);
}

/**
 * @param cells Cells to run.
 * @returns The same cells, each once, so that each comes after those of them that it needs; within a cycle, and where
 * no dependency decides, in the notebook's order.
 */
export function runOrder(dependencies: Dependencies, cells: readonly number[]): number[] {
  const { cellCount, edges } = dependencies;
  const pairs = edges.map(({ cell, needs }) => [cell, needs] as const);
  const cycles = cyclesOf(cellCount, pairs);
  const wanted = new Map<number, number[]>();
  for (const cell of [...new Set(cells)].sort((a, b) => a - b)) {
    const cycle = cycles[cell] ?? cell;
    wanted.set(cycle, [...(wanted.get(cycle) ?? []), cell]);
  }
  // All cells of a cycle need what one of them needs, so a cycle is one step of the order.
  const needs = adjacency(dependencies, ({ cell, needs: needed }) => [
    cycles[cell] ?? cell,
    cycles[needed] ?? needed,
  ]);
  return stepsOf(needs, [...wanted.keys()]).flatMap(cycle => wanted.get(cycle) ?? []);
}

/** @returns All that `starts` reach, each after what it needs; an earlier start first, where nothing else decides. */
function stepsOf(
  needs: ReadonlyMap<number, readonly number[]>,
  starts: readonly number[],
): number[] {
  const steps = new Set<number>();
  const entered = new Set<number>();
  for (const start of starts) {
    const stack = [start];
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      const others = entered.has(step) ? [] : (needs.get(step) ?? []);
      entered.add(step);
      const next = others.filter(needed => !entered.has(needed)).sort((a, b) => b - a);
      stack.push(...next);
      if (next.length === 0) {
        stack.pop();
        steps.add(step);
      }
    }
  }
  return [...steps];
}

/** The kinds of symbols; tables and views share one namespace. */
export type Space = 'relation' | 'macro' | 'variable';

/** @returns The namespace of a definition or a use of that kind. */
export function spaceOf(kind: string): Space {
  return kind === 'macro' || kind === 'variable' ? kind : 'relation';
}

/** @returns Equal texts for definitions and uses of the same thing. */
export function symbolKey(named: {
  readonly kind: string;
  readonly name: string;
  readonly path: readonly string[];
}): string {
  return `${spaceOf(named.kind)} ${pathKey(named)}`;
}

interface Maker {
  readonly cell: number;
  readonly changes: boolean;
  /** The cell whose ROLLBACK undoes it; undefined if none does. */
  readonly undoneIn: number | undefined;
}

function makersByName(cells: readonly CellNames[]): ReadonlyMap<string, readonly Maker[]> {
  const makers = new Map<string, Maker[]>();
  cells.forEach(({ definitions }, cell) => {
    for (const definition of definitions) {
      const { effect } = definition;
      if (effect !== 'drops') {
        const key = symbolKey(definition);
        const list = makers.get(key) ?? [];
        const changes = effect === 'changes' || effect === 'keeps';
        list.push({ cell, changes, undoneIn: definition.undoneAt?.cell });
        makers.set(key, list);
      }
    }
  });
  return makers;
}

/**
 * The cells that define what `cell` sees: from the last one above that creates the name, or else the first one below.
 */
function neededFor(makers: readonly Maker[], cell: number): number[] {
  const others = makers.filter(
    maker => maker.cell !== cell && !(maker.undoneIn !== undefined && maker.undoneIn < cell),
  );
  const above = others.filter(maker => maker.cell < cell);
  if (above.length === 0) {
    const own = makers.some(maker => maker.cell === cell && !maker.changes);
    const below = others.find(({ changes }) => !changes);
    return below && !own ? [below.cell] : [];
  }
  const created = above.findLastIndex(({ changes }) => !changes);
  return above.slice(Math.max(0, created)).map(maker => maker.cell);
}

function adjacency(
  { edges }: Dependencies,
  ends: (edge: Dependency) => readonly [number, number],
): ReadonlyMap<number, readonly number[]> {
  const map = new Map<number, number[]>();
  for (const edge of edges) {
    const [from, to] = ends(edge);
    const list = map.get(from);
    if (list) {
      list.push(to);
    } else {
      map.set(from, [to]);
    }
  }
  return map;
}

function reached(
  next: ReadonlyMap<number, readonly number[]>,
  starts: readonly number[],
): number[] {
  const seen = new Set(starts);
  const queue = [...starts];
  for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
    for (const other of next.get(cell) ?? []) {
      if (!seen.has(other)) {
        seen.add(other);
        queue.push(other);
      }
    }
  }
  starts.forEach(start => seen.delete(start));
  return [...seen].sort((a, b) => a - b);
}
