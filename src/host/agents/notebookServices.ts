/** What the tools for language models read and change: the open notebooks, their sessions, and that of the window. */

import * as vscode from 'vscode';
import type {
  AgentNotebook,
  AgentServices,
  AgentSession,
  CellEdit,
  CellName,
} from '../../core/agents/agentTool';
import type { Cancellation } from '../../core/base/cancellation';
import { connectionNamed } from '../../core/client/connections';
import type { Connections } from '../connection/connections';
import { linkedTexts } from '../../io/linkedTexts';
import { systemClock } from '../../io/systemClock';
import { notebookType, settings, settingsSection } from '../ids';
import { hasTab } from '../notebook/activeNotebook';
import { insertCells } from '../notebook/cellsBelow';
import { changeCell } from '../notebook/changeCell';
import type { SignalsController } from '../notebook/controller';
import type { KernelSessions } from '../notebook/kernelSessions';
import { bundlesOf } from '../notebook/outputs';
import { modelConnections, toolTimeLimitSeconds } from '../settings';

export interface AgentParts {
  readonly connections: Connections;
  readonly sessions: KernelSessions;
  readonly controller: Pick<SignalsController, 'runText'>;
  readonly extensionId: string;
}

/** The classes of the bundle that has the tools: another bundle's are others. */
type Tools = Pick<
  typeof import('../../core/agents/agentTools'),
  'AgentError' | 'AgentRuns' | 'statementLink'
>;

/** @returns All but the question before an edit. */
export function notebookServices(
  parts: AgentParts,
  { AgentError, AgentRuns, statementLink }: Tools,
): Omit<AgentServices, 'confirm'> {
  const find = (name: string): vscode.NotebookDocument => {
    const found = openNotebooks().get(name);
    if (!found) {
      throw new AgentError(
        vscode.l10n.t(
          'No notebook of that name is open. Read a cell without a notebook for their names.',
        ),
      );
    }
    return found;
  };
  return {
    runs: new AgentRuns(),
    notebooks: () => Promise.resolve([...openNotebooks().keys()]),
    notebook: async name => notebookOf(name, find(name)),
    session: async name => {
      if (!vscode.workspace.isTrusted) {
        throw new AgentError(
          vscode.l10n.t('In Restricted Mode the tools run nothing and show no results.'),
        );
      }
      return sessionOf(name === null ? undefined : find(name), parts);
    },
    edit: async change => {
      const notebook = find(change.notebook);
      if (textBefore(notebook, change) !== change.expected) {
        throw new AgentError(
          vscode.l10n.t('Nothing was changed: the notebook has changed since. Read it again.'),
        );
      }
      try {
        await applied(notebook, change);
      } catch {
        throw new AgentError(vscode.l10n.t('Nothing was changed: the notebook is read-only.'));
      }
    },
    link: source =>
      source.kind === 'cell'
        ? linkToCell(source)
        : statementLink(`${vscode.env.uriScheme}://${parts.extensionId}`, source.sql, linkedTexts),
    get timeLimit() {
      return { seconds: toolTimeLimitSeconds(), clock: systemClock };
    },
    timeAdvice: vscode.l10n.t(
      'The person decides with the setting {0}.{1}.',
      settingsSection,
      settings.toolTimeLimit,
    ),
    sharingAdvice: vscode.l10n.t(
      "The person decides with the setting {0}.{1}; a notebook's session that has rows of another connection needs a restart of its kernel.",
      settingsSection,
      settings.modelConnections,
    ),
  };
}

async function sessionOf(
  notebook: vscode.NotebookDocument | undefined,
  { connections, sessions, controller }: AgentParts,
): Promise<AgentSession> {
  const { connection } = await connections.current(notebook);
  const session = sessions.of(notebook);
  if (!notebook && [...session.kernelConnections].some(name => name !== connection.name)) {
    // It holds nothing but answers.
    await session.restart();
  }
  const shares = (names: Iterable<string>): boolean => {
    const allowed = modelConnections();
    return [...names].every(name => allowed.includes(name.toLowerCase()));
  };
  const sharesSession = (): boolean => shares([connection.name, ...session.kernelConnections]);
  return {
    connection: connection.name,
    get sharesRows() {
      return sharesSession();
    },
    // Rows that are not of the service may be of what a cell of an earlier kernel made of its answers.
    sharesRowsOf({ connection: origin }) {
      const origins = origin === null ? session.sessionConnections : namesIn(origin, connections);
      return sharesSession() && shares(origins);
    },
    run: (sql, rowCount, cancellation: Cancellation) =>
      controller.runText(notebook, sql, { token: cancellation, rowCount, access: 'read' }),
  };
}

/** @returns The connections of an output: one, or several with commas between them. */
function namesIn(origin: string, connections: Connections): readonly string[] {
  return connectionNamed(origin, connections.all()) ? [origin] : origin.split(', ');
}

/** Notebooks with a tab by the names that the tools have for them. */
function openNotebooks(): ReadonlyMap<string, vscode.NotebookDocument> {
  const open = vscode.workspace.notebookDocuments.filter(
    notebook => notebook.notebookType === notebookType && hasTab(notebook.uri.toString()),
  );
  const short = open.map(({ uri }) => vscode.workspace.asRelativePath(uri));
  return new Map(
    open.map((notebook, index) => {
      const name = short[index] ?? '';
      const isUnique = short.filter(each => each === name).length === 1;
      return [isUnique ? name : notebook.uri.toString(), notebook];
    }),
  );
}

function notebookOf(name: string, notebook: vscode.NotebookDocument): AgentNotebook {
  return {
    name,
    cells: notebook.getCells().map(({ document, outputs }) => ({
      language: document.languageId,
      text: document.getText(),
      outputs: bundlesOf(outputs),
    })),
  };
}

/** The text that an edit expects at its place; null for the beginning of a notebook and for a cell that is gone. */
function textBefore(notebook: vscode.NotebookDocument, edit: CellEdit): string | null {
  const index = (edit.kind === 'insert' ? edit.after : edit.cell) - 1;
  const isThere = index >= 0 && index < notebook.cellCount;
  return isThere ? notebook.cellAt(index).document.getText() : null;
}

/** One undo step. */
async function applied(notebook: vscode.NotebookDocument, edit: CellEdit): Promise<void> {
  if (edit.kind === 'insert') {
    await insertCells(notebook, edit.after, [edit]);
  } else {
    const span = { from: 0, to: edit.expected.length };
    await changeCell(notebook.cellAt(edit.cell - 1), [{ span, text: edit.text }]);
  }
}

/** A link to the cell, which VS Code opens. */
function linkToCell({ notebook, cell }: CellName): string | null {
  const found = openNotebooks().get(notebook);
  return found && cell <= found.cellCount ? found.cellAt(cell - 1).document.uri.toString() : null;
}
