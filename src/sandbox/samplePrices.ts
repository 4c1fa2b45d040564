/** Prices of the synthetic market as a CSV file: the service has no operation for them. */

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
    const entity = csvField(`company:${world.universe.company(index).id}`);
    for (const { day, close } of closesOf(world, index, range ?? world.history)) {
      yield `${dayText(day)},${entity},${close}\n`;
    }
  }
}

function csvField(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
