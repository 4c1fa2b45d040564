/** Every name that `package.json` and the code must agree on; a test compares the two in both directions. */

import { mimeTypes, rendererId } from '../core/protocol/mimeTypes';

export { mimeTypes, rendererId };

export const notebookType = 'signals-notebook';
export const notebookPattern = '*.signals';
export const controllerId = 'signals-kernel';

/** The type of the editor tab of one result. */
export const resultTabType = 'signals-result';

/** The type of the editor tab that explores a result. */
export const explorerTabType = 'signals-explorer';

/** The view type of a notebook's page beside it. */
export const pageType = 'signals-page';

export const languages = {
  sql: 'signals-sql',
  vegaLite: 'vega-lite',
} as const;

/** The source of diagnostics in the Problems view. */
export const diagnosticSource = 'signals';

export const commands = {
  newNotebook: 'signals.newNotebook',
  openTour: 'signals.openTour',
  runTour: 'signals.runTour',
  openSample: 'signals.openSample',
  choosePriceFile: 'signals.choosePriceFile',
  selectConnection: 'signals.selectConnection',
  addConnection: 'signals.addConnection',
  editConnection: 'signals.editConnection',
  removeConnection: 'signals.removeConnection',
  setToken: 'signals.setToken',
  forgetToken: 'signals.forgetToken',
  allowModels: 'signals.allowModels',
  refuseModels: 'signals.refuseModels',
  restartKernel: 'signals.restartKernel',
  runWithoutCache: 'signals.runWithoutCache',
  runAllWithoutCache: 'signals.runAllWithoutCache',
  runWithUpstream: 'signals.runWithUpstream',
  runWithDependents: 'signals.runWithDependents',
  runStale: 'signals.runStale',
  setParameter: 'signals.setParameter',
  exportResult: 'signals.exportResult',
  exportNotebook: 'signals.exportNotebook',
  openAsPage: 'signals.openAsPage',
  openJupyter: 'signals.openJupyter',
  editAsVegaLite: 'signals.editAsVegaLite',
  suggestCharts: 'signals.suggestCharts',
  openResult: 'signals.openResult',
  exploreResult: 'signals.exploreResult',
  exploreEvents: 'signals.exploreEvents',
  openQuestion: 'signals.openQuestion',
  renameQuestion: 'signals.renameQuestion',
  removeQuestion: 'signals.removeQuestion',
  collapseInput: 'signals.collapseInput',
  expandInput: 'signals.expandInput',
  showResultsOnly: 'signals.showResultsOnly',
  showCode: 'signals.showCode',
  copyLink: 'signals.copyLink',
  copyAsPython: 'signals.copyAsPython',
  copyAsCurl: 'signals.copyAsCurl',
  whatChanged: 'signals.whatChanged',
  compareWith: 'signals.compareWith',
  clearSnapshots: 'signals.clearSnapshots',
  allowWriting: 'signals.allowWriting',
  refreshOverlays: 'signals.refreshOverlays',
  filterOverlays: 'signals.filterOverlays',
  clearOverlayFilter: 'signals.clearOverlayFilter',
  findCompany: 'signals.findCompany',
  learnCompanies: 'signals.learnCompanies',
  saveList: 'signals.saveList',
  editList: 'signals.editList',
  renameList: 'signals.renameList',
  pinList: 'signals.pinList',
  unpinList: 'signals.unpinList',
  removeList: 'signals.removeList',
  refreshList: 'signals.refreshList',
  cancelList: 'signals.cancelList',
  loadMoreStocks: 'signals.loadMoreStocks',
  loadMoreCompanies: 'signals.loadMoreCompanies',
  insertList: 'signals.insertList',
  openListAsNotebook: 'signals.openListAsNotebook',
  copyListQuery: 'signals.copyListQuery',
  scoreHistory: 'signals.scoreHistory',
  compareScores: 'signals.compareScores',
  eventsAround: 'signals.eventsAround',
  countEvents: 'signals.countEvents',
  copyEventId: 'signals.copyEventId',
  createPortfolio: 'signals.createPortfolio',
  pastePortfolio: 'signals.pastePortfolio',
  refreshPortfolios: 'signals.refreshPortfolios',
  renamePortfolio: 'signals.renamePortfolio',
  removePortfolio: 'signals.removePortfolio',
  editPortfolio: 'signals.editPortfolio',
  insertPortfolio: 'signals.insertPortfolio',
  comparePortfolio: 'signals.comparePortfolio',
  portfolioEvents: 'signals.portfolioEvents',
  addToPortfolio: 'signals.addToPortfolio',
  removeFromPortfolio: 'signals.removeFromPortfolio',
  moveUp: 'signals.moveUp',
  moveDown: 'signals.moveDown',
  chooseCompany: 'signals.chooseCompany',
  runSession: 'signals.runSession',
  refreshSession: 'signals.refreshSession',
  openRows: 'signals.openRows',
  insertName: 'signals.insertName',
  summariseRows: 'signals.summariseRows',
  goToMaker: 'signals.goToMaker',
  dropItem: 'signals.dropItem',
  loadMoreNames: 'signals.loadMoreNames',
  copyEntity: 'signals.copyEntity',
  copyTicker: 'signals.copyTicker',
  copyIsin: 'signals.copyIsin',
  openDocumentation: 'signals.openDocumentation',
  showLog: 'signals.showLog',
} as const;

