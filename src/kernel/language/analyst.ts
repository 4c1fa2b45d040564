/**
 * Analyses notebooks: binds their cells in shadow sessions and remembers what did not change.
 *
 * A cell is bound again only if its text changed, or what it can name of the session before it. So typing in a cell
 * binds that cell, and other cells only if the types of what they use change.
 */

import { createHash } from 'node:crypto';
import { throwIfCancelled, type Cancellation } from '../../core/base/cancellation';
import type { CellAnalysis, NotebookAnalysis } from '../../core/language/analysis';
import { sessionTables } from '../../core/language/catalogue';
import { parameterTypes } from '../../core/language/knownVariables';
import { fixesOf } from '../../core/language/fixes';
import { usesWithMacros } from '../../core/language/tableArguments';
import { notebookFixes } from '../../core/language/notebookFixes';
import { optionFindings } from '../../core/language/cellOptions';
import { notebookFindings } from '../../core/language/notebookFindings';
import type { CellText, NotebookText } from '../../core/language/notebookText';
import {
  problemCode,
  severityOf,
  type Finding,
  type Fix,
  type Problem,
} from '../../core/language/problems';
import { withRollbacks } from '../../core/language/rolledBack';
import { findingSentence } from '../../core/language/sentences';
import { analyses } from '../../core/analyses/analyses';
import { knownVariables } from '../../core/language/knownVariables';
import { overlayChanges } from '../../core/overlays/overlayChanges';
import { signalFunctions } from '../../core/service/functions';
import { nameKey } from '../../core/sql/names';
import { bindCell, type BoundCell, type CellContext } from './bindCell';
import type { Specifications } from './specifications';
import type { StuckStatements } from './stuckStatements';
import type { BindingContext } from './bindingContext';
import { Shadow, type ShadowOptions } from './shadow';
import { LastBound } from './typedCell';
import { plainViewEntry, tableEntry, variableEntry } from './madeEntries';
import { emptyState, entryKey, wordsOf, type ShadowState, type StateChanges } from './shadowState';

/** How many shadow sessions are kept; the least recently used one is dropped for a new one. */
const KEPT = 4;

/** The time limit of one analysis; cells after it are left out. */
const BUDGET_MS = 3000;
/** The most cells that are remembered for each notebook. */
const REMEMBERED_CELLS = 1000;

interface AnalystOptions extends ShadowOptions {
  readonly specifications: Specifications;
  readonly stuck: StuckStatements;
}

/** A bound cell, by its text and what that can name. */
interface Remembered {
  readonly bound: BoundCell;
  readonly changes: StateChanges;
  /** All names of the state before it, since a missing name is reported with similar ones. */
  readonly names: string;
}

export class Analyst {
  private shadow: Shadow | undefined;
  private readonly bound = new Map<string, Remembered>();
  private readonly lastBound = new LastBound();
  /** Analyses are queued, since they share the shadow. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: AnalystOptions,
    private readonly clock: { now(): number },
  ) {}

  /**
   * @param onTyped Called with the analysis of the edited cell, if the whole analysis takes longer.
   * @throws {CancelledError} If cancelled before the end.
   */
  analyse(
    notebook: NotebookText,
    cancellation: Cancellation,
    onTyped: (cell: CellAnalysis) => void = () => undefined,
  ): Promise<NotebookAnalysis> {
    return this.next(async () => {
      throwIfCancelled(cancellation);
      return this.analyseNow(notebook, cancellation, onTyped);
    });
  }

  close(): void {
    void this.next(async () => {
      this.shadow?.close();
      this.shadow = undefined;
    });
  }

  private next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async analyseNow(
    notebook: NotebookText,
    cancellation: Cancellation,
    onTyped: (cell: CellAnalysis) => void,
  ): Promise<NotebookAnalysis> {
    this.shadow ??= await Shadow.open(this.options);
    const until = this.clock.now() + BUDGET_MS;
    const context: CellContext = {
      ...contextOf(notebook, this.shadow, this.options.stuck),
      portfolios: notebook.portfolios,
      specifications: this.options.specifications,
      isLate: () => cancellation.isCancellationRequested || this.clock.now() > until,
    };
    const cells: BoundCell[] = [];
    const watch = this.lastBound.watch(notebook, this.clock, (index, all) => {
      analysesOf(notebook, all, index).forEach(onTyped);
    });
    let state = baseState(notebook);
    for (const cell of notebook.cells) {
      watch(cells);
      const bound = await this.boundCell(cell, state, { notebook, context });
      cells.push(bound);
      state = bound.after;
    }
    throwIfCancelled(cancellation);
    this.lastBound.keep(notebook, cells);
    return {
      cells: analysesOf(notebook, cells),
      complete: cells.every(({ complete }) => complete),
    };
  }

