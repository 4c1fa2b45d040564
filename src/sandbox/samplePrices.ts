/** Prices of the synthetic market, as a table and as a CSV file: the service has no operation for them. */

import { setImmediate } from 'node:timers/promises';
import type { ColumnTable } from '../core/service/columns';
import { sandboxPriceColumns } from '../core/service/sandboxPrices';
import { dayText } from './answer/fields';
import { closesOf } from './world/prices';
import type { DayRange } from './world/world';
import type { Sandbox } from './handle';

/**
 * @param range Days since 1970-01-01, half-open; all of the sandbox's history where absent.
 * @returns Lines with their ends: the header `date,entity,close`, then company by company, oldest first. The returns
 * hold the effects of scores and events that are planted in the market.
 */
export function* samplePrices(sandbox: Sandbox, range?: DayRange): Generator<string> {
  const { world } = sandbox;
  yield 'date,entity,close\n';
  for (let index = 0; index < world.universe.count; index++) {
    const entity = `company:${world.universe.company(index).id}`;
    for (const { day, close } of closesOf(world, index, range ?? world.history)) {
      yield `${dayText(day)},${entity},${close}\n`;
    }
  }
}

/** As far back as an event study over a year with its estimation window needs, with some reserve. */
const tableDays = 731;
/** Companies between two pauses, in which the process can handle other work. */
const companiesAtOnce = 5;
const tables = new WeakMap<Sandbox, Promise<ColumnTable>>();

/** @returns The rows of `sandbox_prices`, made once: company by company, oldest first. */
export function priceTable(sandbox: Sandbox): Promise<ColumnTable> {
  const table = tables.get(sandbox) ?? makePriceTable(sandbox);
  tables.set(sandbox, table);
  return table;
}

async function makePriceTable({ world }: Sandbox): Promise<ColumnTable> {
  const range = { from: world.history.to - tableDays, to: world.history.to };
  const entities: string[] = [];
  const days: number[] = [];
  const closes: number[] = [];
  for (let index = 0; index < world.universe.count; index++) {
    const entity = `company:${world.universe.company(index).id}`;
    for (const { day, close } of closesOf(world, index, range)) {
      entities.push(entity);
      days.push(day);
      closes.push(close);
    }
    if (index % companiesAtOnce === 0) {
      await setImmediate();
    }
  }
  const values = [entities, days, closes];
  return { columns: sandboxPriceColumns, rowCount: days.length, values };
}
