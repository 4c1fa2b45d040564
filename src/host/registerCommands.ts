/** Every command of the manifest and what it does. */

import { errorMessage } from '../core/base/errorMessage';
import * as vscode from 'vscode';
import { addConnection, editConnection, removeConnection } from './connection/changeConnections';
import { selectConnection } from './connection/selectConnection';
import type { Connection } from '../core/client/serviceClient';
import type { Connections } from './connection/connections';
import type { Tokens } from './connection/tokens';
import { forgetToken, setToken } from './connection/tokenCommands';
import type { KnownPortfolios } from './portfolios/knownPortfolios';
import { openDocumentation } from './documentation';
import { commands } from './ids';
import { exportResult } from './export/exportResult';
import { notebookPages } from './page/notebookPages';
import { openJupyter } from './page/openJupyter';
import type { PageParts } from './page/pagePanels';
import type { ConnectionCompanies } from './language/connectionCompanies';
import { learnCompanies } from './language/learnCompanies';
import type { Log } from './log';
import { notebookOf } from './notebook/activeNotebook';
import { choosePriceFile } from './notebook/choosePriceFile';
import { editAsVegaLite } from './notebook/editAsVegaLite';
import type { CodeFolding } from './notebook/codeFolding';
import { suggestCharts } from './notebook/suggestCharts';
import type { SignalsController } from './notebook/controller';
import type { KernelSessions } from './notebook/kernelSessions';
import { runStale, runWithDependents, runWithUpstream } from './notebook/runPlanned';
import { setParameter, type ParameterParts } from './notebook/setParameter';
import { clearSnapshots } from './overlays/clearSnapshots';
import type { Snapshots } from './overlays/snapshots';
import { compareWith, whatChanged } from './overlays/whatChanged';
import type { RendererMessages } from './notebook/rendererMessages';
import { copyLink } from './notebook/links';
import { newNotebook } from './notebook/newNotebook';
import { openSample, openTour, runTour } from './notebook/sampleNotebooks';
import {
  copyListQuery,
  editList,
  insertList,
  moveList,
  openListAsNotebook,
  pinList,
  removeList,
  renameList,
  saveList,
} from './sidebar/listCommands';
import { countEvents } from './sidebar/eventTypesView';
import { findCompany } from './sidebar/findCompany';
import {
  addCompanies,
  addToPortfolio,
  chooseCompany,
  createPortfolio,
  editPortfolio,
  insertPortfolio,
  movePortfolioRow,
  pastePortfolio,
  removeFromPortfolio,
  removePortfolio,
  renamePortfolio,
} from './sidebar/portfolioCommands';
import { openQuestion, removeQuestion, renameQuestion } from './sidebar/questionsView';
import { listNameOf } from '../core/sidebar/overlayTree';
import { shareRows } from './settings';
import { rowOf, rowsOf } from './sidebar/rowTree';
import { askFilter, type SideBar } from './sidebar/sideBar';
import {
  dropItem,
  goToMaker,
  insertName,
  openRows,
  runSession,
  summariseRows,
  type SessionParts,
} from './sidebar/sessionCommands';
import { copyField, eventsAround, scoreHistory, type PressedRows } from './sidebar/stockCommands';
import { exploreEvents } from './tab/exploreEvents';
import type { ResultTabs } from './tab/resultTabs';
import type { WriteGrants } from './notebook/writeGrants';

interface CommandParts extends ParameterParts {
  readonly connections: Connections;
  readonly tokens: Tokens;
  readonly controller: SignalsController;
  readonly sessions: KernelSessions;
  readonly snapshots: Snapshots;
  readonly folding: CodeFolding;
  readonly companies: ConnectionCompanies;
  readonly portfolios: KnownPortfolios;
  readonly grants: WriteGrants;
  readonly tabs: ResultTabs;
  readonly messages: PageParts['messages'];
  readonly pages: RendererMessages;
  readonly sideBar: SideBar;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  readonly extensionId: string;
}

type CommandName = keyof typeof commands;

