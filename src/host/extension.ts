/** Wiring: the parts of the extension. Nothing heavy is loaded before it is needed. */

import path from 'node:path';
import * as vscode from 'vscode';
import { useTranslations } from '../core/base/translations';
import { readSettingsOnFocus } from './changeSettings';
import { registerLanguageTools } from './agents/languageTools';
import { registerMcpServer } from './agents/mcpServer';
import { registerAccounts } from './connection/accounts';
import { Clients } from './connection/clients';
import { Connections } from './connection/connections';
import { ConnectionStates } from './connection/connectionStates';
import { ConnectionStatusBar } from './connection/statusBar';
import { Tokens } from './connection/tokens';
import { ConnectionCompanies } from './language/connectionCompanies';
import { registerLanguage } from './language/registerLanguage';
import { Log } from './log';
import { CellRunner } from './notebook/cellRunner';
import { CellStatusBar } from './notebook/cellStatusBar';
import { SignalsController } from './notebook/controller';
import { CodeFolding } from './notebook/codeFolding';
import { EmptyCellHint } from './notebook/emptyCellHint';
import { GridMemory } from './notebook/gridMemory';
import { KernelSessions } from './notebook/kernelSessions';
import { registerLinks } from './notebook/links';
import type { AnswerPorts } from './notebook/outputAnswers';
import { OutputMessages } from './notebook/outputMessages';
import { RendererMessages } from './notebook/rendererMessages';
import { Snapshots } from './overlays/snapshots';
import { registerSerializer } from './notebook/registerSerializer';
import { ChangedCellUndo } from './notebook/changedCellUndo';
import { NotebookContext } from './notebook/notebookContext';
import { RunAllHint } from './notebook/runAllHint';
import { TestExplorer } from './notebook/testExplorer';
import { ParameterValues } from './notebook/parameterValues';
import { Staleness } from './notebook/staleness';
import { WriteGrants } from './notebook/writeGrants';
import { KnownPortfolios } from './portfolios/knownPortfolios';
import { RestoredTabs } from './tab/restoredTabs';
import { ResultTabs } from './tab/resultTabs';
import { registerCommands } from './registerCommands';
import { SideBar } from './sidebar/sideBar';

let sessions: KernelSessions | undefined;

export function activate(context: vscode.ExtensionContext): void {
  useTranslations(vscode.l10n.bundle ?? {});
  const log = new Log();
  const tokens = new Tokens(context.secrets);
  const connections = new Connections(context.workspaceState, log);
  const grants = new WriteGrants(context.workspaceState);
  const storage = context.globalStorageUri;
  const snapshots = new Snapshots(storage);
  const kernelPath = path.join(context.extensionPath, 'dist', 'kernel.js');
  const clients = new Clients(tokens);
  const states = new ConnectionStates(tokens, clients);
  const companies = new ConnectionCompanies({ connections, clients, snapshots, storage });
  sessions = new KernelSessions({
    ...{ kernelPath, log, snapshots, connections },
    companyName: (notebook, entity) => companies.nameOf(notebook, entity),
  });
  const values = new ParameterValues();
  const portfolios = new KnownPortfolios(log);
  const runs = new CellRunner({
    connections,
    clients,
    tokens,
    sessions,
    grants,
    snapshots,
    values,
    portfolios,
  });
  const known = { connections, sessions, companies, values, grants, portfolios, log };
  const language = registerLanguage(context.extensionPath, known);
  const { analyses } = language;
  const staleness = new Staleness(analyses, sessions, connections);
  const statusBar = new CellStatusBar(staleness, analyses);
  const controller = new SignalsController({ runs, sessions, statusBar, staleness, log });
  const { extensionUri } = context;
  const grids = new GridMemory(context.globalState);
  const ports: AnswerPorts = {
    run: (notebook, text, token) => controller.runText(notebook, text, { token }),
    portfolios,
  };
  const messages = new OutputMessages(sessions, grids, log, ports);
  const tabs = new ResultTabs(extensionUri, sessions, messages, { connections, companies });
  const folding = new CodeFolding(context.workspaceState);
  const pages = new RendererMessages(messages, staleness, log);
  const sideBar = new SideBar({
    ...{ connections, states, clients, snapshots, companies, sessions, portfolios, log },
    memory: context.globalState,
  });
  const parts = {
    ...{ connections, tokens, controller, sessions, snapshots, grants, tabs, log, extensionUri },
    ...{ analyses, staleness, values, folding, companies, portfolios, pages, messages, sideBar },
    extensionId: context.extension.id,
  };
  context.subscriptions.push(
    log,
    tokens,
    clients,
    states,
    connections,
    registerAccounts(connections, tokens),
    sideBar,
    sessions,
    companies,
    values,
    portfolios,
    grants,
    staleness,
    statusBar,
    folding,
    new NotebookContext(staleness, analyses, folding),
    new ChangedCellUndo(),
    new EmptyCellHint(),
    new RunAllHint(),
    new TestExplorer(analyses, log),
    controller,
    tabs,
    new RestoredTabs(tabs, log),
    language,
    registerSerializer(storage, log),
    readSettingsOnFocus(),
    registerLinks(log),
    pages,
    new ConnectionStatusBar(connections, states, log),
    registerLanguageTools({ connections, sessions, controller, extensionId: context.extension.id }),
    registerMcpServer(context.extension),
    registerCommands(parts),
  );
}

/** VS Code waits until the kernels have ended. */
export async function deactivate(): Promise<void> {
  await sessions?.close();
}
