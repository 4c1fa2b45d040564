/**
 * Fixes that change more than the cell with the problem: a cell that moves, a name that several cells write.
 *
 * Each is offered only if nothing else changes; if the texts do not show that, none is offered.
 */

import { t } from '../base/translations';
import type { Span } from '../base/span';
import { nameKey, writtenIdentifier } from '../sql/names';
import { tokenize } from '../sql/tokens';
import type { CellAnalysis, Definition, NotebookAnalysis } from './analysis';
import { cellDependencies, symbolKey, type CellNames } from './dependencies';
import { occurrences, symbolAt, type Occurrence, type Symbol } from './navigation';
import type { NotebookText } from './notebookText';
import type { Finding, Fix } from './problems';
import { isTaken, writtenName } from './rename';

/** Names to try for a table that is renamed. */
const MOST_NAMES = 100;

interface FoundIn {
  readonly finding: Finding;
  /** Index among the analysed cells. */
  readonly cell: number;
}

/** @returns The fixes that leave the cell without the finding; none for most codes. */
export function notebookFixes(
  { finding, cell }: FoundIn,
  notebook: NotebookText,
  cells: readonly CellAnalysis[],
): Fix[] {
  switch (finding.code) {
    case 'definedLater':
      return moveFix(cells, { cell: finding.data.cell - 1, above: cell });
    case 'redefined':
      return renameFix(notebook, { cells, complete: true }, { cell, span: finding.span });
    default:
      return [];
  }
}

/** Moves the cell that makes a name above the one that uses it. */
function moveFix(cells: readonly CellAnalysis[], move: Required<Fix>['move']): Fix[] {
  return keepsOrder(cells, move)
    ? [
        {
          title: t('Move cell {0}, which defines it, above this one', move.cell + 1),
          edits: [],
          move,
        },
      ]
    : [];
}

/**
 * Whether every cell still finds what it needs. No cell that the moved cell passes may create, change or drop what it
 * creates, and no cell may then need one below that was above it.
 */
function keepsOrder(cells: readonly CellNames[], { cell, above }: Required<Fix>['move']): boolean {
  const moved = cells[cell];
  if (!moved || cell <= above) {
    return false;
  }
  const passed = cells.slice(above, cell);
  const made = new Set(moved.definitions.map(symbolKey));
  const isShared = passed.some(({ definitions, uses }) =>
    [...definitions, ...uses.filter(({ kind }) => kind === 'variable')].some(named =>
      made.has(symbolKey(named)),
    ),
  );
  const leaves = moved.definitions.some(({ effect }) => effect === 'changes' || effect === 'drops');
  const order = [...cells.keys()].toSpliced(cell, 1).toSpliced(above, 0, cell);
  const before = cellDependencies(cells).edges;
  const after = cellDependencies(order.flatMap(index => cells[index] ?? [])).edges.map(edge => ({
    cell: order[edge.cell] ?? -1,
    needs: order[edge.needs] ?? -1,
    isDown: edge.needs > edge.cell,
  }));
  const pairs = (edges: readonly { readonly cell: number; readonly needs: number }[]): string =>
    edges
      .map(edge => `${edge.cell} ${edge.needs}`)
      .sort()
      .join();
  const wasDown = new Set(before.filter(edge => edge.needs > edge.cell).map(keyOf));
  return (
    !isShared &&
    !leaves &&
    pairs(before) === pairs(after) &&
    after.every(edge => !edge.isDown || wasDown.has(keyOf(edge)))
  );
}

function keyOf(edge: { readonly cell: number; readonly needs: number }): string {
  return `${edge.cell} ${edge.needs}`;
}

/** Renames the second table of a name, in its definition and in its uses up to a third definition. */
function renameFix(
  notebook: NotebookText,
  analysis: NotebookAnalysis,
  place: { readonly cell: number; readonly span: Span },
): Fix[] {
  const symbol = symbolAt(analysis, place.cell, place.span.from);
  const definition = analysis.cells[place.cell]?.definitions.find(
    ({ span }) => span.from === place.span.from,
  );
  const renamed =
    symbol && definition && ownOccurrences(analysis, symbol, { ...place, definition });
  const name = renamed && freeName(notebook, analysis, { symbol, name: definition.name });
  if (!renamed || name === undefined || namesElsewhere(notebook, definition.name, renamed)) {
    return [];
  }
  const edits = renamed.map(occurrence => ({
    span: occurrence.span,
    text: writtenName(notebook, occurrence, name),
    ...(occurrence.cell === place.cell ? {} : { cell: occurrence.cell }),
  }));
  return [{ title: t('Name it {0}, here and where it is used below', name), edits }];
}

