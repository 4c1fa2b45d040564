/**
 * The explorer of one result: search, facets and a timeline over the notebooks' own grid.
 *
 * The filters are those of the grid, whoever sets them: a click on a facet, the brush, a chip or the menu of a column.
 * Each change asks for all counts anew and cancels what an earlier change asked.
 */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import { dayOfPlainDate, parsePlainDate } from '../../core/base/plainDate';
import {
  brushed,
  brushOf,
  firstState,
  namedState,
  searched,
  searchOf,
  stateFor,
  stepped,
  unitsFor,
  visited,
  type StateHistory,
} from '../../core/explorer/questionState';
import { areMentions } from '../../core/explorer/mentions';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import {
  readNamedState,
  type Exploration,
  type Explored,
  type ExploreParams,
  type NamedState,
  type QuestionState,
  type TimelineUnit,
  type Written,
} from '../../core/protocol/exploration';
import { rowsText } from '../../core/protocol/footer';
import type { ResultTable } from '../../core/protocol/outcome';
import type { ResultOutput } from '../../core/protocol/output';
import { visibleText } from '../../core/base/visibleText';
import { categoryTheme } from '../chart/vegaConfig';
import { onThemeChange, readThemeColours } from '../chart/themeColours';
import { button, element } from '../dom';
import { incompleteLine } from '../incompleteLine';
import { footerView, notesView } from '../footerView';
import { statusLine } from '../statusLine';
import { adoptStyles } from '../styles';
import { giveRoom } from '../table/tableModel';
import { TableView } from '../table/tableView';
import type { TabPlace } from '../tabPage';
import styles from './explorer.css';
import { ComparisonView } from './comparisonView';
import { EventsGrid } from './eventsGrid';
import { ExplorerBar } from './explorerBar';
import { FacetList } from './facetList';
import { markFound } from './foundText';
import { MovingBrush } from './movingBrush';
import { nothingFound } from './nothingFound';
import { PartColours } from './partColours';
import { RowDetails } from './rowDetails';
import { TimelineView, type DayRange } from './timelineView';

/** Work that takes longer is shown. */
const PATIENCE_MS = 200;
const endedReason = (): string => t('the session has ended, ask again');

type ExploredOutput = ResultOutput & { readonly table: ResultTable };

export class ExplorerView {
  private readonly grid: TableView;
  private readonly status = statusLine();
  private readonly busy = element('div', {
    class: 'ms-x-busy',
    attributes: { role: 'progressbar' },
  });
  private readonly nothing = element('div', {
    class: 'ms-x-nothing',
    attributes: { role: 'status' },
  });
  private readonly body = element('div', { class: 'ms-x-body' });
  private readonly gridPlace = element('div', { class: 'ms-x-rows' });
  private readonly events: EventsGrid;
  private readonly brushing = new MovingBrush({
    filtersIn: range => this.filtersIn(range),
    ask: (filters, signal) =>
      this.where.channel.ask('explore', { ...this.question(filters), timeline: null }, signal),
    paint: (answer, filters) => this.paint(answer, filters),
    fail: error => this.fail(error),
  });
  private bar!: ExplorerBar;
  private comparison!: ComparisonView;
  private incomplete: readonly HTMLElement[] = [];
  private readonly beside = element('div', { class: 'ms-x-beside' });
  private readonly details: RowDetails;
  private facets!: FacetList;
  private timeline: TimelineView | null = null;
  private explored: Explored = { time: null, facets: [], searched: [] };
  private state: QuestionState = firstState({ time: null, facets: [], searched: [] });
  private history: StateHistory = { states: [], at: -1 };
  private readonly colours: PartColours;
  private asking = new AbortController();
  private isStepping = false;
  /** Whether the status line says why counts or rows are missing. */
  private hasFailed = false;
  private isOver = false;

