/**
 * The explorer of one result: search, facets and a timeline over the notebooks' own grid.
 *
 * The filters are those of the grid, whoever sets them: a click on a facet, the brush, a chip or the menu of a column.
 * Each change asks for all counts anew and cancels what an earlier change asked.
 */

import { errorMessage } from '../../core/base/errorMessage';
import { groupedInteger } from '../../core/base/groupedInteger';
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
import { Lifetime } from '../lifetime';
import { goOnFrom } from '../table/keptTables';
import { footerView, notesView } from '../footerView';
import { statusLine } from '../statusLine';
import { adoptStyles } from '../styles';
import { giveRoom } from '../table/tableModel';
import { TableView } from '../table/tableView';
import { toolButton } from '../toolbar';
import type { TabPlace } from '../tabPage';
import styles from './explorer.css';
import { ComparisonView } from './comparisonView';
import { FacetList } from './facetList';
import { markFound } from './foundText';
import { nothingFound } from './nothingFound';
import { PartColours } from './partColours';
import { RowDetails } from './rowDetails';
import { TimelineView, type DayRange } from './timelineView';

/** A search begins after this pause in typing. */
const TYPING_MS = 200;
/** Work that takes longer is shown. */
const PATIENCE_MS = 200;

type ExploredOutput = ResultOutput & { readonly table: ResultTable };

export class ExplorerView {
  private readonly grid: TableView;
  private readonly status = statusLine();
  private readonly search = element('input', {
    class: 'ms-field ms-x-search',
    attributes: { type: 'search', maxlength: '1000', spellcheck: 'false' },
  });
  private readonly count = element('span', { class: 'ms-x-count', attributes: { role: 'status' } });
  private readonly busy = element('div', {
    class: 'ms-x-busy',
    attributes: { role: 'progressbar' },
  });
  private readonly back = toolButton('back', 'Back', () => this.step(-1));
  private readonly forward = toolButton('forward', 'Forward', () => this.step(1));
  private readonly nothing = element('div', {
    class: 'ms-x-nothing',
    attributes: { role: 'status' },
  });
  private readonly body = element('div', { class: 'ms-x-body' });
  private readonly gridPlace = element('div', { class: 'ms-x-rows' });
  private readonly group = toolButton('group', 'Group mentions by event', () =>
    this.change({ grouped: !this.state.grouped }),
  );
  private readonly exporting = toolButton('export', 'Export rows…', () => this.export());
  private readonly saving = toolButton('save', 'Save question…', () =>
    this.where.request({ type: 'saveQuestion', question: this.named }),
  );
  /** The grid of events, while mentions are grouped. */
  private events: {
    readonly view: TableView;
    readonly table: ResultTable;
    readonly lifetime: Lifetime;
  } | null = null;
  private comparison!: ComparisonView;
  private readonly comparing = toolButton('compare', 'Compare two parts', () => {
    if (this.comparison.isOpen) {
      this.closeComparison();
    } else {
      this.comparing.setAttribute('aria-pressed', 'true');
      this.beside.hidden = true;
      void this.comparison.open();
    }
  });
  private readonly beside = element('div', { class: 'ms-x-beside' });
  private readonly details: RowDetails;
  private facets!: FacetList;
  private timeline: TimelineView | null = null;
  private explored: Explored = { time: null, facets: [], searched: [] };
  private state: QuestionState = { filters: [], unit: null, stack: null, grouped: false };
  private history: StateHistory = { states: [], at: -1 };
  private readonly colours: PartColours;
  private asking = new AbortController();
  /** The range that a moving brush has reached, while an answer for an earlier one is awaited. */
  private moved: { readonly range: DayRange | null } | undefined;
  private isMoving = false;
  private isStepping = false;
  /** Whether the status line says why counts or rows are missing. */
  private hasFailed = false;

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
    this.details = new RowDetails({ table, channel, colours: this.colours }, () => ({
      view: this.shownGrid,
      columns: this.events?.table.columns ?? table.columns,
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
      text: `Preparing ${rowsText(table.rowCount)}…`,
      attributes: { role: 'status' },
    });
    place.append(waiting);
    try {
      if (restored) {
        throw new Error('The session that held this result has ended. Run the cell again.');
      }
      const signal = this.asking.signal;
      this.explored = await channel.ask('explored', { resultId: table.id }, signal);
    } catch (error) {
      waiting.textContent = `These rows cannot be explored: ${errorMessage(error)}`;
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
      },
      () => this.closeComparison(),
    );
    lifetime.add(() => this.comparison.close());
    this.build();
    onEnd(() => this.end());
    lifetime.add(onThemeChange(() => this.paintColours()));
    lifetime.observeSize(this.gridPlace, () => this.shownGrid.refit());
    lifetime.add(() => this.events?.lifetime.end());
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
    if (missing.length > 0) {
      const lacked = missing.map(name => visibleText(name)).join(', ');
      this.status.showBriefly(`These rows lack ${lacked}: what was asked of that is left out.`);
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
    const searchedNames = this.explored.searched.map(column => this.names[column] ?? '');
    this.search.placeholder = 'Search';
    this.search.setAttribute('aria-label', 'Search text');
    this.search.title = `Searches ${searchedNames.join(', ')}`;
    this.search.disabled = searchedNames.length === 0;
    const bar = element('div', { class: 'ms-x-bar' }, [
      this.search,
      this.count,
      element(
        'div',
        { class: 'ms-x-tools', attributes: { role: 'toolbar', 'aria-label': 'Explorer' } },
        [
          this.back,
          this.forward,
          ...(areMentions(table.columns) ? [this.group] : []),
          this.details.button,
          ...(this.explored.facets.length === 0 ? [] : [this.comparing]),
          this.exporting,
          ...(this.explored.time === null
            ? []
            : [toolButton('overview', 'Open timeline as chart', () => this.drawTimeline())]),
          this.saving,
          toolButton('copy', 'Copy as SQL', () => this.writeSql('clipboard')),
          button('Open as Cell', 'ms-button', () => this.writeSql('cell')),
        ],
      ),
    ]);
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
          onMove: range => this.moveBrush(range),
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
    this.busy.setAttribute('aria-label', 'Counting');
    this.where.place.className = 'ms-x';
    this.where.place.append(
      this.busy,
      bar,
      ...(isOverview ? [this.overview()] : []),
      this.body,
      this.status.node,
      element('div', { class: 'ms-x-foot' }, [footer, ...rights, ...notesView(notes)]),
    );
    this.listen();
  }

