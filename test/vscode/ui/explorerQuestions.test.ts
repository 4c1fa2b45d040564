import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { tabFrame } from '../../support/editorTab';
import { outputFrame } from '../../support/notebookOutputs';
import { processesRunning } from '../../support/processes';
import { repeat } from '../../support/repeat';
import { storeToken } from '../../support/storeToken';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { Keyboard } from '../../support/keyboard';

const token = 'canary-51d0c83e6f92';
const connection = 'Loopback';
const name = 'asked.signals';
const notebook = `\`\`\`{sql}
SELECT DATE '2026-01-01' + i::INTEGER AS day, 'kind ' || i % 3 AS kind FROM range(90) AS t(i)
\`\`\`
`;
const dayMs = 86_400_000;

/** Six requests of 31 days at most. */
const days = 180;
const mentions = /12 companies × 180 days: 6 requests/;
const answeredAtOnce = 2;

for (const version of testedVersions) {
  describe(`the explorer over a slow service in VS Code ${version}`, () => {
    let service: SandboxServer;
    let window: VsCodeWindow;
    /** How many more requests of mentions are answered. */
    let answered = Infinity;
    /** Whether requests of mentions are refused. */
    let isRefusing = false;
    /** The address of each answered request of mentions, and the rows of its answer. */
    const rowsOf = new Map<string, number>();

    before(async () => {
      const config = defaultSandboxConfig(plainDateOfInstant(Date.now()));
      const sandbox = createSandbox({ ...config, token });
      const slow: typeof sandbox = {
        ...sandbox,
        handle: request => {
          const response = sandbox.handle(request);
          if (!isOfMentions(request.path) || response.status !== 200) {
            return response;
          }
          if (isRefusing) {
            return { ...response, status: 403, body: ['{"detail":"Not in your plan."}'] };
          }
          if (answered-- <= 0) {
            return { ...response, delivery: { latencyMs: dayMs } };
          }
          const body = [...response.body];
          const { entries } = JSON.parse(body.join('')) as { readonly entries: readonly unknown[] };
          rowsOf.set(request.path + request.query, entries.length);
          return { ...response, body };
        },
      };
      service = await listen(slow, { port: 0 });
      const { quantUrl, dataUrl } = service;
      const companies = Array.from(
        { length: 12 },
        (_, at) => `company:demo${String(at + 1).padStart(4, '0')}`,
      );
      window = await VsCodeWindow.open(version, {
        settings: {
          'signals.connections': [{ name: connection, quantUrl, dataUrl }],
          'signals.portfolios': { Dozen: companies },
        },
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
    });
    after(async () => {
      await window?.close();
      await service?.close();
    });

    const offered = (text: string | RegExp) =>
      window.page.locator('.quick-input-list .monaco-list-row', { hasText: text });

    const asked = (): readonly string[] =>
      service.requests.map(({ url }) => url).filter(url => isOfMentions(url));

    const allRows = (): number => [...rowsOf.values()].reduce((sum, rows) => sum + rows, 0);

    /** The number of rows that counts and grid show alike. */
    const rowsIn = async (tab: Frame, rows: number): Promise<void> => {
      await tab.locator(`.ms-x-body[data-ms-rows="${rows}"]`).waitFor();
      await tab.locator(`.ms-x-rows .ms-table[aria-rowcount="${rows + 1}"]`).waitFor();
    };

    /** The screen in the other themes too, where somebody looks at it. */
    const pictures = async (picture: string): Promise<void> => {
      await window.screenshot(`explorer-${picture}-${version}`);
      if (process.env['SIGNALS_SCREENSHOTS'] !== undefined) {
        await window.pickTheme('Dark Modern', 'dark');
        await window.screenshot(`explorer-${picture}-${version}-dark`);
        await window.pickTheme('Dark High Contrast', 'contrast');
        await window.screenshot(`explorer-${picture}-${version}-contrast`);
        await window.pickTheme('Light Modern', 'light');
      }
    };

    test('keeps what came before a cancellation, says what is missing, and Resume requests only that', async () => {
      await storeToken(window, connection, token);
      await window.openFromExplorer(name);
      await window.runAll();
      await window.runCommand('Signals: Explore Events…');
      await offered('Dozen').click();
      await offered(/Days.*last/).click();
      await offered('Other days…').click();
      const today = Date.now();
      const [from, to] = [today - (days - 1) * dayMs, today].map(plainDateOfInstant);
      const box = window.page.locator('.quick-input-box input');
      await box.fill(`${from} to ${to}`);
      // VS Code ignores Enter until it has checked the text.
      await repeat(offered(mentions), () => box.press('Enter'));
      answered = answeredAtOnce;
      await offered(mentions).click();
      await until(() => rowsOf.size === answeredAtOnce && asked().length === 6);
      const underWay = window.page.locator('.cell-status-item', {
        hasText: /2 of 6 requests.*rows/,
      });
      await underWay.waitFor();
      await window.screenshot(`explorer-asking-${version}`);
      await window.stopCell();
      const partial = await tabFrame(window, '.ms-x-value');
      const line = partial.locator('.ms-incomplete');
      await line
        .getByText(
          'Incomplete: 4 of 6 requests of company_events were cancelled, and their rows are missing.',
        )
        .waitFor();
      const kept = allRows();
      assert.ok(kept > 0);
      await rowsIn(partial, kept);
      await window.screenshot(`explorer-partial-${version}`);

      const before = asked();
      assert.equal(before.length, 6);
      answered = Infinity;
      await line.getByRole('button', { name: 'Resume' }).dblclick();
      await until(() => partial.isDetached());
      const whole = await tabFrame(window, '.ms-x-value');
      assert.equal(rowsOf.size, 6);
      assert.ok(allRows() > kept);
      await rowsIn(whole, allRows());
      assert.equal(await whole.locator('.ms-incomplete').count(), 0);
      const again = asked().slice(before.length);
      assert.equal(again.length, 4);
      assert.deepEqual([...new Set([...before, ...again])].sort(), [...new Set(before)].sort());
      await window.screenshot(`explorer-resumed-${version}`);
    });

    const tabOf = (cell: number) =>
      window.page.locator('.tab', { hasText: `cell ${cell} · Explorer` });

    /** @returns The explorer whose facets have such a value. */
    const explorerWith = (value: string): Promise<Frame> =>
      tabFrame(window, `.ms-x-value:has-text("${value}")`);

    /** @returns The first frame that has such an element now. */
    const frameWith = async (locate: (frame: Frame) => Locator): Promise<Frame | undefined> => {
      const frames = window.page.frames();
      const counts = frames.map(frame =>
        locate(frame)
          .count()
          .catch(() => 0),
      );
      return frames[(await Promise.all(counts)).findIndex(count => count > 0)];
    };

    test('two explorers keep a question each, over a reload of the window too', async () => {
      await window.scrollToTop();
      await window.page.locator('.notebook-editor .code-cell-row .view-lines').first().click();
      await window.runCommand('Signals: Explore Result');
      const kinds = await explorerWith('kind 1');
      await rowsIn(kinds, 90);
      await kinds.locator('.ms-x-value', { hasText: 'kind 1' }).click();
      await rowsIn(kinds, 30);
      const events = await explorerWith('counterfact');
      await tabOf(2).click();
      await rowsIn(events, allRows());
      assert.equal(await events.locator('.ms-chip').count(), 0);
      await events.locator('.ms-x-value', { hasText: /^fact/ }).click();
      await events.locator('.ms-chip', { hasText: 'factuality is fact' }).waitFor();
      await events.locator(`.ms-x-body:not([data-ms-rows="${allRows()}"])`).waitFor();
      await tabOf(1).click();
      await rowsIn(kinds, 30);
      assert.deepEqual(await kinds.locator('.ms-chip .ms-text').allInnerTexts(), [
        'kind is kind 1',
      ]);

      await window.runCommand('File: Save All Files');
      await until(async () =>
        /company_events/.test(await readFile(path.join(window.workspace, name), 'utf8')),
      );
      await window.reload('"columns":["factuality"');
      for (const [cell, question] of [
        [1, 'kind is kind 1'],
        [2, 'factuality is fact'],
      ] as const) {
        // VS Code may put another tab in front while it restores the editors.
        await until(async () => {
          await tabOf(cell).click();
          if (await frameWith(frame => frame.locator('.ms-chip', { hasText: question }))) {
            return true;
          }
          const gone = await frameWith(frame => frame.getByText(question));
          const link = gone?.getByRole('link', { name: 'Ask Again' });
          // A second explorer would make the next click on its tab ambiguous.
          return (
            link?.dblclick({ timeout: 5_000 }).then(
              () => true,
              () => false,
            ) ?? false
          );
        });
        const again = await explorerWith(cell === 1 ? 'kind 1' : 'counterfact');
        await again.locator('.ms-chip', { hasText: question }).waitFor();
      }
      await tabOf(1).click();
      await rowsIn(await explorerWith('kind 1'), 30);
      await window.screenshot(`explorer-two-${version}`);
      await tabOf(1).click();
      await window.runCommand('View: Close Editor');
      await tabOf(2).click();
      await window.runCommand('View: Close Editor');
    });

    test('is asked, narrowed and written as a cell with the keyboard alone', async () => {
      const { keyboard } = window.page;
      const keys = new Keyboard(window);
      await keys.command('Signals: Explore Events…');
      await keys.pick('Dozen', /Dozen/);
      await keys.pick('Mentions', /Mentions.*12 companies × 60 days: 2 requests/);
      const tab = await explorerWith('counterfact');
      /** @returns The number of rows that counts and grid show alike, once it differs from an earlier one. */
      const rowsAfter = async (earlier: number): Promise<number> => {
        let rows = 0;
        await until(async () => {
          rows = Number(await tab.locator('.ms-x-body').getAttribute('data-ms-rows'));
          const listed = await tab.locator('.ms-x-rows .ms-table').getAttribute('aria-rowcount');
          return rows !== earlier && Number(listed) === rows + 1;
        });
        return rows;
      };
      const tabTo = async (selector: string): Promise<void> => {
        const there = tab.locator(selector).and(tab.locator(':focus'));
        for (let press = 0; (await there.count()) === 0; press++) {
          assert.ok(
            press < 60,
            `Tab leads from ${await tab.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))} never to ${selector}`,
          );
          await keyboard.press('Tab');
        }
      };
      const whole = await rowsAfter(0);
      await tab.waitForFunction(() => document.hasFocus());
      await tabTo('.ms-x-facet:has-text("factuality") .ms-x-value');
      let rows = whole;
      for (const value of ['first', 'second', 'third']) {
        if (value !== 'first') {
          await keyboard.press('ArrowDown');
        }
        await keyboard.press('Enter');
        rows = await rowsAfter(rows);
      }
      assert.ok(rows < whole);
      assert.equal(await tab.locator('.ms-x-selected').count(), 3);
      await tabTo('.ms-x-plot-place');
      await keyboard.press('Home');
      await keyboard.down('Shift');
      for (let day = 0; day < 45; day++) {
        await keyboard.press('ArrowRight');
      }
      await keyboard.up('Shift');
      const brushed = await rowsAfter(rows);
      await keyboard.press('Control+f');
      await tab.locator('.ms-x-search:focus').waitFor();
      // At once: after a pause the explorer searches for a part of the word.
      await keyboard.insertText('stock');
      await tab.locator('.ms-chip', { hasText: 'stock' }).waitFor();
      const found = await rowsAfter(brushed);
      assert.ok(rows > brushed && brushed > found && found > 0);
      await tabTo('[aria-label="Group mentions by event"]');
      await keyboard.press('Enter');
      const grouped = tab.locator(`.ms-x-rows .ms-table:not([aria-rowcount="${found + 1}"])`);
      await grouped.waitFor();
      await window.screenshot(`explorer-keyboard-${version}`);
      await keyboard.press('Alt+ArrowLeft');
      await rowsIn(tab, found);
      await keyboard.press('Alt+ArrowLeft');
      assert.equal(await rowsAfter(found), brushed);
      await tabTo('.ms-x-tools .ms-button');
      await keyboard.press('Enter');
      const outputs = (await outputFrame(window.page)).locator('.ms-output');
      await outputs.filter({ hasText: new RegExp(`\\b${brushed} rows\\b`) }).waitFor();
    });

    test('shows what it has after its kernel was killed while it counted, and asks again', async () => {
      const tab = await explorerWith('past');
      await tab.locator('.ms-x-value', { hasText: /^past/ }).click();
      for (const { pid } of processesRunning(window.profile, 'kernel.js')) {
        process.kill(pid, 'SIGKILL');
      }
      const banner = tab.locator('.ms-banner', { hasText: 'has ended' });
      await banner.waitFor();
      await window.screenshot(`explorer-killed-${version}`);
      assert.ok(await tab.locator('.ms-x-search').isDisabled());
      await banner.getByRole('button', { name: 'Ask again' }).click();
      await until(() => tab.isDetached());
      const again = await explorerWith('past');
      await again.locator('.ms-chip', { hasText: 'temporality is past' }).waitFor();
      await again.locator('.ms-x-body[data-ms-rows]').waitFor();
    });

    /** Asks for the mentions of the portfolio's last days again: the cell that has the question runs. */
    const askAgain = async (): Promise<void> => {
      await window.runCommand('Signals: Explore Events…');
      await offered('Dozen').click();
      await offered(/Mentions.*12 companies × 60 days: 2 requests/).click();
    };

    test('opens no explorer while signed out or refused: the cell says why and what to do', async () => {
      await tabOf(3).click();
      await window.runCommand('View: Close Editor');
      await window.page.locator('.tab', { hasText: name }).first().click();
      await window.runCommand('Signals: Forget Token');
      await window.runCommand('Signals: Restart Kernel');
      await askAgain();
      const outputs = await outputFrame(window.page);
      const card = outputs.locator('.ms-error', { hasText: /token/i });
      await card.waitFor();
      await pictures('signed-out');
      assert.equal(await tabOf(3).count(), 0);
      await storeToken(window, connection, token);
      isRefusing = true;
      await askAgain();
      await outputs.locator('.ms-error', { hasText: /403/ }).waitFor();
      await pictures('failed');
      assert.equal(await tabOf(3).count(), 0);
      isRefusing = false;
      rowsOf.clear();
      await askAgain();
      await tabOf(3).waitFor();
      const answer = await explorerWith('counterfact');
      assert.ok(allRows() > 0);
      await rowsIn(answer, allRows());
    });
  });
}

/** Whether a request is one of operation 9. */
function isOfMentions(url: string): boolean {
  return url.includes('/company_data/events');
}
