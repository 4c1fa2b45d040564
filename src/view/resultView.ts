/** A result in its cell: chart or table, notes and footer. */

import { rowsText } from '../core/protocol/footer';
import type { ResultTable } from '../core/protocol/outcome';
import type { ResultOutput } from '../core/protocol/output';
import { ChartView } from './chart/chartView';
import { element } from './dom';
import { footerView, notesView } from './footerView';
import type { HostChannel } from './hostChannel';
import type { Lifetime } from './lifetime';
import { TableView } from './table/tableView';
import { faceToolbar, type ResultFace } from './toolbar';

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
    ...footerView({ provenance, rowCount, restored }, output.copyright),
  );
  const chartView = chart === null ? null : new ChartView(chart, live ? channel : null, lifetime);
  const showTable = (): Node =>
    table === null ? emptyResult() : tableNode(table, shownRows ?? 0, channel, lifetime);
  if (chartView === null) {
    body.append(showTable());
    return;
  }
  body.append(chartView.node);
  if (table !== null) {
    addFaces(body, chartView.node, showTable);
  }
  await chartView.show();
}

function tableNode(
  table: ResultTable,
  rowCount: number,
  channel: HostChannel,
  lifetime: Lifetime,
): Node {
  if (table.columns.length === 0) {
    return emptyResult();
  }
  const view = new TableView(table, rowCount, channel, lifetime);
  const node = element('div', { class: 'ms-table-place' }, [view.node, view.status]);
  if (rowCount === 0) {
    node.append(element('div', { class: 'ms-empty', text: 'The query gave no rows.' }));
  }
  return node;
}

function emptyResult(): Node {
  return element('div', {
    class: 'ms-empty',
    text: 'Done. No statement of the cell gave a result.',
  });
}

/** The table is made when it is first looked at. */
function addFaces(body: HTMLElement, chart: HTMLElement, makeTable: () => Node): void {
  const tablePlace = element('div');
  tablePlace.hidden = true;
  const select = (face: ResultFace): void => {
    if (face === 'table' && !tablePlace.hasChildNodes()) {
      tablePlace.append(makeTable());
    }
    chart.hidden = face !== 'chart';
    tablePlace.hidden = face !== 'table';
  };
  body.append(tablePlace);
  body.prepend(faceToolbar('chart', select));
}
