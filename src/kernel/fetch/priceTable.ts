/** The table `sandbox_prices`: filled when a statement first names it, since few cells need its many rows. */

import { t } from '../../core/base/translations';
import { plainDateOfInstant } from '../../core/base/plainDate';
import type { ColumnTable } from '../../core/service/columns';
import { sandboxPricesName } from '../../core/service/sandboxPrices';
import { priceMentions } from '../../core/sql/priceMentions';
import type { Statement } from '../../core/sql/statements';
import { CellFailure } from '../engine/cellFailure';
import type { RunState } from '../session/runState';
import { signalsSchema } from '../engine/engine';
import { appendRows } from './loadTable';
import type { SerialConnection } from '../engine/serialConnection';
import type { SessionParts } from '../session/sessionParts';

/** @returns The rows; null if the connection of the running cell has none. */
export type AskPrices = () => Promise<ColumnTable | null>;

export class PriceTable {
  /** Which rows the table holds; null while it is empty. */
  private filledFor: string | null = null;

  constructor(
    private readonly connection: SerialConnection,
    private readonly ask: AskPrices,
  ) {}

  /**
   * Updates the table.
   *
   * @param of Names the connection and the day: rows of another are replaced.
   * @returns Whether the connection has prices.
   */
  async fill(of: string): Promise<boolean> {
    if (this.filledFor === of) {
      return true;
    }
    const rows = await this.ask();
    if (!rows) {
      return false;
    }
    await this.connection.run(`DELETE FROM ${signalsSchema}.${sandboxPricesName}`);
    await appendRows(this.connection, [signalsSchema, sandboxPricesName], rows);
    this.filledFor = of;
    return true;
  }
}

const noPrices = (): string =>
  t(
    'The service has no prices: only the sandbox has some. Write the name of a CSV or Parquet file with the columns entity, date and close in place of sandbox_prices, as in FROM \'prices.csv\'. In VS Code, "Choose a price file" writes it.',
  );

/** @throws {CellFailure} If the statement names the prices of the sandbox on another connection. */
export async function fillPrices(
  { prices, clock }: SessionParts,
  run: RunState,
  { span }: Statement,
): Promise<void> {
  const { text, connection } = run.params;
  const [named] = priceMentions(text.slice(span.from, span.to));
  if (!named) {
    return;
  }
  const of = JSON.stringify([connection.epoch, plainDateOfInstant(clock.now())]);
  if (!connection.synthetic || !(await prices?.fill(of))) {
    throw new CellFailure('prices', noPrices(), span.from + named.from);
  }
}