export function registerCommands(parts: CommandParts): vscode.Disposable {
  const { connections, tokens, controller, sessions, grants, tabs, folding, companies, log } =
    parts;
  const { overlays, portfolios, session: view } = parts.sideBar;
  const own = parts.sideBar.portfolioParts;
  const session: SessionParts = {
    ...{ view, tabs, analyses: parts.analyses },
    run: (notebook, text, token) => controller.runText(notebook, text, { token }),
  };
  const live = (argument: unknown): Connection | undefined =>
    connections.liveNamed(rowOf(argument)?.id ?? argument);
  const pressed = (argument: unknown, selected: unknown): PressedRows => ({
    argument,
    selected: argument === undefined ? parts.sideBar.selected() : selected,
    stockOf: row => overlays.stockOf(row)?.stock ?? portfolios.stockOf(row),
  });
  const move = (argument: unknown, direction: 'up' | 'down'): Promise<void> => {
    const rows = pressed(argument, undefined);
    const [row] = rowsOf(rows.argument, rows.selected);
    return row && overlays.view(row.id)?.isSaved && /List$/.test(row.kind)
      ? moveList(row, direction)
      : movePortfolioRow(rows, own, direction);
  };
  const asPages = notebookPages(parts);
  const handlers: Record<CommandName, (argument: unknown, selected: unknown) => unknown> = {
    newNotebook,
    openTour: () => openTour(parts.extensionUri),
    runTour: () => runTour(parts.extensionUri),
    openSample: argument => openSample(parts.extensionUri, argument),
    choosePriceFile,
    selectConnection: argument => selectConnection(connections, rowOf(argument)?.id),
    addConnection: () => addConnection(parts),
    editConnection: async argument => {
      await editConnection(parts, live(argument));
      await companies.forgetRemoved();
    },
    removeConnection: async argument => {
      await removeConnection(connections, tokens, live(argument));
      await companies.forgetRemoved();
    },
    setToken: argument => setToken(connections, tokens, live(argument)),
    forgetToken: argument => forgetToken(connections, tokens, live(argument)),
    allowModels: argument => shareRows(rowOf(argument)?.id ?? '', true),
    refuseModels: argument => shareRows(rowOf(argument)?.id ?? '', false),
    restartKernel: argument => restart(notebookOf(argument) ?? tabs.notebookInFront, parts),
    runWithoutCache: argument => runWithoutCache(argument, controller),
    runAllWithoutCache: argument => runAllWithoutCache(argument, controller),
    runWithUpstream: argument => runWithUpstream(argument, parts),
    runWithDependents: argument => runWithDependents(argument, parts),
    runStale: argument => runStale(argument, parts),
    setParameter: argument => setParameter(argument, parts),
    exportResult: argument => exportResult(argument, sessions),
    exportNotebook: argument => asPages.export(argument),
    openAsPage: argument => asPages.open(argument),
    openJupyter,
    editAsVegaLite,
    suggestCharts: argument => suggestCharts(argument, parts.pages),
    openResult: argument => tabs.open(argument),
    exploreResult: argument => tabs.explore(argument),
    exploreEvents: (argument, selected) =>
      exploreEvents(pressed(argument, selected), { ...parts, views: { overlays, portfolios } }),
    openQuestion: argument => openQuestion(argument, tabs),
    renameQuestion: argument => renameQuestion(argument),
    removeQuestion: argument => removeQuestion(argument),
    collapseInput: argument => folding.fold(argument),
    expandInput: argument => folding.unfold(argument),
    showResultsOnly: argument => folding.showResultsOnly(argument),
    showCode: argument => folding.showCode(argument),
    copyAsPython: argument => asPages.copyAsPython(argument),
    copyAsCurl: argument => asPages.copyAsCurl(argument),
    copyLink: argument => copyLink(argument, parts.extensionId),
    whatChanged: argument => whatChanged(argument),
    compareWith: argument => compareWith(argument, parts),
    clearSnapshots: () => clearSnapshots(parts),
    allowWriting: () => grants.toggle(),
    refreshOverlays: () => overlays.refresh(undefined),
    filterOverlays: () => askFilter(overlays),
    clearOverlayFilter: () => overlays.setFilter(''),
    findCompany: () =>
      findCompany(parts, { addToPortfolio: companies => addCompanies(companies, own) }),
    learnCompanies: () => learnCompanies(parts),
    saveList,
    editList: argument => editList(argument),
    renameList: argument => renameList(argument),
    pinList: argument => pinList(argument, true),
    unpinList: argument => pinList(argument, false),
    removeList: argument => removeList(argument),
    refreshList: argument => overlays.refresh(listNameOf(rowOf(argument))),
    cancelList: argument => overlays.cancel(listNameOf(rowOf(argument)) ?? ''),
    loadMoreStocks: argument => overlays.showMore(listNameOf(rowOf(argument)) ?? ''),
    loadMoreCompanies: argument => portfolios.showMore(rowOf(argument)?.press?.argument ?? ''),
    insertList: argument => insertList(argument),
    openListAsNotebook: argument => openListAsNotebook(argument),
    copyListQuery: argument => copyListQuery(argument),
    // About the pressed row alone: others may be selected, and it need not be one of them.
    scoreHistory: argument => scoreHistory(pressed(argument, undefined)),
    compareScores: (argument, selected) => scoreHistory(pressed(argument, selected)),
    eventsAround: argument => eventsAround(pressed(argument, undefined)),
    countEvents: argument => countEvents(argument, parts.sideBar.eventTypes),
    copyEventId: argument => vscode.env.clipboard.writeText(rowOf(argument)?.id ?? ''),
    createPortfolio: () => createPortfolio(own),
    pastePortfolio: argument => pastePortfolio(argument, own),
    refreshPortfolios: argument => portfolios.refresh(rowOf(argument)),
    renamePortfolio: argument => renamePortfolio(argument, own),
    removePortfolio: argument => removePortfolio(argument, own),
    editPortfolio: argument => editPortfolio(argument, own),
    insertPortfolio: argument => insertPortfolio(argument, own, 'companies'),
    comparePortfolio: argument => insertPortfolio(argument, own, 'scores'),
    portfolioEvents: argument => insertPortfolio(argument, own, 'events'),
    addToPortfolio: (argument, selected) => addToPortfolio(pressed(argument, selected), own),
    removeFromPortfolio: (argument, selected) =>
      removeFromPortfolio(pressed(argument, selected), own),
    moveUp: argument => move(argument, 'up'),
    moveDown: argument => move(argument, 'down'),
    chooseCompany: argument => chooseCompany(argument, own),
    runSession: () => runSession(view),
    refreshSession: () => view.refresh(),
    openRows: argument => openRows(argument, session),
    insertName: argument => insertName(argument, session),
    summariseRows: argument => summariseRows(argument, session),
    goToMaker: argument => goToMaker(argument, session),
    dropItem: argument => dropItem(argument, session),
    loadMoreNames: argument => view.showMore(rowOf(argument)?.press?.argument ?? ''),
    copyEntity: (argument, selected) => copyField(pressed(argument, selected), 'entity'),
    copyTicker: (argument, selected) => copyField(pressed(argument, selected), 'ticker'),
    copyIsin: (argument, selected) => copyField(pressed(argument, selected), 'isin'),
    openDocumentation: place => openDocumentation(parts.extensionUri, place),
    showLog: () => log.show(),
  };
  const names = Object.keys(handlers) as CommandName[];
  return vscode.Disposable.from(
    asPages,
    ...names.map(name =>
      vscode.commands.registerCommand(commands[name], (argument: unknown, selected: unknown) =>
        guarded(name, () => handlers[name](argument, selected), log),
      ),
    ),
  );
}

