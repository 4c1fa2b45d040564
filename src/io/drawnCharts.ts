/** Has charts drawn as SVG files by a process of its own: a chart is somebody else's program. */

import { t, usedTranslations } from '../core/base/translations';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { DrawingOrder, DrawnChart } from '../core/protocol/drawnCharts';
import { processEnvironment } from './processEnvironment';

/** A drawing is limited by the work that it may do; this ends what does not end by itself, ms. */
const MOST_MS = 180_000;

/**
 * @param folder The program's, absolute.
 * @returns A drawing for each chart of the order. Those that the process did not come to are failures.
 */
export async function drawnCharts(
  order: Omit<DrawingOrder, 'translations'>,
  folder: string,
): Promise<DrawnChart[]> {
  if (order.charts.length === 0) {
    return [];
  }
  const child = spawn(process.execPath, [path.join(folder, 'drawing.js')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: processEnvironment(),
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  // A process that ended early has closed it.
  child.stdin.on('error', () => undefined);
  const whole: DrawingOrder = { ...order, translations: usedTranslations() };
  child.stdin.end(JSON.stringify(whole));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', line => lines.push(line));
  await ended;
  const failure = t('The process that draws charts ended.');
  return order.charts.map((_, at) => {
    const line = lines[at];
    return line === undefined ? { failure } : (JSON.parse(line) as DrawnChart);
  });
}
