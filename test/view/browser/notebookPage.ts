/** Chromium with a page that acts as the notebook's webview, and the built renderer in it. */

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { mimeTypes } from '../../../src/core/protocol/mimeTypes';
import type { HostMessage } from '../../../src/core/protocol/hostMessage';
import type { ErrorOutput, ResultOutput } from '../../../src/core/protocol/output';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';
import { endPage, openPage } from './openPages';
import type { PageCommand } from './page/webview';
import { themes, type Theme } from './themes';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'none'",
  'img-src data:',
].join('; ');

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>outputs</title>
<link rel="stylesheet" href="/page.css"></head><body><script type="module" src="/page/webview.js"></script>
</body></html>`;

const CSS = `body { margin: 0; padding: 8px 16px; background: var(--vscode-editor-background); }
.output { margin-bottom: 12px; }
::-webkit-scrollbar { width: 10px; height: 10px; }
::-webkit-scrollbar-thumb { background: rgba(121, 121, 121, 0.4); }`;

interface Place {
  readonly timezoneId?: string;
  readonly locale?: string;
}

export class NotebookPage {
  private constructor(
    readonly page: Page,
    /** Addresses asked for that are not the page's own files. */
    readonly strayRequests: readonly string[],
    private readonly end: () => Promise<void>,
  ) {}

  /** @param place Where the browser is: a time zone and a language. */
  static async open(place: Place = {}): Promise<NotebookPage> {
    const folder = process.env['SIGNALS_VIEW_PAGE'];
    assert.ok(folder, 'scripts/viewTests.mjs builds the page and runs these tests');
    const server = await serve(folder);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await openPage({ viewport: { width: 900, height: 700 }, ...place });
    const strayRequests: string[] = [];
    page.on('request', request => {
      const isOwn = request.url().startsWith(`${origin}/`) || request.url().startsWith('data:');
      if (!isOwn) {
        strayRequests.push(request.url());
      }
    });
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => window.record?.done.includes('ready'));
    const notebook = new NotebookPage(page, strayRequests, async () => {
      await endPage(page);
      server.closeAllConnections();
      server.close();
    });
    await notebook.theme(themes.light);
    return notebook;
  }

  /** Ends the page; fails where something was asked for, refused by the policy or thrown while it was open. */
  async close(): Promise<void> {
    const trouble = [
      ...(await this.violations()),
      ...(await this.failures()),
      ...this.strayRequests,
    ];
    await this.end();
    assert.deepEqual(trouble, []);
  }

  /** Ends a page that does not answer any more. */
  async abandon(): Promise<void> {
    await this.end();
  }

  /** Draws an output and waits until the renderer says that it is drawn. */
  async result(id: string, output: ResultOutput): Promise<void> {
    await this.render(id, mimeTypes.result, JSON.stringify(output));
  }

  async error(id: string, output: ErrorOutput): Promise<void> {
    await this.render(id, mimeTypes.error, JSON.stringify(output));
  }

  async render(id: string, mime: string, text: string): Promise<void> {
    const before = await this.page.evaluate(() => window.record.done.length);
    await this.start(id, mime, text);
    await this.page.waitForFunction(count => window.record.done.length > count, before);
  }

  /** Begins to draw; an output that waits for rows is not done before they come. */
  async start(id: string, mime: string, text: string): Promise<void> {
    await this.tell({ do: 'render', id, mime, text });
  }

  async dispose(id: string | null): Promise<void> {
    await this.tell({ do: 'dispose', id });
  }

  async theme({ kind, variables }: Theme): Promise<void> {
    await this.tell({ do: 'theme', kind, variables });
  }

  async answer(message: HostMessage): Promise<void> {
    await this.hear(message);
  }

  /** Anything that the host could send. */
  async hear(message: unknown): Promise<void> {
    await this.tell({ do: 'host', message });
  }

  /** Answers from now on what the outputs ask. */
  async answerWith(find: (message: RendererMessage) => Promise<HostMessage | null>): Promise<void> {
    await this.page.exposeFunction('hostReceives', async (message: RendererMessage) => {
      const found = await find(message);
      if (found) {
        await this.answer(found);
      }
    });
  }

  /** What the renderer posted, in order, without the first `seen`. */
  async sent(seen = 0): Promise<unknown[]> {
    return this.page.evaluate(from => window.record.sent.slice(from), seen);
  }

  async violations(): Promise<string[]> {
    return this.page.evaluate(() => window.record.violations);
  }

  async failures(): Promise<string[]> {
    return this.page.evaluate(() => window.record.failures);
  }

  async leftOpen(): Promise<Record<string, number>> {
    return this.page.evaluate(() => window.record.leftOpen());
  }

  /** The longest time for which the page did not answer since this was asked last, ms. */
  async longestGap(): Promise<number> {
    return this.page.evaluate(() => window.record.longestGap());
  }

  /** How long the page takes for a piece of work that is always the same, ms: longer where the machine is busy. */
  async timeOfReference(): Promise<number> {
    return this.page.evaluate(() => window.record.timeOfReference());
  }

  /** A message, so that the page's own script and not the tester's does the work. */
  private async tell(command: PageCommand): Promise<void> {
    await this.page.evaluate(
      told =>
        new Promise<void>(resolve => {
          window.addEventListener('message', () => setTimeout(resolve), { once: true });
          window.postMessage(told, '*');
        }),
      command,
    );
  }
}

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://page').pathname;
    const headers = { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' };
    if (name === '/') {
      response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end(HTML);
    } else if (name === '/page.css') {
      response.writeHead(200, { 'Content-Type': 'text/css' }).end(CSS);
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