  /** Counts are no mentions: what that means, and how to get those. */
  private overview(): HTMLElement {
    const text =
      'A row for each counted event. Mentions have the text fields; their number need not agree.';
    const load = button('Load Mentions…', 'ms-button', () =>
      this.where.request({ type: 'loadMentions', question: this.named }),
    );
    return element('div', { class: 'ms-x-overview' }, [element('span', { text }), load]);
  }

  private listen(): void {
    const { lifetime } = this.where;
    let typing: ReturnType<typeof setTimeout> | undefined;
    lifetime.listen(this.search, 'input', () => {
      clearTimeout(typing);
      typing = setTimeout(() => {
        const { searched: columns } = this.explored;
        this.filter(searched(this.state.filters, columns, this.search.value));
      }, TYPING_MS);
    });
    lifetime.add(() => clearTimeout(typing));
    lifetime.listen(document.body, 'keydown', event => {
      const isStep = event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
      if (isStep) {
        event.preventDefault();
        this.step(event.key === 'ArrowLeft' ? -1 : 1);
      } else if (event.key === 'f' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.search.focus();
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
    if (next.at === this.history.at || !state) {
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

  private brush(range: DayRange | null): void {
    this.isMoving = false;
    this.moved = undefined;
    const column = this.explored.time?.column;
    if (column !== undefined) {
      this.filter(brushed(this.state.filters, column, range));
    }
  }

  private prepareBrush(): void {
    const { id: resultId } = this.output.table;
    const facets = this.facets.questions.map(({ column }) => column);
    const question = { resultId, filters: this.state.filters, facets };
    this.where.channel
      .ask('brush', question, this.asking.signal)
      .catch((error: unknown) => this.fail(error));
  }

  /** While the brush moves, one question is asked at a time, and the last one always. */
  private moveBrush(range: DayRange | null): void {
    const isAsking = this.moved !== undefined;
    this.moved = { range };
    this.isMoving = true;
    if (!isAsking) {
      void this.followBrush();
    }
  }

  private async followBrush(): Promise<void> {
    const column = this.explored.time?.column;
    const { signal } = this.asking;
    while (this.moved && column !== undefined && !signal.aborted) {
      const { moved } = this;
      const filters = brushed(this.state.filters, column, moved.range);
      const question = { ...this.question(filters), timeline: null };
      try {
        const answer = await this.where.channel.ask('explore', question, signal);
        if (this.isMoving) {
          this.paint(answer, filters);
        }
      } catch (error) {
        this.fail(error);
        this.moved = undefined;
      }
      if (this.moved === moved) {
        this.moved = undefined;
      }
    }
    this.moved = undefined;
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
    this.moved = undefined;
    this.isMoving = false;
    const { signal } = this.asking;
    const { filters } = this.state;
    const patience = setTimeout(() => {
      this.busy.hidden = false;
    }, PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(patience));
    this.search.value =
      document.activeElement === this.search ? this.search.value : searchOf(filters);
    this.back.toggleAttribute('disabled', this.history.at <= 0);
    this.forward.toggleAttribute('disabled', this.history.at >= this.history.states.length - 1);
    this.group.setAttribute('aria-pressed', String(this.state.grouped));
    this.exporting.toggleAttribute('disabled', this.state.grouped);
    if (this.state.grouped) {
      void this.showEvents(filters, signal);
    } else if (this.events) {
      this.events.lifetime.end();
      this.events = null;
      this.gridPlace.replaceChildren(this.grid.place);
      this.grid.refit();
    }
    if (this.comparison.isOpen) {
      void this.comparison.refresh();
    }
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

  private closeComparison(): void {
    this.comparison.close();
    this.comparing.setAttribute('aria-pressed', 'false');
    this.beside.hidden = false;
    this.shownGrid.refit();
    this.comparing.focus();
  }

  private fail(error: unknown): void {
    this.hasFailed = true;
    this.status.show(errorMessage(error));
  }

  private get shownGrid(): TableView {
    return this.events?.view ?? this.grid;
  }

  /** Shows a row an event in place of a row a mention. */
  private async showEvents(filters: readonly ColumnFilter[], signal: AbortSignal): Promise<void> {
    const { channel } = this.where;
    const { id: resultId } = this.output.table;
    try {
      const table = await channel.ask('mentions', { resultId, filters }, signal);
      if (this.events) {
        goOnFrom(this.events.table, table);
        this.events.lifetime.end();
      }
      const lifetime = new Lifetime();
      const view = new TableView(table, table.rowCount, channel, lifetime);
      this.events = { view, table, lifetime };
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
    const all = this.output.table.rowCount;
    if (timeline) {
      this.colours.follow(timeline.stack);
    }
    this.count.textContent =
      rowCount === all ? rowsText(all) : `${groupedInteger(rowCount)} of ${rowsText(all)}`;
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
      this.status.showBriefly('The SQL of these rows is on the clipboard.');
    }
  }

  /** No kernel has the rows: what is shown stays, and nothing more can be asked. */
  private end(): void {
    this.asking.abort();
    this.busy.hidden = true;
    this.where.place.classList.add('ms-x-ended');
    this.where.banner.append(
      ' ',
      button('Ask again', 'ms-link', () =>
        this.where.request({ type: 'askAgain', question: this.named }),
      ),
    );
    const { facets, timeline, search, back, forward, group, exporting } = this;
    for (const part of [facets.node, timeline?.node, search, back, forward, group, exporting]) {
      part?.toggleAttribute('inert', true);
    }
  }
}
