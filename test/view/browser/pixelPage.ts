/** A page in Chromium that draws charts on a canvas, as the product does, and compares their pixels. */

import * as esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchHeadlessShell } from '../../../scripts/chromium.mjs';
import type { JsonObject } from '../../../src/core/base/json';
import type { ResultChart, ResultColumn, Value } from '../../../src/core/protocol/outcome';
import type { DrawnTask, PixelDifference, Plot } from './page/drawn';

const ORIGIN = 'http://chart.test';
const WIDTH = 860;

/** Rows of a chart, as pages of a result. */
export interface DrawnRows {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly Value[])[];
}

export class PixelPage {
  private readonly files = new Map<string, string>();

  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {}

  static async open(): Promise<PixelPage> {
    const built = await esbuild.build({
      entryPoints: ['test/view/browser/page/drawn.ts'],
      bundle: true,
      format: 'esm',
      write: false,
    });
    const browser = await launchHeadlessShell();
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    page.setDefaultTimeout(0);
    const opened = new PixelPage(browser, page);
    opened.files.set('/', '<!doctype html><body></body>');
    opened.files.set('/drawn.js', built.outputFiles[0]?.text ?? '');
    await opened.serve();
    return opened;
  }

  /** Draws the specification over rows named `result` and keeps the pixels under a name. */
  async draw(name: string, spec: JsonObject, pages: AsyncIterable<DrawnRows>): Promise<Plot> {
    const lines: string[] = [];
    let columns: readonly ResultColumn[] = [];
    for await (const page of pages) {
      ({ columns } = page);
      lines.push(...page.rows.map(row => JSON.stringify(row)));
    }
    const address = `/${name}.json`;
    const head = `{"columns": ${JSON.stringify(columns)}, "rows": [`;
    this.files.set(address, `${head}${lines.join(',')}]}`);
    const datasets = { result: ORIGIN + address };
    const task: DrawnTask = { name, spec, width: WIDTH, datasets };
    const plot = await this.page.evaluate(text => window.drawChart(text), JSON.stringify(task));
    this.files.delete(address);
    return plot;
  }

  compare(one: string, other: string): Promise<PixelDifference> {
    return this.page.evaluate(names => window.comparePixels(...names), [one, other] as const);
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private async serve(): Promise<void> {
    const { page, files } = this;
    await page.route(`${ORIGIN}/**`, route => {
      const { pathname } = new URL(route.request().url());
      const [, ending = 'html'] = pathname.split('.');
      const contentType = { html: 'text/html', js: 'text/javascript' }[ending];
      const body = files.get(pathname) ?? '';
      return route.fulfill({ contentType: contentType ?? 'application/json', body });
    });
    await page.goto(`${ORIGIN}/`);
    await page.addScriptTag({ url: `${ORIGIN}/drawn.js`, type: 'module' });
    await page.waitForFunction(() => 'drawChart' in window);
  }
}

/** The specification over a dataset named `result`, without the invisible points that carry the tooltips. */
export function withoutTooltips({ spec }: Pick<ResultChart, 'spec'>): JsonObject {
  const text = JSON.stringify({ ...spec, data: { name: 'result' } });
  return JSON.parse(text, (_key, value: unknown) =>
    Array.isArray(value) ? value.filter(item => !isInvisible(item)) : value,
  ) as JsonObject;
}

function isInvisible(layer: unknown): boolean {
  return JSON.stringify(layer)?.includes('"opacity":0,"size":100') ?? false;
}
