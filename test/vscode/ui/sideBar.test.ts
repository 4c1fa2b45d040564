import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { onlyOutput, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import {
  codeCells,
  expandList,
  expandRow,
  openLoopbackWindow,
  paneOf,
  pickFromMenu,
  pressRow,
  rowsOf,
  stockRow,
  toggleRow,
  type LoopbackWindow,
} from '../../support/sideBarWindow';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { smallViewport, wideViewport, type VsCodeWindow } from '../../support/vscodeWindow';
import { repeat } from '../../support/repeat';

const token = 'token-of-the-side-bar-window';

for (const version of testedVersions) {
  describe(`the side bar in VS Code ${version}`, () => {
    let opened: LoopbackWindow;
    let window: VsCodeWindow;

    before(async () => {
      opened = await openLoopbackWindow(version, token);
      ({ window } = opened);
    });
    after(() => opened?.close());

    const rows = (
      view: 'Connections' | 'Overlays' | 'Event Types',
      text: string | RegExp = '',
    ): Locator => rowsOf(window, view, text);

    /** The rank, the score and twelve letters of the name are not cut off at the usual width of the side bar. */
    async function assertFits(row: Locator): Promise<void> {
      const [end = 0, edge = 0] = await row.locator('.label-name').evaluate(each => {
        const range = document.createRange();
        const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode();
        if (text) {
          range.setStart(text, 0);
          range.setEnd(text, Math.min(text.textContent?.length ?? 0, '50  +0.00  '.length + 12));
        }
        const container = each.closest('.monaco-icon-label-container');
        return [range, container].map(part => part?.getBoundingClientRect().right ?? 0);
      });
      assert.ok(end > 0 && end <= edge, `${await row.innerText()} ends at ${end}, cut at ${edge}`);
    }

    const chooseInMenu = (label: string): Promise<void> =>
      pickFromMenu(window, rows('Connections', 'Loopback'), label, () =>
        window.screenshot(`side-bar-menu-${label.replaceAll(' ', '-').toLowerCase()}-${version}`),
      );

    const texts = async (): Promise<string> => (await rows('Overlays').allInnerTexts()).join('\n');

    test('shows the sandbox in use, and its ranked lists, before any notebook is open', async () => {
      await window.runCommand('View: Show Signals');
      await rows('Connections', /Sandbox.*in use/s).waitFor();
      // Both lists are visible, and neither is requested before it is expanded.
      await rows('Overlays', /^Bullishat most 50/).waitFor();
      await rows('Overlays', /^Bearishat most 50/).waitFor();
      await window.screenshot(`side-bar-closed-${version}`);
      // Both buttons of the view without a portfolio are visible in a low window too.
      await window.resize(smallViewport);
      for (const name of ['Create Portfolio', 'Paste from a Spreadsheet']) {
        const body = paneOf(window, 'Portfolios').locator('.pane-body');
        const button = body.getByRole('button', { name, exact: true });
        const bottom = async (element: Locator): Promise<number> =>
          element.evaluate(each => each.getBoundingClientRect().bottom);
        await until(async () => (await bottom(button)) <= (await bottom(body)));
      }
      await window.screenshot(`side-bar-low-${version}`);
      await window.resize(wideViewport);
      await expandList(window, 'Bullish');
      const first = stockRow(window, 1);
      await first.filter({ hasText: /\+\d\.\d\d/ }).waitFor();
      // The row of the list is refreshed once its stocks are there.
      await rows('Overlays', /^Bullish.*50 · \d+ entered, \d+ left, \d+ moved/s).waitFor();
      await assertFits(first);
      await window.screenshot(`side-bar-${version}`);
    });

    test('filters all lists by words while they are typed, and clears the filter with one click', async () => {
      await window.runCommand('Signals: Filter Stocks…');
      const box = window.page.locator('.quick-input-widget .quick-input-box input');
      await box.fill('hal');
      await rows('Overlays', /^Bullish\d+ found/).waitFor();
      await rows('Overlays', /\d\.\d\d {2}Hal/)
        .first()
        .waitFor();
      await box.press('Enter');
      await window.screenshot(`side-bar-filtered-${version}`);
      await window.pressSurely('[aria-label^="Clear Filter"]', async () => {
        await window.page.locator('.pane-header[aria-label^="Overlays"]').hover();
        await window.page.getByRole('button', { name: 'Clear Filter' }).click();
      });
      await rows('Overlays', /^Bullish50 ·/).waitFor();
    });

    test('draws the score of a stock in a cell of a new notebook, at a press on its button', async () => {
      const first = stockRow(window, 1);
      await window.pressSurely('[aria-label^="Score History"]', async () => {
        await first.hover();
        await first.getByRole('button', { name: 'Score History' }).click();
      });
      await waitForOutputs(window.page, onlyOutput(/bull_bear_score_ts/));
      const frame = await outputFrame(window.page);
      await frame?.locator('.ms-canvas svg').first().waitFor();
      await window.screenshot(`side-bar-score-${version}`);
    });

    test('compares the selected stocks from the palette, in a cell below', async () => {
      const selected = rows('Overlays').and(window.page.locator('.selected'));
      // A row that is drawn anew while the button is down takes no click.
      await repeat(selected.nth(1), async () => {
        await stockRow(window, 2).click();
        await stockRow(window, 4).click({ modifiers: ['ControlOrMeta'] });
      });
      await window.runCommand('Signals: Compare Scores');
      const cells = codeCells(window);
      await until(async () => (await cells.count()) === 2, texts);
      await cells.filter({ hasText: /SCALE\sstroke\sRENAMING/ }).waitFor();
      await waitForOutputs(window.page, drawn => drawn.length === 2);
      await window.screenshot(`side-bar-compare-${version}`);
    });

    test('lists event types by family, and counts the events of one at a press', async () => {
      const type = rows('Event Types', /QF AnnouncementE1_C/);
      await expandRow(rows('Event Types', /^E1QF/), type);
      await pressRow(window, type);
      const cells = codeCells(window);
      await until(async () => (await cells.filter({ hasText: 'E1_C' }).count()) === 1, texts);
      await waitForOutputs(window.page, drawn =>
        drawn.some(({ footer }) => /events_ts/.test(footer ?? '')),
      );
      // The answer names what the specification does not.
      await toggleRow(rows('Event Types', /^E1QF/));
      await rows('Event Types', /Event E\d+_\w \(sandbox\)/)
        .first()
        .waitFor();
      await window.screenshot(`side-bar-events-${version}`);
    });

    test('shows what is missing on a connection without a token, and its lists with one', async () => {
      await window.page.locator('.pane-header[aria-label^="Event Types"]').click();
      await pressRow(window, rows('Connections', 'Loopback'));
      await rows('Connections', /Loopback.*in use · no token/s).waitFor();
      await rows('Overlays', /No token is set.*Set token/s)
        .first()
        .waitFor();
      await window.screenshot(`side-bar-signed-out-${version}`);
      const box = window.page.locator('.quick-input-widget input[type=password]');
      await repeat(box, () => rows('Overlays', 'No token is set').first().click());
      await box.fill(token);
      await box.press('Enter');
      await stockRow(window, 1).waitFor();
      await rows('Connections', /Loopback.*in use · token set/s).waitFor();
      // No row of it goes to a model until a person says so, in the menu of its row.
      await chooseInMenu('Allow Data to Models');
      await rows('Connections', /Loopback.*in use · data to models · token set/s).waitFor();
      await window.screenshot(`side-bar-models-${version}`);
      await window.pickTheme('Dark Modern', 'dark');
      await window.screenshot(`side-bar-dark-${version}`);
      await chooseInMenu('No Data to Models');
      await rows('Connections', /Loopback.*in use · token set$/s).waitFor();
      const authorizations = opened.service.requests.map(({ headers }) => headers['authorization']);
      assert.ok(authorizations.includes(`Bearer ${token}`));
      await repeat(rows('Connections', /Sandbox.*in use/s), () =>
        rows('Connections', 'Sandbox').click(),
      );
    });
  });
}
