/** The explorer's tab in Chromium, over a kernel that ran a cell on the sandbox. */

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { CancellationSource, type Cancellation } from '../../../src/core/base/cancellation';
import { errorMessage } from '../../../src/core/base/errorMessage';
import { dayOfPlainDate } from '../../../src/core/base/plainDate';
import { createServiceClient } from '../../../src/core/client/client';
import { defaultPlanLimits } from '../../../src/core/client/plan';
import type { ComparedPortfolio } from '../../../src/core/explorer/comparison';
import { companyAround } from '../../../src/core/explorer/companyAround';
import type { CellOutcome } from '../../../src/core/protocol/outcome';
import type {
  PageQuestion,
  QuestionAnswer,
  QuestionParams,
  Questions,
} from '../../../src/core/protocol/questions';
import {
  readRendererMessage,
  type RendererMessage,
} from '../../../src/core/protocol/rendererMessage';
import { answerOf } from '../../../src/io/askAnswer';
import { systemClock } from '../../../src/io/systemClock';
import { Session } from '../../../src/kernel/session/session';
import { readTabRequest, type TabRequest } from '../../../src/core/protocol/tabMessage';
import { createInProcessTransport, sandboxConnectionUrls } from '../../../src/sandbox/sandbox';
import { sandboxWith, today } from '../../sandbox/asking';
import { kernelOptions } from '../../support/kernelOptions';
import { endPage, openPage } from './openPages';
import { themes, type Theme } from './themes';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'";
const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>explorer</title></head>
<body class="ms-tab"><script type="module" src="/page/tab.js"></script></body></html>`;
const connection = { name: 'sandbox', ...sandboxConnectionUrls, synthetic: true };
const msPerDay = 86_400_000;

/** A question that the kernel answers. */
interface KernelQuestion {
  readonly name: keyof Questions;
  readonly params: QuestionParams<keyof Questions>;
}

/** What the page explores: in a session, or in a kernel that is a process of its own. */
export interface ExploredKernel {
  run(text: string, cancellation?: CancellationSource): Promise<CellOutcome>;
  ask<Name extends keyof Questions>(
    name: Name,
    params: QuestionParams<Name>,
    cancellation: Cancellation,
  ): Promise<QuestionAnswer<Name>>;
}

export class ExplorerPage {
  /** Messages that the host would carry out, without questions. */
  readonly orders: RendererMessage[] = [];
  readonly portfolios: ComparedPortfolio[] = [];
  /** What the tab itself asked of the host. */
  readonly requests: TabRequest[] = [];
  /** Fails every question with this sentence; null: the kernel answers. */
  refusal: string | null = null;
  private readonly asking = new Map<number, CancellationSource>();

  private constructor(
    readonly page: Page,
    private readonly kernel: ExploredKernel,
    readonly outcome: CellOutcome,
    private readonly end: () => Promise<void>,
  ) {}

  /** Runs a cell on the sandbox of 2026-11-20, and explores its result. */
  static async open(text: string): Promise<ExplorerPage> {
    const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-explorer-'));
    const transport = createInProcessTransport(sandboxWith());
    const client = createServiceClient({ connection, transport, clock: systemClock });
    const session = await Session.open(
      { spillDirectory: folder, ...kernelOptions, maxRows: 5_000_000 },
      (request, cancellation) => answerOf(request, client.ask(request, cancellation)),
      { now: () => (dayOfPlainDate(today) + 0.5) * msPerDay },
    );
    const kernel: ExploredKernel = {
      run: (more, cancellation) => runText(session, more, cancellation),
      ask: (name, params, cancellation) => session.ask(name, params, cancellation),
    };
    return ExplorerPage.over(kernel, await kernel.run(text), async () => {
      await session.close();
      await rm(folder, { recursive: true });
    });
  }

  /** Explores the outcome of a cell. */
  static async over(
    kernel: ExploredKernel,
    outcome: CellOutcome,
    end: () => Promise<void>,
  ): Promise<ExplorerPage> {
    const pages = process.env['SIGNALS_VIEW_PAGE'];
    assert.ok(pages, 'scripts/viewTests.mjs builds the page and runs these tests');
    const server = await serve(pages);
    const page = await openPage({ viewport: { width: 1280, height: 800 } });
    const explorer = new ExplorerPage(page, kernel, outcome, async () => {
      await endPage(page);
      server.closeAllConnections();
      server.close();
      await end();
    });
    await page.exposeFunction('tabReceives', (message: unknown) => explorer.receive(message));
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/?script=explorerTab`);
    await explorer.theme(themes.light);
    return explorer;
  }

  run(text: string): Promise<CellOutcome> {
    return this.kernel.run(text);
  }

  async theme({ kind, variables }: Theme): Promise<void> {
    await this.page.evaluate(
      given => {
        document.body.dataset['vscodeThemeKind'] = given.kind;
        document.body.style.background = 'var(--vscode-editor-background)';
        for (const [name, value] of Object.entries(given.variables)) {
          document.documentElement.style.setProperty(name, value);
        }
      },
      { kind, variables },
    );
  }

  /** Anything that the host could send. */
  async hear(message: unknown): Promise<void> {
    await this.page.evaluate(told => window.postMessage(told, '*'), message);
  }

  /** Waits until this many rows are counted and shown. */
  async rows(count: number): Promise<void> {
    await this.page.waitForSelector(`.ms-x-body[data-ms-rows="${count}"]`);
  }

  /** Presses a key. @returns Whether VS Code receives it as well. */
  async leaves(key: string): Promise<boolean> {
    await this.page.evaluate(() => {
      delete document.body.dataset['left'];
      window.addEventListener('keydown', ({ key: pressed, altKey }) => {
        document.body.dataset['left'] = altKey ? `Alt+${pressed}` : pressed;
      });
    });
    await this.page.keyboard.press(key);
    return (await this.page.getAttribute('body', 'data-left')) === key;
  }

  /** Waits until the number of rows is shown, no label covers another, and nothing is beyond the page's edge. */
  async fits(): Promise<void> {
    await this.page.waitForFunction(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect());
      const parts = boxes('.ms-x-bar > *, .ms-x-tools > *, .ms-x-timeline-head > *, .ms-table');
      const areInside = parts.every(({ right }) => right <= window.innerWidth);
      const count = document.querySelector('.ms-x-count');
      const isShown = count && count.clientWidth > 40 && count.scrollWidth <= count.clientWidth;
      const days = boxes('.ms-x-timeline .ms-x-label:not([text-anchor=end])');
      const areApart = days.every(({ left }, at) => at === 0 || left > (days[at - 1]?.right ?? 0));
      return areInside && isShown && areApart;
    });
  }

  /** Bytes that the page's script holds. */
  async heapBytes(): Promise<number> {
    const client = await this.page.context().newCDPSession(this.page);
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    await client.detach();
    return usedSize;
  }

  /** Fails where something was refused by the policy or thrown while the page was open. */
  async close(): Promise<void> {
    const trouble = await this.page.evaluate(() => [
      ...window.tab.violations,
      ...window.tab.failures,
    ]);
    await this.end();
    assert.deepEqual(trouble, []);
  }

  private async receive(message: unknown): Promise<void> {
    const request = readTabRequest(message);
    if (request && request.type !== 'ready') {
      this.requests.push(request);
      return;
    }
    if (request) {
      const { table, provenance, copyright, notes } = this.outcome;
      const output = {
        version: 1,
        table,
        chart: null,
        notes,
        copyright,
        provenance,
        restored: false,
      };
      const place = { notebook: 'file:///a.signals', cell: 0, text: '' };
      await this.hear({ type: 'result', output, place, shown: null });
      return;
    }
    const read = readRendererMessage(message);
    if (read?.type === 'ask') {
      await this.answer(read);
    } else if (read?.type === 'cancel') {
      this.asking.get(read.requestId)?.cancel();
    } else if (read) {
      this.orders.push(read);
    }
  }

  private valueOf(question: PageQuestion, cancellation: CancellationSource): Promise<unknown> {
    if (question.name === 'around') {
      return companyAround(question.params, {
        limits: defaultPlanLimits,
        run: text => this.kernel.run(text, cancellation),
        page: params => this.kernel.ask('page', params, cancellation),
        drop: async resultId => void (await this.kernel.ask('drop', { resultId }, cancellation)),
      });
    }
    if (question.name === 'portfolios') {
      return Promise.resolve(this.portfolios);
    }
    const { name, params } = question as KernelQuestion;
    return this.kernel.ask(name, params, cancellation);
  }

  private async answer({
    requestId,
    question,
  }: Extract<RendererMessage, { type: 'ask' }>): Promise<void> {
    const cancellation = new CancellationSource();
    this.asking.set(requestId, cancellation);
    try {
      const { name } = question;
      if (this.refusal !== null) {
        throw new Error(this.refusal);
      }
      const value = await this.valueOf(question, cancellation);
      await this.hear({ type: 'answer', requestId, answer: { name, value } });
    } catch (error) {
      await this.hear({ type: 'failed', requestId, message: errorMessage(error) });
    }
  }

  /** The facet of a column. */
  facet(name: string): Locator {
    return this.page.locator('.ms-x-facet', {
      has: this.page.locator(`.ms-x-title:has-text("${name}")`),
    });
  }

  value(name: string, shown: string): Locator {
    return this.facet(name).locator('.ms-x-value', {
      has: this.page.locator(`.ms-x-name:text-is("${shown}")`),
    });
  }

  /** Waits until these are the chips. */
  async chips(...expected: readonly string[]): Promise<void> {
    await this.page.waitForFunction(texts => {
      const shown = document.querySelectorAll('.ms-x-main > .ms-filters .ms-chip .ms-text');
      return JSON.stringify([...shown].map(each => each.textContent)) === JSON.stringify(texts);
    }, expected);
  }

  /** `fact 628`, as the facet lists them. */
  async listed(name: string): Promise<string[]> {
    const values = await this.facet(name).locator('.ms-x-value').all();
    return Promise.all(
      values.map(async each => {
        const [shown, n] = await each.locator('.ms-x-name, .ms-x-n').allTextContents();
        return `${shown} ${n}`;
      }),
    );
  }

  /** The colour of each value that has a part of its own in the bars: `fact rgb(…)`. */
  async colours(): Promise<string[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.ms-x-value')].flatMap(value => {
        const dot = value.querySelector<HTMLElement>('.ms-x-dot:not([hidden])');
        const shown = value.querySelector('.ms-x-name')?.textContent ?? '';
        return dot ? [`${shown} ${dot.style.background}`] : [];
      }),
    );
  }

  async shot(name: string): Promise<void> {
    if (process.env['SIGNALS_SCREENSHOTS']) {
      mkdirSync('out/screenshots', { recursive: true });
      await this.page.screenshot({ path: `out/screenshots/explorer-${name}.png` });
    }
  }

  async openDetails(): Promise<void> {
    const { page } = this;
    await page.click('.ms-row[aria-rowindex="2"] .ms-cell:not([aria-haspopup])');
    await page.keyboard.press('Space');
    // What was loaded before is drawn at once.
    await page.waitForSelector('.ms-x-load, .ms-x-around svg');
    if (await page.locator('.ms-x-load').isVisible()) {
      await page.click('.ms-x-load');
    }
    await page.waitForSelector('.ms-x-around svg');
  }

  /** @param place The part that is new: what was checked before is not checked again. */
  async checkAxe(place: string, theme: Theme): Promise<void> {
    await this.theme(theme);
    // Another theme can only break the colours.
    const options = theme === themes.light ? {} : { runOnly: ['color-contrast'] };
    const { violations } = await this.page.evaluate(
      ([selector, rules]) => {
        const { axe } = window as unknown as {
          axe: { run: (part: Element | null, with_: object) => Promise<AxeResults> };
        };
        return axe.run(document.querySelector(selector), rules);
      },
      [place, options] as const,
    );
    const serious = violations.filter(
      ({ impact }) => impact === 'serious' || impact === 'critical',
    );
    assert.deepEqual(
      serious.map(({ id, nodes }) => [place, theme.kind, id, nodes.map(({ html }) => html)]),
      [],
    );
    await this.shot(`axe${place.replace('.ms-x', '')}-${theme.kind}`);
  }
}

async function runText(
  session: Session,
  text: string,
  cancellation = new CancellationSource(),
): Promise<CellOutcome> {
  const outcome = await session.runCell(
    {
      language: 'signals-sql',
      text,
      cell: null,
      useCache: true,
      access: 'session',
      portfolios: {},
      connection: { name: 'sandbox', synthetic: true, epoch: '1' },
      ...{ firstPageRows: 100, nestedAsText: true },
    },
    cancellation,
    () => undefined,
  );
  assert.equal(outcome.error, null, text);
  return outcome;
}

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://page').pathname;
    if (name === '/') {
      const headers = { 'Content-Security-Policy': POLICY, 'Content-Type': 'text/html' };
      response.writeHead(200, headers).end(HTML);
    } else {
      readFile(path.join(folder, name)).then(
        bytes => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(bytes),
        () => response.writeHead(404).end(),
      );
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
