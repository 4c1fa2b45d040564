/** A result in its cell: chart or table, notes and footer. */

import { rowsText } from '../core/protocol/footer';
import type { ResultOutput } from '../core/protocol/output';
import type { Provenance, ResultTable } from '../core/protocol/outcome';
import type { ShownRows } from '../core/protocol/shownRows';
import { ChartView } from './chart/chartView';
import { changesLine } from './changesLine';
import { copyMarkdown } from './copyMarkdown';
import { element } from './dom';
import { footerView, notesView } from './footerView';
import type { HostChannel } from './hostChannel';
import type { Lifetime } from './lifetime';
import { TableView } from './table/tableView';
import { faceButtons, resultToolbar, toolButton, type ResultFace } from './toolbar';

/** @returns When the chart, where there is one, is drawn. */
export async function showResult(
  output: ResultOutput,
  place: HTMLElement,
  channel: HostChannel,
  lifetime: Lifetime,
): Promise<void> {
  const { table, chart, provenance, restored } = output;
  const live = !restored && channel.connected;
  const notes = [...output.notes];
  const shownRows = table === null || live ? table?.rowCount : table.rows.length;
  if (table !== null && shownRows !== undefined && shownRows < table.rowCount) {
    notes.push(
      `Only the first ${rowsText(shownRows)} of ${rowsText(table.rowCount)} were kept. Run the cell again to see all.`,
    );
  }
  const body = element('div', { class: 'ms-result' });
  const rowCount = table?.rowCount ?? chart?.datasets[0]?.rowCount ?? null;
  place.append(
    body,
    ...notesView(notes),
    ...changesLine(output.changes, { resultId: table?.id ?? null, channel }),
    ...footerView({ provenance, rowCount, restored }, output.copyright),
  );
  const chartView = chart === null ? null : new ChartView(chart, live ? channel : null, lifetime);
  let tableView: TableView | undefined;
  const showTable = (parent: HTMLElement): void => {
    if (table === null || table.columns.length === 0) {
      parent.append(emptyResult());
    } else {
      tableView = new TableView(table, shownRows ?? 0, live ? channel : null, lifetime);
      addTable(parent, tableView);
    }
  };
  const tools: Node[] = [];
  if (table !== null && table.columns.length > 0) {
    tools.push(markdownButton(table, provenance, body));
    if (live) {
      tools.push(
        toolButton('export', 'Export result…', () =>
          channel.exportResult(table.id, tableView && shownOf(tableView)),
        ),
      );
    }
  }
  if (chartView === null) {
    addTools(body, tools);
    showTable(body);
    return;
  }
  body.append(chartView.node);
  const switches = table === null ? [] : addFaces(body, chartView.node, showTable);
  addTools(body, [...switches, ...tools]);
  await chartView.show();
}

function shownOf({ model }: TableView): ShownRows {
  return { arrangement: model.arrangement, columns: model.order };
}

function markdownButton(table: ResultTable, provenance: Provenance, body: HTMLElement): Node {
  const said = element('div', { class: 'ms-empty', attributes: { role: 'status' } });
  said.hidden = true;
  return toolButton('markdown', 'Copy as Markdown', () => {
    void copyMarkdown(table, provenance).then(sentence => {
      body.append(said);
      said.hidden = false;
      said.textContent = sentence;
    });
  });
}

function addTools(body: HTMLElement, tools: readonly Node[]): void {
  if (tools.length > 0) {
    body.prepend(resultToolbar(tools));
  }
}

/** Drawn at once: the notebook measures an output's height as soon as it is there. */
function addTable(parent: HTMLElement, view: TableView): void {
  parent.append(view.place, view.status);
  if (view.model.rowCount === 0) {
    parent.append(element('div', { class: 'ms-empty', text: 'The query gave no rows.' }));
  }
  view.paint();
  view.restore();
}

function emptyResult(): Node {
  return element('div', {
    class: 'ms-empty',
    text: 'Done. No statement of the cell gave a result.',
  });
}

/**
 * The table is made when it is first looked at.
 *
 * @returns The buttons that switch.
 */
function addFaces(
  body: HTMLElement,
  chart: HTMLElement,
  showTable: (parent: HTMLElement) => void,
): readonly Node[] {
  const tablePlace = element('div');
  tablePlace.hidden = true;
  const select = (face: ResultFace): void => {
    chart.hidden = face !== 'chart';
    tablePlace.hidden = face !== 'table';
    if (face === 'table' && !tablePlace.hasChildNodes()) {
      showTable(tablePlace);
    }
  };
  body.append(tablePlace);
  return faceButtons('chart', select);
}