  constructor(
    private readonly output: ExploredOutput,
    private readonly where: TabPlace,
  ) {
    const { table, restored } = output;
    const { channel, lifetime, place } = where;
    adoptStyles(place, styles);
    document.body.classList.add('ms-explorer');
    this.colours = new PartColours(() => categoryTheme(readThemeColours(place)));
    giveRoom(() => this.gridPlace.clientHeight - this.scrollBar);
    this.grid = new TableView(table, table.rowCount, restored ? null : channel, lifetime);
    this.events = new EventsGrid(channel, table.id);
    const ended = () =>
      this.isOver ? t('Mentions and series cannot be loaded: {0}.', endedReason()) : null;
    this.details = new RowDetails({ table, channel, colours: this.colours, ended }, () => ({
      view: this.shownGrid,
      columns: this.events.shown?.table.columns ?? table.columns,
    }));
    lifetime.add(() => this.asking.abort());
    lifetime.add(() => this.details.panel.close());
  }

  /** Asks what can be explored, and shows it. */
  async start(): Promise<void> {
    const { place, channel, lifetime, kept, question, onEnd } = this.where;
    const { table, restored } = this.output;
    const waiting = element('div', {
      class: 'ms-empty',
      text: t('Preparing {0}…', rowsText(table.rowCount)),
      attributes: { role: 'status' },
    });
    place.append(waiting);
    try {
      if (restored) {
        throw new Error(t('The session that held this result has ended. Run the cell again.'));
      }
      const signal = this.asking.signal;
      this.explored = await channel.ask('explored', { resultId: table.id }, signal);
    } catch (error) {
      waiting.textContent = t('These rows cannot be explored: {0}', errorMessage(error));
      const unasked = readNamedState(kept) ?? question;
      if (unasked) {
        onEnd(() => this.offerAgain(unasked));
      }
      return;
    }
    waiting.remove();
    const begun = readNamedState(kept) ?? question;
    const { state, missing } = begun ? stateFor(begun, this.names) : { state: null, missing: [] };
    this.state = { ...firstState(this.explored), ...state };
    this.facets = new FacetList(
      {
        ...{ names: this.names, facts: this.explored.facets, colours: this.colours },
        filters: () => this.state.filters,
      },
      {
        onFilters: filters => this.filter(filters),
        onChange: () => this.ask(),
      },
    );
    this.comparison = new ComparisonView(
      {
        ...{ resultId: table.id, names: this.names, explored: this.explored, channel },
        filters: () => this.state.filters,
        compared: () => this.state.compared,
      },
      {
        onCompare: compared => this.change({ compared }),
        onClose: () => this.compare(null),
      },
    );
    lifetime.add(() => this.comparison.close());
    this.build();
    lifetime.add(onThemeChange(() => this.paintColours()));
    lifetime.observeSize(this.gridPlace, () => this.shownGrid.refit());
    lifetime.add(() => this.events.end());
    this.history = visited(this.history, this.state);
    this.isStepping = true;
    this.details.offer(this.grid);
    this.grid.arranging.onFilters = filters => this.follow(filters);
    this.grid.showIn(this.gridPlace);
    this.gridPlace.after(this.grid.status.node);
    this.grid.arranging.filterAll(this.state.filters);
    this.isStepping = false;
    this.where.keep(this.named);
    this.ask();
    onEnd(() => this.end());
    if (missing.length > 0) {
      const lacked = missing.map(name => visibleText(name)).join(', ');
      this.status.showBriefly(
        t(
          'These rows have no column {0}: the parts of the question that use it are left out.',
          lacked,
        ),
      );
    }
  }

  private get named(): NamedState {
    return namedState(this.state, this.names);
  }

  /** px of the grid's horizontal scroll bar; the grid may still be under construction. */
  private get scrollBar(): number {
    const node = this.gridPlace.querySelector<HTMLElement>('.ms-table');
    return node ? node.offsetHeight - node.clientHeight : 0;
  }

  private get names(): readonly string[] {
    return this.output.table.columns.map(({ name }) => name);
  }