/** A command's failure is shown once, as a sentence, and logged completely. */
async function guarded(name: CommandName, work: () => unknown, log: Log): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error(commands[name], error);
    void vscode.window.showErrorMessage(errorMessage(error));
  }
}

async function restart(
  notebook: vscode.NotebookDocument | undefined,
  { sessions, log }: Pick<CommandParts, 'sessions' | 'log'>,
): Promise<void> {
  if (!notebook) {
    const sentence = vscode.l10n.t('There is no kernel to restart: open its notebook first.');
    void vscode.window.showInformationMessage(sentence);
    return;
  }
  log.info(`The kernel of ${notebook.uri.path} is restarted.`);
  await sessions.of(notebook).restart();
  void vscode.window.setStatusBarMessage(vscode.l10n.t('Signals: the kernel was restarted'), 3000);
}

/** The cell of the pressed button, otherwise the selected cells. */
async function runWithoutCache(argument: unknown, controller: SignalsController): Promise<void> {
  const cell = vscode.window.activeNotebookEditor?.notebook
    .getCells()
    .find(candidate => candidate === argument);
  const notebook = notebookOf(argument);
  if (cell) {
    const range = new vscode.NotebookRange(cell.index, cell.index + 1);
    await controller.runWithoutCache(cell.notebook, [range]);
  } else if (notebook) {
    const selections = vscode.window.activeNotebookEditor?.selections ?? [];
    await controller.runWithoutCache(notebook, selections);
  }
}

async function runAllWithoutCache(argument: unknown, controller: SignalsController): Promise<void> {
  const notebook = notebookOf(argument);
  if (notebook) {
    const all = new vscode.NotebookRange(0, notebook.cellCount);
    await controller.runWithoutCache(notebook, [all]);
  }
}
