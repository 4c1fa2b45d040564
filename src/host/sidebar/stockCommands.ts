/** Commands on stocks of the side bar's ranked lists. Each writes a cell that a person could have written, or copies. */

import * as vscode from 'vscode';
import { plural } from '../../core/base/text';
import { eventsAroundCell, mostCompared, scoreCell } from '../../core/sidebar/writtenCells';
import type { ListedStock } from '../../core/sidebar/overlayTree';
import type { Row } from '../../core/sidebar/row';
import { insertIntoNotebook } from './insertCells';
import { rowsOf } from './rowTree';

/** What a command is called with: the row of the menu, and those that are selected in the tree. */
export interface PressedRows {
  /** Absent: the command is one of the palette. */
  readonly argument: unknown;
  readonly selected: unknown;
  readonly stockOf: (row: Row) => ListedStock | undefined;
}

/** The score of one stock, or several in one chart. */
export async function scoreHistory(pressed: PressedRows): Promise<void> {
  const stocks = stocksOf(pressed);
  if (stocks.length > mostCompared) {
    throw new Error(
      vscode.l10n.t('Select at most {0} stocks: {1} are selected.', mostCompared, stocks.length),
    );
  }
  if (stocks.length > 0) {
    await insertIntoNotebook(scoreCell(stocks));
  }
}

/** Events around the day of the stock's signal. */
export async function eventsAround(pressed: PressedRows): Promise<void> {
  const [stock] = stocksOf(pressed);
  if (!stock) {
    return;
  }
  if (stock.date === null) {
    throw new Error(vscode.l10n.t('The answer has no date for {0}.', stock.name ?? stock.entity));
  }
  await insertIntoNotebook(eventsAroundCell(stock, stock.date));
}

/** Copies a field of each selected stock, one a line; those without it are left out. */
export async function copyField(
  pressed: PressedRows,
  field: 'entity' | 'ticker' | 'isin',
): Promise<void> {
  const stocks = stocksOf(pressed);
  const values = stocks.flatMap(stock => stock[field] ?? []);
  if (values.length === 0) {
    throw new Error(vscode.l10n.t('The answer has no {0} for this stock.', field));
  }
  await vscode.env.clipboard.writeText(values.join('\n'));
  const sentence = {
    entity: plural(values.length, 'Signals: {0} entity copied', 'Signals: {0} entities copied'),
    ticker: plural(values.length, 'Signals: {0} ticker copied', 'Signals: {0} tickers copied'),
    isin: plural(values.length, 'Signals: {0} ISIN copied', 'Signals: {0} ISINs copied'),
  }[field];
  void vscode.window.setStatusBarMessage(sentence, 3000);
}

/** A stock of several lists is there once. */
export function stocksOf({ argument, selected, stockOf }: PressedRows): readonly ListedStock[] {
  const stocks = rowsOf(argument, selected).flatMap(row => stockOf(row) ?? []);
  if (stocks.length === 0) {
    throw new Error(vscode.l10n.t('Select a stock in the view Overlays or Portfolios first.'));
  }
  return [...new Map(stocks.map(stock => [stock.entity, stock])).values()];
}
