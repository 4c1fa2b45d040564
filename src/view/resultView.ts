/** A result in its cell: chart or table, notes and footer. */

import { t } from '../core/base/translations';
import { changesSentence, type ChangesSummary } from '../core/protocol/changesSummary';
import { rowsText } from '../core/protocol/footer';
import { testSentence } from '../core/protocol/testSentence';
import type { ResultTable } from '../core/protocol/outcome';
import { outputRowCount, type ResultOutput } from '../core/protocol/output';
import { ChartView } from './chart/chartView';
import { element, button } from './dom';
import { footerView, notesView } from './footerView';
import type { HostChannel } from './hostChannel';
import { incompleteLine } from './incompleteLine';
import type { Lifetime } from './lifetime';
import { MarkRows } from './markRows';
import { otherTableTools, resultTools, type FaceTools, type ResultParts } from './resultTools';
import { statusLine } from './statusLine';
import { SuggestionCards, type SuggestionRequests } from './suggestions';
import type { CellPlace } from './table/gridKeys';
import { keptTable } from './table/keptTables';
import { TableView } from './table/tableView';
import { faceButtons, opensDialog, resultToolbar, type ResultFace } from './toolbar';

export interface ResultPlace {
  readonly place: HTMLElement;
  readonly channel: HostChannel;
  readonly lifetime: Lifetime;
  /** Absent if no command can request them. */
  readonly requests?: SuggestionRequests;
  /** False if the result is in a tab of its own. */
  readonly canOpenBeside: boolean;
  /** The focused cell of the grid that this one replaces. */
  readonly keyboard?: CellPlace | undefined;
}

/** @returns A promise that resolves when the chart, if any, is drawn. */
export async function showResult(output: ResultOutput, where: ResultPlace): Promise<void> {
  const { place, channel, lifetime, canOpenBeside } = where;
  const { table, chart, provenance, restored } = output;
  const live = !restored && channel.connected;
  const shownRows = table === null || live ? table?.rowCount : table.rows.length;
  const body = element('div', { class: 'ms-result' });
  const foot = element('div', { class: 'ms-foot' });
  const rowCount = outputRowCount(output);
  const [footer, ...rights] = footerView({ provenance, rowCount, restored }, output.copyright);
  foot.append(footer);
  const { fetchedAt } = provenance;
  const resume = (): void => channel.resume({ resultId: table?.id ?? '', fetchedAt });
  place.append(
    ...incompleteLine(output, live && canOpenBeside && table ? resume : null),
    ...testLine(output.test),
    body,
    ...notesView(notesOf(output, shownRows)),
    ...changesLine(output.changes, { resultId: table?.id ?? null, channel }),
    foot,
    ...rights,
  );
  const chartView = chart === null ? null : new ChartView(chart, live ? channel : null, lifetime);
  let tableView: TableView | undefined;
  const showTable = (parent: HTMLElement): void => {
    if (table === null || table.columns.length === 0) {
      parent.append(emptyResult());
    } else {
      tableView = new TableView(table, shownRows ?? 0, live ? channel : null, lifetime);
      tableView.showIn(parent);
      tools.followGrid(tableView);
    }
  };
  const status = statusLine();
  const grid = () => tableView;
  const suggestions = suggestionsOf(output, where);
  if (suggestions) {
    foot.after(suggestions.node);
  }
  const parts = {
    ...{ output, channel, live, chart: chartView, grid },
    ...{ status, suggestions, lifetime, canOpenBeside },
  };
  const tools = resultTools(parts);
  if (chartView === null) {
    addTools(foot, [...tools.table, ...tools.both]);
    // A test that passes has no row to show.
    if (output.test?.failedRows !== 0) {
      showTable(body);
    }
    body.append(status.node);
    if (where.keyboard) {
      tableView?.takeKeyboard(where.keyboard);
    }
    return;
  }
  const faces = table === null ? null : new Faces(chartView.node, showTable, tools);
  const others = new OtherGrids(parts);
  const marks = new MarkRows({
    ...{ channel, lifetime },
    showGrid: shown => {
      const isResult = shown.id === table?.id && faces !== null;
      others.show(isResult ? null : shown);
      faces?.showBelow(isResult);
      return (isResult ? tableView : undefined) ?? others.viewOf(shown);
    },
    hideGrid: () => {
      others.show(null);
      faces?.showBelow(false);
    },
    focusChart: () => chartView.focus(),
  });
  if (live) {
    chartView.offerRows(mark => void marks.show(mark));
  }
  const kept = table && keptTable(table.id, table.columns.length).arrangement;
  body.append(chartView.node, marks.node, ...(faces ? [faces.tablePlace] : []), others.node);
  addTools(foot, [...(faces?.buttons ?? []), ...tools.chart, ...tools.table, ...tools.both]);
  body.append(status.node);
  // A tab continues with the rows of a mark.
  if (table && kept?.filters.some(({ kind }) => kind === 'mark')) {
    faces?.showBelow(true);
  }
  marks.closeAtEscape(place);
  await chartView.show();
}