  private build(): void {
    const { provenance, copyright, notes, table, restored } = this.output;
    const { isOverview } = this.where;
    const [footer, ...rights] = footerView(
      { provenance, rowCount: table.rowCount, restored },
      copyright,
    );
    this.bar = this.makeBar();
    this.incomplete = incompleteLine(this.output, () =>
      this.where.request({ type: 'askAgain', question: this.named }),
    );
    this.beside.append(
      element('div', { class: 'ms-x-listed' }, [this.gridPlace]),
      this.details.panel.node,
    );
    const main = element('div', { class: 'ms-x-main' });
    const { time } = this.explored;
    if (time !== null) {
      this.timeline = new TimelineView(
        { time, facets: this.explored.facets, names: this.names, colours: this.colours },
        {
          onBegin: () => this.prepareBrush(),
          onMove: range => this.brushing.move(range, this.asking.signal),
          onBrush: range => this.brush(range),
          onUnit: unit => this.change({ unit }),
          onStack: stack => this.change({ stack }),
        },
        this.where.lifetime,
      );
      main.append(this.timeline.node);
    }
    this.nothing.hidden = true;
    main.append(this.grid.arranging.line.node, this.nothing, this.beside, this.comparison.node);
    this.body.append(this.facets.node, main);
    this.busy.hidden = true;
    this.busy.setAttribute('aria-label', t('Counting'));
    this.where.place.className = 'ms-x';
    this.where.place.append(
      this.busy,
      ...this.incomplete,
      this.bar.node,
      ...(isOverview ? [this.overview()] : []),
      this.body,
      this.status.node,
      element('div', { class: 'ms-x-foot' }, [footer, ...rights, ...notesView(notes)]),
    );
    this.listen();
  }

  /** Counts are no mentions: what that means, and how to get those. */
  private overview(): HTMLElement {
    const text = t(
      'A row for each counted event. Mentions have the text fields; their number need not agree.',
    );
    const load = button(t('Load Mentions…'), 'ms-button', () =>
      this.where.request({ type: 'loadMentions', question: this.named }),
    );
    return element('div', { class: 'ms-x-overview' }, [element('span', { text }), load]);
  }

  private makeBar(): ExplorerBar {
    const { facets, time, searched: columns } = this.explored;
    const facts = {
      searched: columns.map(column => this.names[column] ?? ''),
      areMentions: areMentions(this.output.table.columns),
      hasFacets: facets.length > 0,
      hasTime: time !== null,
      details: this.details.button,
    };
    const actions = {
      onSearch: (text: string) => this.filter(searched(this.state.filters, columns, text)),
      onStep: (step: -1 | 1) => this.step(step),
      onGroup: () => this.change({ grouped: !this.state.grouped }),
      onCompare: () => this.compare(this.state.compared ? null : ['', '']),
      onExport: () => this.export(),
      onTimeline: () => this.drawTimeline(),
      onSave: () => this.where.request({ type: 'saveQuestion', question: this.named }),
      onSql: (target: 'cell' | 'clipboard') => this.writeSql(target),
    };
    return new ExplorerBar(facts, actions, this.where.lifetime);
  }

  private listen(): void {
    const { lifetime } = this.where;
    lifetime.listen(document.body, 'keydown', event => {
      const isStep = event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
      if (isStep) {
        // VS Code goes back and forward through editors with these keys.
        event.stopPropagation();
        event.preventDefault();
        this.step(event.key === 'ArrowLeft' ? -1 : 1);
      } else if (event.key === 'f' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.bar.focusSearch();
      }
    });
    lifetime.add(markFound(this.body, () => searchOf(this.state.filters)));
  }

  /** A new question of the reader: all parts follow, and Back returns from it. */
  private filter(filters: readonly ColumnFilter[]): void {
    this.grid.arranging.filterAll(filters);
  }

  /** The grid has been asked for other rows: by this view, a chip, or the menu of a column. */
  private follow(filters: readonly ColumnFilter[]): void {
    if (JSON.stringify(filters) === JSON.stringify(this.state.filters)) {
      return;
    }
    this.change({ filters });
  }

