/** Why a result is stale: `staleness.ts` with names and sentences. */

import { t } from '../base/translations';
import { nameKey } from '../sql/names';
import { shownValue } from '../notebook/parameterInput';
import type { CellAnalysis, NotebookAnalysis } from './analysis';
import { cellDependencies } from './dependencies';
import type { CellText, NotebookText, ParameterText } from './notebookText';
import { contentKey } from './contentKey';
import { isOutdated, staleCells } from './staleness';

/** A cell's last run. */
export interface CellRun {
  readonly text: string;
  /** Every parameter of the notebook as of the run; the analysis of the cell shows which ones it reads. */
  readonly parameters: readonly ParameterText[];
  /** A later run of the session has a higher number. */
  readonly order: number;
  /** The connection whose answers it shows; null if it shows none. */
  readonly connection: string | null;
  /** Whether it ended with an error, which is stale like a result; what needs the cell has nothing of it. */
  readonly hasFailed: boolean;
}

/** The runs of a session by the ids of their cells. */
export type CellRunsById = ReadonlyMap<string, CellRun>;

type ChangeReason =
  | { readonly kind: 'text' }
  | {
      readonly kind: 'parameter';
      readonly name: string;
      readonly was: ParameterText['value'];
      readonly now: ParameterText['value'];
    }
  | { readonly kind: 'connection'; readonly was: string; readonly now: string }
  /** A cell that it needs ran after it, or has not completed. */
  | { readonly kind: 'ranAgain' | 'notRun'; readonly cell: number };

/** The original reason why another cell is stale. */
interface Cause {
  /** The cell that changed, or that needs the one that ran. */
  readonly cell: number;
  readonly reason: ChangeReason;
}

export type StaleReason =
  | ChangeReason
  /** A cell that it needs is stale itself. */
  | { readonly kind: 'stale'; readonly cell: number; readonly causes: readonly Cause[] };

export interface StaleCell {
  /** Its index among the analysed cells. */
  readonly cell: number;
  readonly reasons: readonly StaleReason[];
}

/** What a notebook's cells would run with now. */
export interface RunsNow extends Pick<NotebookText, 'cells' | 'parameters'> {
  /** The name of the connection in use; null if that is not known. */
  readonly connection: string | null;
}

/** @returns The stale cells in order, each with at least one reason. */
export function staleReasons(
  { cells }: NotebookAnalysis,
  text: RunsNow,
  runs: CellRunsById,
): StaleCell[] {
  const now = cells.map((cell, index) => {
    const run = runs.get(cell.id) ?? null;
    const content = contents(text.cells[index], run);
    const changed = run
      ? changes(cell, { run, isSame: content.was === content.now, now: text })
      : [];
    const ran = run && !run.hasFailed ? { order: run.order } : null;
    return { hasChanged: changed.length > 0, ran, changed };
  });
  const dependencies = cellDependencies(cells);
  const stale = new Set(staleCells(dependencies, now));
  const changed = (cell: number): ChangeReason[] => {
    const others = dependencies.edges
      .filter(edge => edge.cell === cell)
      .flatMap((edge): ChangeReason[] => {
        const isNew = !stale.has(edge.needs) && isOutdated(edge, now);
        const kind = !now[edge.needs]?.ran ? 'notRun' : isNew ? 'ranAgain' : null;
        return kind ? [{ kind, cell: edge.needs }] : [];
      });
    return [...(now[cell]?.changed ?? []), ...others];
  };
  const staleAbove = (cell: number): number[] =>
    dependencies.edges.flatMap(edge =>
      edge.cell === cell && stale.has(edge.needs) ? [edge.needs] : [],
    );
  /** The nearest first. */
  const causes = (cell: number, of: number): Cause[] => {
    const seen = new Set([of]);
    const found: Cause[] = [];
    for (let cells = [cell]; cells.length > 0; cells = cells.flatMap(staleAbove)) {
      cells = [...new Set(cells)].filter(each => !seen.has(each));
      cells.forEach(each => seen.add(each));
      found.push(...cells.flatMap(each => changed(each).map(reason => ({ cell: each, reason }))));
    }
    return found;
  };
  const failures = now.flatMap(({ ran, changed: own }, cell) =>
    !ran && own.length > 0 ? [{ cell, reasons: own }] : [],
  );
  const results = [...stale].map(cell => ({
    cell,
    reasons: [
      ...changed(cell),
      ...staleAbove(cell).map(needs => ({
        ...{ kind: 'stale' as const, cell: needs },
        causes: causes(needs, cell),
      })),
    ],
  }));
  return [...results, ...failures].toSorted((one, other) => one.cell - other.cell);
}

