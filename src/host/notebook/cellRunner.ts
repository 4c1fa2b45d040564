/**
 * Collects the inputs of a cell's run (connection, portfolios, permissions) and passes them to the notebook's kernel.
 */

import * as vscode from 'vscode';
import type { Cancellation } from '../../core/base/cancellation';
import type { ParameterText } from '../../core/language/notebookText';
import type { FrontMatterContents } from '../../core/notebook/frontMatter';
import { failedOutcome } from '../../core/protocol/failedOutcome';
import type { CellLanguage, RunProgress } from '../../core/protocol/kernelRpc';
import type { CellOutcome } from '../../core/protocol/outcome';
import type { Clients } from '../connection/clients';
import type { Connections } from '../connection/connections';
import { restrictedSentence } from '../connection/restricted';
import type { Tokens } from '../connection/tokens';
import { languages } from '../ids';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';
import { firstPageRows } from '../settings';
import { frontMatterContents } from './frontMatter';
import type { Snapshots } from '../overlays/snapshots';
import type { KernelSessions } from './kernelSessions';
import type { ParameterValues } from './parameterValues';
import type { WriteGrants } from './writeGrants';

export interface CellRunOptions {
  readonly useCache: boolean;
  readonly token: Cancellation;
  readonly onProgress: (progress: RunProgress) => void;
}

/** Options of SQL that is in no cell. */
export interface TextRunOptions {
  readonly token: Cancellation;
  /** `read`: the text may only read; absent: it may do what a cell of the notebook may. */
  readonly access?: 'read';
  /** Rows of the first page; absent: those of the setting. */
  readonly rowCount?: number;
}

/** The text that ran, and its outcome. */
export interface FinishedRun {
  readonly text: string;
  /** The notebook's parameters during the run. */
  readonly parameters: readonly ParameterText[];
  readonly outcome: CellOutcome;
}

export interface CellRunnerParts {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly tokens: Tokens;
  readonly sessions: KernelSessions;
  readonly grants: WriteGrants;
  readonly snapshots: Snapshots;
  readonly values: ParameterValues;
  readonly portfolios: KnownPortfolios;
}

export class CellRunner {
  constructor(private readonly parts: CellRunnerParts) {}

  async run(cell: vscode.NotebookCell, options: CellRunOptions): Promise<FinishedRun> {
    const text = cell.document.getText();
    const inputs = await this.inputs(cell.notebook);
    const language = languageOf(cell);
    const about = { text, language, cell: cell.document.uri.toString() };
    const outcome = await this.runNow(cell.notebook, { ...options, ...inputs, ...about });
    return { text, parameters: inputs.parameters, outcome };
  }

  /**
   * Runs SQL that is in no cell.
   *
   * @param notebook The notebook whose session it is; undefined: that of the window.
   */
  async runText(
    notebook: vscode.NotebookDocument | undefined,
    text: string,
    { token, ...special }: TextRunOptions,
  ): Promise<CellOutcome> {
    const inputs = await this.inputs(notebook);
    const options = { useCache: true, token, onProgress: () => undefined, ...special };
    const about = { text, language: languages.sql, cell: null };
    return this.runNow(notebook, { ...options, ...inputs, ...about });
  }

  private async inputs(
    notebook: vscode.NotebookDocument | undefined,
  ): Promise<Pick<TextRun, 'contents' | 'parameters'>> {
    const contents = await frontMatterContents(notebook);
    const inForce = notebook ? this.parts.values.inForce(notebook, contents) : [];
    return {
      contents,
      parameters: inForce.map(({ name, type, value }) => ({ name, type, value })),
    };
  }

  private async runNow(
    notebook: vscode.NotebookDocument | undefined,
    options: TextRun,
  ): Promise<CellOutcome> {
    const { connections, clients, tokens, sessions, grants, snapshots, portfolios } = this.parts;
    const { text, language, contents } = options;
    const { connection, note } = await connections.current(notebook);
    if (!connection.synthetic && !vscode.workspace.isTrusted) {
      const endedAt = new Date().toISOString();
      return failedOutcome({
        code: 'refused',
        message: restrictedSentence,
        connection,
        endedAt,
        elapsedMs: 0,
      });
    }
    const place = await snapshots.placeOf(connection);
    return sessions.of(notebook).run({
      client: () => clients.of(connection),
      cancellation: options.token,
      onProgress: options.onProgress,
      notes: [note, ...contents.problems.map(problem => problem.message)],
      variables: options.parameters,
      params: {
        language,
        text,
        cell: options.cell,
        connection: {
          name: connection.name,
          synthetic: connection.synthetic,
          epoch: tokens.epochOf(connection),
          place,
          lake: await snapshots.lakeOf(connection),
        },
        useCache: options.useCache,
        access: options.access ?? (notebook && grants.has(notebook) ? 'files' : 'session'),
        portfolios: await portfolios.holdings(notebook),
        firstPageRows: options.rowCount ?? firstPageRows(),
        nestedAsText: true,
      },
    });
  }
}

interface TextRun extends CellRunOptions, TextRunOptions {
  readonly language: CellLanguage;
  readonly text: string;
  /** As in `RunCellParams`. */
  readonly cell: string | null;
  readonly contents: FrontMatterContents;
  readonly parameters: readonly ParameterText[];
}

function languageOf(cell: vscode.NotebookCell): CellLanguage {
  return cell.document.languageId === languages.vegaLite ? languages.vegaLite : languages.sql;
}