/** Null if there is no table to draw, or no host that knows its cell. */
function suggestionsOf(
  { table }: ResultOutput,
  { channel, lifetime, requests }: ResultPlace,
): SuggestionCards | null {
  if (!channel.connected || table === null || table.columns.length === 0) {
    return null;
  }
  const cards = new SuggestionCards(table.id, channel, lifetime);
  requests?.follow(table.id, () => void cards.open(), lifetime);
  return cards;
}

/** @param shownRows Rows that can be shown. */
function notesOf({ notes, table }: ResultOutput, shownRows: number | undefined): string[] {
  return table === null || shownRows === undefined || shownRows >= table.rowCount
    ? [...notes]
    : [
        ...notes,
        t(
          'Only the first {0} of {1} were kept. Run the cell again to see all.',
          rowsText(shownRows),
          rowsText(table.rowCount),
        ),
      ];
}

function addTools(foot: HTMLElement, tools: readonly Node[]): void {
  if (tools.length > 0) {
    foot.append(resultToolbar(tools));
  }
}

function emptyResult(): Node {
  return element('div', {
    class: 'ms-empty',
    text: t('Done. No statement of the cell returned a result.'),
  });
}

/** The chart, and the table, which is created when it is first shown: one in place of the other, or below it. */
class Faces {
  readonly tablePlace = element('div');
  readonly buttons: readonly Node[];
  private face: ResultFace = 'chart';

  constructor(
    private readonly chart: HTMLElement,
    private readonly showTable: (parent: HTMLElement) => void,
    private readonly tools: FaceTools,
  ) {
    this.buttons = faceButtons('chart', face => {
      this.face = face;
      this.show(face === 'table');
    });
    this.show(false);
  }

  /** Shows the table below the chart, or the chosen face alone. */
  showBelow(isShown: boolean): void {
    this.show(isShown || this.face === 'table');
  }

  private show(isTable: boolean): void {
    for (const node of [this.chart, ...this.tools.chart]) {
      node.hidden = this.face !== 'chart';
    }
    for (const node of [this.tablePlace, ...this.tools.table]) {
      node.hidden = !isTable;
    }
    if (isTable && !this.tablePlace.hasChildNodes()) {
      this.showTable(this.tablePlace);
    }
  }
}

/** Grids of relations besides the result, below the chart: the table of a layer, or of a chart without a result. */
class OtherGrids {
  readonly node = element('div');
  private readonly views = new Map<string, { readonly view: TableView; readonly place: Node }>();

  constructor(private readonly parts: ResultParts) {}

  /** @param table The only one to show; null: none. */
  show(table: ResultTable | null): void {
    this.node.replaceChildren();
    if (table !== null) {
      this.node.append(this.gridOf(table).place);
    }
  }

  viewOf(table: ResultTable): TableView {
    return this.gridOf(table).view;
  }

  private gridOf(table: ResultTable) {
    const { channel, lifetime } = this.parts;
    const known = this.views.get(table.id);
    if (known) {
      return known;
    }
    const view = new TableView(table, table.rowCount, channel, lifetime);
    const place = element('div');
    const tools = otherTableTools({ ...this.parts, grid: () => view }, table);
    place.append(resultToolbar(tools));
    this.node.append(place);
    view.showIn(place);
    const made = { view, place };
    this.views.set(table.id, made);
    return made;
  }
}

/** The line above a result that says whether the test passed, by a mark and not by its colour alone. */
function testLine(test: ResultOutput['test']): Node[] {
  if (!test) {
    return [];
  }
  const sentence = testSentence(test);
  const mark = element('span', {
    class: test.failedRows === 0 ? 'ms-passed' : 'ms-failed',
    text: sentence.slice(0, 1),
  });
  return [element('div', { class: 'ms-test' }, [mark, new Text(sentence.slice(1))])];
}

interface ChangesPlace {
  /** The result by which the host finds the cell; null if there is none. */
  readonly resultId: string | null;
  readonly channel: HostChannel;
}

/**
 * The line below a ranked list that summarises how it changed, with the buttons that show it.
 *
 * @returns Nothing if there is no earlier snapshot to compare with.
 */
function changesLine(
  changes: ChangesSummary | undefined,
  { resultId, channel }: ChangesPlace,
): Node[] {
  if (!changes?.counts) {
    return [];
  }
  const line = element('div', { class: 'ms-changes' }, [
    element('span', { text: changesSentence(changes.counts), title: explanation() }),
  ]);
  if (resultId !== null && channel.connected) {
    const step = (label: string, choose: boolean): HTMLElement =>
      button(label, 'ms-link', () => channel.showChanges(resultId, choose));
    const comparison = opensDialog(step(t('Compare with…'), true));
    line.append(' · ', step(t('What changed?'), false), ' · ', comparison);
  }
  return [line];
}

const explanation = (): string =>
  t(
    'Compared with the last answer to the same question on an earlier day (UTC). Snapshots are kept on this computer only.',
  );