/** The content keys now and of the run; the texts are only parsed if they differ. */
function contents(
  cell: CellText | undefined,
  run: CellRun | null,
): { readonly was: string; readonly now: string } {
  const text = cell?.text ?? '';
  if (!run || run.text === text) {
    return { was: text, now: text };
  }
  const language = cell?.language ?? 'signals-sql';
  return { was: contentKey(language, run.text), now: contentKey(language, text) };
}

/** @returns The reason as a sentence; cells are counted from one, as in diagnostics. */
export function staleSentence(reason: StaleReason): string {
  switch (reason.kind) {
    case 'text':
      return t('Its text changed since it ran.');
    case 'parameter':
      return t(
        'The parameter {0} changed since it ran: it was {1} and is {2} now.',
        reason.name,
        shownValue(reason.was),
        shownValue(reason.now),
      );
    case 'connection':
      return t('It shows data of {0}, and the notebook uses {1} now.', reason.was, reason.now);
    case 'ranAgain':
      return t('Cell {0}, which it needs, ran after it.', reason.cell + 1);
    case 'notRun':
      return t('Cell {0}, which it needs, has not completed in this session.', reason.cell + 1);
    case 'stale': {
      const causes = [...new Set(reason.causes.map(causeText))].join('; ');
      const why = causes === '' ? '' : `: ${causes}`;
      return t('Cell {0}, which it needs, is stale{1}.', reason.cell + 1, why);
    }
  }
}

function causeText({ cell, reason }: Cause): string {
  switch (reason.kind) {
    case 'text':
      return t('the text of cell {0} changed', cell + 1);
    case 'parameter':
      return t('the parameter {0} changed', reason.name);
    case 'connection':
      return t('cell {0} shows data of {1}', cell + 1, reason.was);
    case 'ranAgain':
      return t('cell {0} ran again', reason.cell + 1);
    case 'notRun':
      return t('cell {0} has not completed', reason.cell + 1);
  }
}

/** @returns The parameters that the cell reads, each once, in the order of its text. */
export function parametersRead<P extends { readonly name: string }>(
  { uses }: Pick<CellAnalysis, 'uses'>,
  parameters: readonly P[],
): P[] {
  const byKey = new Map(parameters.map(parameter => [nameKey(parameter.name), parameter]));
  const read = uses.flatMap(({ kind, name }) =>
    kind === 'variable' ? (byKey.get(nameKey(name)) ?? []) : [],
  );
  return [...new Set(read)];
}

interface Change {
  readonly run: CellRun;
  /** Whether the content is unchanged. */
  readonly isSame: boolean;
  readonly now: RunsNow;
}

function changes(
  cell: CellAnalysis,
  { run, isSame, now: { parameters, connection } }: Change,
): ChangeReason[] {
  if (!isSame) {
    return [{ kind: 'text' }];
  }
  const were = valuesRead(cell, run.parameters);
  const values = Object.entries(valuesRead(cell, parameters));
  const others = values.flatMap(([key, value]): ChangeReason[] => {
    const named = [...parameters, ...run.parameters].find(each => nameKey(each.name) === key);
    const was = were[key] ?? null;
    return was === value ? [] : [{ kind: 'parameter', name: named?.name ?? key, was, now: value }];
  });
  const isElsewhere =
    run.connection !== null && connection !== null && run.connection !== connection;
  return isElsewhere
    ? [...others, { kind: 'connection', was: run.connection, now: connection }]
    : others;
}

/** The parameters that the cell reads, by key; one that is not there, or no longer, is NULL. */
function valuesRead(
  { uses }: CellAnalysis,
  parameters: readonly ParameterText[],
): Record<string, ParameterText['value']> {
  const values = new Map(parameters.map(({ name, value }) => [nameKey(name), value]));
  const keys = uses.filter(({ kind }) => kind === 'variable').map(({ name }) => nameKey(name));
  return Object.fromEntries(keys.map(key => [key, values.get(key) ?? null]));
}