  private async boundCell(
    cell: CellText,
    state: ShadowState,
    { notebook, context }: { notebook: NotebookText; context: CellContext },
  ): Promise<BoundCell> {
    const { parameters, portfolios, session, allowWriting = false } = notebook;
    const around = [parameters, portfolios, session, allowWriting];
    const meaning = state.meaningOf(wordsOf(cell.text));
    const key = digest([cell.language, cell.text, meaning, ...around]);
    const known = this.bound.get(key);
    this.bound.delete(key);
    const isKnown = known && (known.bound.findings.length === 0 || known.names === state.names);
    const bound = isKnown
      ? { ...known.bound, after: state.changed(known.changes) }
      : await bindCell(cell, state, context);
    // What the end of a transaction does depends on where it began, which is in no cell's text.
    const { transaction, searchPath } = bound.after;
    const isSame = transaction === state.transaction && searchPath === state.searchPath;
    if (!bound.complete || !isSame) {
      return bound;
    }
    const changes = isKnown ? known.changes : bound.after.changesSince(state);
    this.bound.set(key, { bound, changes, names: state.names }); // The latest at the end, since the first is dropped first.
    const [oldest] = this.bound.keys();
    if (this.bound.size > REMEMBERED_CELLS && oldest !== undefined) {
      this.bound.delete(oldest);
    }
    return bound;
  }
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64');
}

function contextOf(notebook: NotebookText, shadow: Shadow, stuck: StuckStatements): BindingContext {
  return {
    shadow,
    stuck,
    known: {
      tables: sessionTables.map(({ name }) => name),
      functions: [...signalFunctions, ...analyses(), overlayChanges].map(({ name }) => name),
    },
    variables: knownVariables(notebook.parameters),
    session: new Map(notebook.session.map(({ name, columns }) => [nameKey(name), columns])),
    allowWriting: notebook.allowWriting ?? false,
  };
}

/** What the session contains before the first cell: parameters, and the tables of the running session. */
function baseState({ parameters, session }: NotebookText): ShadowState {
  let state = emptyState;
  for (const { name, kind, columns } of session) {
    const entry = kind === 'view' ? plainViewEntry([name], columns) : tableEntry([name], columns);
    state = state.with(entryKey(kind, [name]), { ...entry, isOfSession: true });
  }
  for (const { name, type } of parameters) {
    state = state.with(entryKey('variable', [name]), variableEntry(name, parameterTypes[type]));
  }
  return state;
}

/** @param only The index of the only cell to report; undefined: all. */
function analysesOf(
  notebook: NotebookText,
  cells: readonly BoundCell[],
  only?: number,
): CellAnalysis[] {
  const macros = new Set(
    cells.flatMap(({ definitions }) =>
      definitions.filter(({ kind }) => kind === 'macro').map(({ name }) => nameKey(name)),
    ),
  );
  const texts = notebook.cells.map(({ text }) => text);
  const uses = usesWithMacros(texts, cells);
  const definitions = withRollbacks(texts, cells);
  const linked = cells.map((cell, index) => ({
    ...cell,
    uses: uses[index] ?? [],
    definitions: definitions[index] ?? [],
  }));
  const findings = notebookFindings(linked, {
    variables: notebook.parameters.map(({ name }) => name),
    session: notebook.session,
  });
  const inOptions = optionFindings(notebook.cells);
  const named = notebook.cells.map(({ id }, index) => {
    const { statements = [], definitions = [], uses: all = [] } = linked[index] ?? {};
    const own = all.filter(({ kind, name }) => kind !== 'macro' || macros.has(nameKey(name)));
    return { id, statements, definitions, uses: own, problems: [] };
  });
  return named.flatMap((cell, index) => {
    if (only !== undefined && only !== index) {
      return [];
    }
    const { text = '' } = notebook.cells[index] ?? {};
    const all = [...(inOptions[index] ?? []), ...(findings[index] ?? [])];
    const problems = all.map(finding => {
      const others = notebookFixes({ finding, cell: index }, notebook, named);
      return reportedProblem(finding, [...fixesOf(finding, text), ...others]);
    });
    return { ...cell, problems };
  });
}

function reportedProblem(finding: Finding, fixes: readonly Fix[]): Problem {
  return {
    code: problemCode(finding),
    severity: severityOf(finding),
    span: finding.span,
    message: findingSentence(finding),
    data: JSON.parse(JSON.stringify(finding.data)) as Problem['data'],
    fixes,
  };
}

/** The analysts of the most recently used notebooks. */
export class Analysts {
  private readonly byNotebook = new Map<string, { analyst: Analyst; folder: string | null }>();

  constructor(
    private readonly options: Omit<AnalystOptions, 'folder'>,
    private readonly clock: { now(): number },
  ) {}

  /** @returns The analyst of the notebook; a new one if it has none or is in another folder now. */
  of({ id, folder }: NotebookText): Analyst {
    const known = this.byNotebook.get(id);
    if (known && known.folder !== folder) {
      this.forget(id);
    }
    const own = this.byNotebook.get(id) ?? {
      analyst: new Analyst({ ...this.options, folder }, this.clock),
      folder,
    };
    this.byNotebook.delete(id);
    this.byNotebook.set(id, own);
    const [oldest] = this.byNotebook.keys();
    if (this.byNotebook.size > KEPT && oldest !== undefined) {
      this.forget(oldest);
    }
    return own.analyst;
  }

  forget(id: string): void {
    this.byNotebook.get(id)?.analyst.close();
    this.byNotebook.delete(id);
  }
}