  private change(change: Partial<QuestionState>): void {
    // The grid takes back what a session that ended has not answered: the question stays as it was asked.
    if (this.isOver) {
      return;
    }
    this.state = { ...this.state, ...change };
    if (!this.isStepping) {
      this.history = visited(this.history, this.state);
    }
    this.where.keep(this.named);
    this.facets.repaint();
    this.ask();
  }

  private step(step: -1 | 1): void {
    const next = stepped(this.history, step);
    const state = next.states[next.at];
    if (next.at === this.history.at || !state || this.isOver) {
      return;
    }
    this.history = next;
    this.isStepping = true;
    const hasOtherRows = JSON.stringify(state.filters) !== JSON.stringify(this.state.filters);
    this.change(state);
    if (hasOtherRows) {
      this.grid.arranging.filterAll(state.filters);
    }
    this.isStepping = false;
  }

  /** Compares two parts, or none. */
  private compare(compared: [string, string] | null): void {
    this.change({ compared });
    if (compared) {
      this.comparison.focus();
    } else {
      this.bar.focusCompare();
    }
  }

  private filtersIn(range: DayRange | null): readonly ColumnFilter[] {
    const column = this.explored.time?.column;
    return column === undefined ? this.state.filters : brushed(this.state.filters, column, range);
  }

  private brush(range: DayRange | null): void {
    this.brushing.stop();
    this.filter(this.filtersIn(range));
  }

  private prepareBrush(): void {
    const { id: resultId } = this.output.table;
    const facets = this.facets.questions.map(({ column }) => column);
    const question = { resultId, filters: this.state.filters, facets };
    this.where.channel
      .ask('brush', question, this.asking.signal)
      .catch((error: unknown) => this.fail(error));
  }

  private question(filters: readonly ColumnFilter[]): ExploreParams {
    return {
      resultId: this.output.table.id,
      filters,
      timeline: { unit: this.unit, stack: this.state.stack },
      facets: this.facets.questions,
    };
  }

  private get unit(): TimelineUnit {
    return this.state.unit ?? unitsFor(this.dayCount).first;
  }

  private get dayCount(): number {
    const { time } = this.explored;
    const from = time && parsePlainDate(time.from);
    const to = time && parsePlainDate(time.to);
    return from && to ? dayOfPlainDate(to) - dayOfPlainDate(from) + 1 : 1;
  }

  /** Asks for all counts; an earlier question is cancelled. */
  private ask(): void {
    this.asking.abort();
    this.asking = new AbortController();
    this.brushing.stop();
    const { signal } = this.asking;
    const { filters } = this.state;
    const patience = setTimeout(() => {
      this.busy.hidden = false;
    }, PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(patience));
    this.showState(signal);
    this.where.channel
      .ask('explore', this.question(filters), signal)
      .then(
        answer => {
          if (this.hasFailed) {
            this.status.show('');
          }
          this.hasFailed = false;
          this.paint(answer, filters);
        },
        (error: unknown) => this.fail(error),
      )
      .finally(() => {
        clearTimeout(patience);
        this.busy.hidden = true;
      });
  }

  /** Bar, grid and comparison as the state wants them. */
  private showState(signal: AbortSignal): void {
    const { filters, grouped, compared } = this.state;
    const { at, states } = this.history;
    this.bar.show({
      search: searchOf(filters),
      canGoBack: at > 0,
      canGoForward: at < states.length - 1,
      isGrouped: grouped,
      isCompared: compared !== null,
    });
    if (grouped) {
      void this.showEvents(filters, signal);
    } else if (this.events.shown) {
      this.events.end();
      this.gridPlace.replaceChildren(this.grid.place);
      this.grid.refit();
    }
    const wasHidden = this.beside.hidden;
    this.beside.hidden = compared !== null;
    if (wasHidden && !this.beside.hidden) {
      this.shownGrid.refit();
    }
    void this.comparison.refresh();
  }