interface Second {
  readonly cell: number;
  readonly definition: Definition;
}

/**
 * @returns The places that refer to this definition; undefined if it is the first of its name, where the name is
 * dropped, renamed or made if it is not there, or where a view or macro that names it is made before another
 * definition: it reads the latest one.
 */
function ownOccurrences(
  { cells }: NotebookAnalysis,
  symbol: Symbol,
  second: Second,
): Occurrence[] | undefined {
  const key = symbolKey(second.definition);
  const all = cells.flatMap(({ definitions }, cell) =>
    definitions.map(definition => ({ definition, cell })).filter(isOf(key)),
  );
  const made = all.filter(({ definition: { effect } }) => ['creates', 'replaces'].includes(effect));
  const at = made.findIndex(
    ({ definition, cell }) => definition === second.definition && cell === second.cell,
  );
  const isUnsure = all.some(({ definition: { effect } }) => ['drops', 'keeps'].includes(effect));
  const last = made.at(-1);
  if (at < 1 || isUnsure || !last || readsLatest(cells, key, last)) {
    return undefined;
  }
  const third = made[at + 1];
  return occurrences({ cells, complete: true }, symbol).filter(({ cell, span, isDefinition }) => {
    const isOwn = isDefinition && cell === second.cell && span.from === second.definition.span.from;
    const isAfter = isBehind({ cell, span }, second.cell, second.definition.statement.to);
    const isBeforeThird =
      !third || !isBehind({ cell, span }, third.cell, third.definition.statement.to);
    const isThird =
      isDefinition && third?.cell === cell && third.definition.span.from === span.from;
    return isOwn || (isAfter && isBeforeThird && !isThird);
  });
}

function isOf(key: string): (made: { readonly definition: Definition }) => boolean {
  return ({ definition }) => symbolKey(definition) === key;
}

function isBehind(
  place: { readonly cell: number; readonly span: Span },
  cell: number,
  offset: number,
): boolean {
  return place.cell > cell || (place.cell === cell && place.span.from >= offset);
}

function readsLatest(cells: readonly CellAnalysis[], key: string, last: Second): boolean {
  return cells.some(({ definitions, uses }, cell) =>
    definitions.some(
      ({ kind, statement }) =>
        (kind === 'view' || kind === 'macro') &&
        !isBehind({ cell, span: statement }, last.cell, last.definition.statement.to) &&
        uses.some(
          use =>
            symbolKey(use) === key &&
            statement.from <= use.span.from &&
            use.span.to <= statement.to,
        ),
    ),
  );
}

/** `t_2`, or the next number that no text of the notebook has. */
function freeName(
  notebook: NotebookText,
  analysis: NotebookAnalysis,
  { symbol, name }: { readonly symbol: Symbol; readonly name: string },
): string | undefined {
  const texts = notebook.cells.map(({ text }) => text.toLowerCase()).join('\n');
  const prefix = symbol.key.slice(0, symbol.key.length - nameKey(name).length);
  return Array.from({ length: MOST_NAMES }, (_, index) => `${name}_${index + 2}`).find(
    other =>
      !texts.includes(other.toLowerCase()) &&
      !isTaken(notebook, analysis, { ...symbol, key: prefix + nameKey(other) }),
  );
}

/**
 * Whether a cell uses the name in a way that is not understood: as a column, which can be a table's row (`SELECT t FROM
 * t`), or as an alias.
 */
function namesElsewhere(
  notebook: NotebookText,
  name: string,
  renamed: readonly Occurrence[],
): boolean {
  const places = new Set(renamed.map(({ cell, span }) => `${cell} ${span.from}`));
  return [...new Set(renamed.map(({ cell }) => cell))].some(cell => {
    const { language, text } = notebook.cells[cell] ?? { language: 'vega-lite', text: '' };
    const tokens = language === 'vega-lite' ? [] : tokenize(text);
    return tokens.some(
      token =>
        nameKey(writtenIdentifier(text, token) ?? '') === nameKey(name) &&
        !places.has(`${cell} ${token.from}`),
    );
  });
}
