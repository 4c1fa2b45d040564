/** The process that draws charts as files: reads the charts as JSON, and writes a line of JSON for each. */

import { text } from 'node:stream/consumers';
import { useTranslations } from '../core/base/translations';
import type { DrawingOrder } from '../core/protocol/drawnCharts';
import { drawChart } from './drawCharts';

async function main(): Promise<void> {
  const order = JSON.parse(await text(process.stdin)) as DrawingOrder;
  const { charts, palette, translations } = order;
  useTranslations(translations);
  for (const chart of charts) {
    const drawn = await drawChart(chart, palette);
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(`${JSON.stringify(drawn)}\n`, error =>
        error ? reject(error) : resolve(),
      );
    });
  }
}

// The scheduler of drawings keeps the process running otherwise.
main().then(
  () => process.exit(0),
  () => process.exit(1),
);