  private fail(error: unknown): void {
    this.hasFailed = true;
    this.status.show(errorMessage(error));
  }

  private get shownGrid(): TableView {
    return this.events.shown?.view ?? this.grid;
  }

  /** Shows a row an event in place of a row a mention. */
  private async showEvents(filters: readonly ColumnFilter[], signal: AbortSignal): Promise<void> {
    try {
      const { view } = await this.events.group(filters, signal);
      this.details.offer(view);
      this.gridPlace.replaceChildren();
      view.showIn(this.gridPlace);
      view.refit();
      this.details.follow();
    } catch (error) {
      this.fail(error);
    }
  }

  private paint(answer: Exploration, filters: readonly ColumnFilter[]): void {
    const { rowCount, timeline } = answer;
    if (timeline) {
      this.colours.follow(timeline.stack);
    }
    this.bar.showCount(rowCount, this.output.table.rowCount);
    this.facets.paint(answer.facets);
    const { time } = this.explored;
    if (timeline && time) {
      const { from = null, to = null } = brushOf(filters, time.column) ?? {};
      const range =
        from === null && to === null ? null : { from: from ?? time.from, to: to ?? time.to };
      this.timeline?.paint({ timeline, range, unit: this.unit, chosen: this.state });
    }
    this.paintNothing(answer, filters);
    this.body.dataset['msRows'] = String(rowCount);
  }

  private paintColours(): void {
    this.colours.refresh();
    this.facets.repaint();
    this.timeline?.repaint();
    this.details.panel.repaint();
  }

  private paintNothing({ rowCount, without }: Exploration, filters: readonly ColumnFilter[]): void {
    this.nothing.hidden = rowCount > 0 || filters.length === 0;
    this.gridPlace.hidden = !this.nothing.hidden;
    this.nothing.replaceChildren(
      ...(this.nothing.hidden
        ? []
        : nothingFound(filters, without, this.names, next => this.filter(next))),
    );
  }

  private export(): void {
    const { arrangement, order } = this.grid.model;
    this.where.channel.exportResult(this.output.table.id, { arrangement, columns: order });
  }

  private drawTimeline(): void {
    const time = this.explored.time?.column;
    if (time !== undefined) {
      this.writeSql('cell', { kind: 'timeline', time, unit: this.unit, stack: this.state.stack });
    }
  }

  private writeSql(target: 'cell' | 'clipboard', what?: Written): void {
    const { table } = this.output;
    const arrangement = { filters: this.state.filters, sort: this.grid.model.wanted.sort };
    const rows: Written = { kind: this.state.grouped ? 'events' : 'rows' };
    this.where.channel.writeSql({ resultId: table.id, arrangement, what: what ?? rows, target });
    if (target === 'clipboard') {
      this.status.showBriefly(t('The SQL of these rows is on the clipboard.'));
    }
  }

  private offerAgain(question: NamedState): void {
    const { banner, request } = this.where;
    const ask = button(t('Ask again'), 'ms-link', () => request({ type: 'askAgain', question }));
    banner.append(' ', ask);
  }

  /** No kernel has the rows: what is shown stays, and nothing more can be asked. */
  private end(): void {
    this.isOver = true;
    this.asking.abort();
    this.busy.hidden = true;
    this.where.place.classList.add('ms-x-ended');
    this.offerAgain(this.named);
    this.bar.end(endedReason());
    this.grid.arranging.rows.end();
    this.events.shown?.view.arranging.rows.end();
    this.details.panel.end(t('Mentions and series cannot be loaded: {0}.', endedReason()));
    this.incomplete.forEach(line => line.querySelector('button')?.remove());
    const chips = this.grid.arranging.line.node;
    for (const part of [this.facets.node, this.timeline?.node, this.comparison.node, chips]) {
      part?.toggleAttribute('inert', true);
    }
    this.body.title = t('Nothing more can be selected: {0}.', endedReason());
  }
}
