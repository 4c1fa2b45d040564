/** A notebook's page as a file, opened from disk in Chromium. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { makePage } from '../../../src/core/page/makePage';
import type { PageCell } from '../../../src/core/page/pageCells';
import type { ResultOutput } from '../../../src/core/protocol/output';
import { readPageProgram } from '../../../src/io/pageProgram';
import { endPage, openPage } from './openPages';

export interface WrittenPage {
  readonly page: Page;
  /** The file's text. */
  readonly html: string;
  /** Ends the page; fails where it asked for anything, or its console or its policy had something to say. */
  close(): Promise<void>;
}

export async function openWritten(
  cells: readonly PageCell[],
  head: { readonly title?: string; readonly description?: string } = {},
): Promise<WrittenPage> {
  const folder = process.env['SIGNALS_VIEW_PAGE'];
  assert.ok(folder, 'scripts/viewTests.mjs builds the program of pages and runs these tests');
  const program = await readPageProgram(path.join(folder, 'program'));
  const { title = null, description = null } = head;
  const source = { title, description, fileName: 'test.signals', cells };
  return openHtml(makePage(source, 'colourBlind', program));
}

export async function openHtml(html: string): Promise<WrittenPage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-page-'));
  const file = path.join(folder, 'page.html');
  await writeFile(file, html);
  const address = String(pathToFileURL(file));
  const page = await openPage({ viewport: { width: 1100, height: 800 } });
  const trouble: string[] = [];
  page.on('request', request => {
    if (request.url() !== address) {
      trouble.push(`request ${request.url()}`);
    }
  });
  // A refusal of the policy is an error of the console.
  page.on('console', message => trouble.push(message.text()));
  page.on('pageerror', error => trouble.push(error.message));
  await page.goto(address);
  return {
    page,
    html,
    close: async () => {
      await endPage(page);
      await rm(folder, { recursive: true });
      assert.deepEqual(trouble, []);
    },
  };
}

/** Uses a page and closes it. */
export async function withPage(
  opened: Promise<WrittenPage>,
  use: (page: Page, html: string) => Promise<void>,
): Promise<void> {
  const written = await opened;
  try {
    await use(written.page, written.html);
  } finally {
    await written.close();
  }
}

export function prose(text: string): PageCell {
  return { kind: 'markdown', language: 'markdown', text, results: [], errors: [], hasRun: false };
}

export function query(text: string, ...results: ResultOutput[]): PageCell {
  return { kind: 'code', language: 'signals-sql', text, results, errors: [], hasRun: true };
}