/** Runs a fix that moves a cell; only used by the fix, and so not in the manifest. */
export const moveCellCommand = 'signals.fix.moveCell';

/** Requests companies from the connection in use; only offered by completion. */
export const findCompaniesCommand = 'signals.completion.findCompanies';

/** Opens the cell of a tab of an earlier window; only used by the tab's link. */
export const showTabCellCommand = 'signals.tab.showCell';

/** Asks the question of an explorer of an earlier window again; only used by the tab's link. */
export const askAgainCommand = 'signals.tab.askAgain';

/** Undo and redo what a command changed in a cell; only used by the keys of undo and redo. */
export const stepCommands = { undo: 'signals.undoChange', redo: 'signals.redoChange' } as const;

/** Context keys for `when` clauses about notebooks. */
export const contextKeys = {
  hasStale: 'signals.hasStaleCells',
  hasParameters: 'signals.hasParameters',
  resultsOnly: 'signals.resultsOnly',
  hasChangedCell: 'signals.hasChangedCell',
  overlayFilter: 'signals.overlayFilter',
  session: 'signals.session',
} as const;

/** The provider of the Accounts menu. */
export const accountsProvider = 'signals';

/** Colours that the manifest declares. The orange of charts is nearly transparent in some themes. */
export const colours = { orange: 'signals.orange' } as const;

/** The container of the activity bar, and its views. */
export const viewContainer = 'signals';
export const views = {
  connections: 'signals.connections',
  overlays: 'signals.overlays',
  portfolios: 'signals.portfolios',
  eventTypes: 'signals.eventTypes',
  questions: 'signals.questions',
  session: 'signals.sessionContents',
} as const;

/** The tools for language models; `core/agents` says what each does. */
export const languageModelTools = [
  'signals_describe',
  'signals_run_sql',
  'signals_list_overlays',
  'signals_company_events',
  'signals_compare_runs',
  'signals_read_cell',
  'signals_insert_cell',
  'signals_replace_cell',
] as const;

/** What offers the sandbox as an MCP server. */
export const mcpServerProvider = 'signals.sandbox';

/** Setting keys after `signals.` */
export const settings = {
  connections: 'connections',
  outputs: 'notebook.outputs',
  snapshotDays: 'snapshots.days',
  firstPageRows: 'notebook.firstPageRows',
  cacheMinutes: 'cache.minutes',
  entitiesPerRequest: 'requests.entitiesPerRequest',
  eventDaysPerRequest: 'requests.eventDaysPerRequest',
  idleTimeoutSeconds: 'requests.idleTimeoutSeconds',
  totalTimeoutSeconds: 'requests.totalTimeoutSeconds',
  maxRows: 'maxRows',
  memoryLimit: 'kernel.memoryLimit',
  spillLimit: 'kernel.spillLimit',
  vendorField: 'vendorField',
  portfolios: 'portfolios',
  palette: 'charts.palette',
  dateHints: 'inlayHints.dates',
  countHints: 'inlayHints.entities',
  exportColours: 'charts.exportColours',
  overlayViews: 'overlays.views',
  overlayPoll: 'overlays.poll',
  questions: 'explorer.questions',
  modelConnections: 'agents.connections',
  toolTimeLimit: 'agents.timeLimitSeconds',
} as const;

export const settingsSection = 'signals';

export const walkthroughId = 'signals.start';
