import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator, Page } from 'playwright-core';
import { isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { tryPress, repeat } from '../../support/repeat';

const name = 'grid.signals';
const sql = 'FROM bullish_stocks(amount := 300)';

for (const version of testedVersions) {
  describe(`a grid in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace =>
          writeFile(path.join(workspace, name), `\`\`\`{sql}\n${sql}\n\`\`\`\n`),
      });
      await window.openFromExplorer(name);
      await window.runAll();
      await waitForOutputs(window.page, all => all.length === 1);
    });
    after(() => window?.close());

    test('shows eleven columns of a ranked list at 1,440 pixels, and its buttons below them', async () => {
      const { page } = window;
      const usual = page.viewportSize();
      assert.ok(usual);
      await window.resize({ width: 1440, height: 900 });
      await window.runCommand('View: Toggle Primary Side Bar Visibility');
      const frame = await outputFrame(page);
      const result = frame.locator('.ms-output');
      const shown = () =>
        result.getByRole('columnheader').evaluateAll(headers => {
          const right = headers[0]?.closest('.ms-table')?.getBoundingClientRect().right ?? 0;
          return headers.filter(header => header.getBoundingClientRect().right <= right).length;
        });
      await until(
        async () => (await shown()) >= 11,
        async () => `${await shown()} columns`,
      );
      const cut = () =>
        result
          .locator('[role="columnheader"][title^="rank"], .ms-row .ms-number')
          .locator('.ms-text')
          .evaluateAll(texts => texts.filter(text => text.scrollWidth > text.clientWidth).length);
      await until(
        async () => (await cut()) === 0,
        () => 'rank or a number is cut off',
      );
      await until(async () => {
        const table = await result.locator('.ms-table').boundingBox();
        const tools = await result.getByRole('toolbar').boundingBox();
        return !!table && !!tools && tools.y >= table.y + table.height;
      });
      await window.screenshot(`grid-list-${version}`);
      await window.runCommand('View: Toggle Primary Side Bar Visibility');
      await window.resize(usual);
    });

    test('at a zoom of 200 % the menu is within the part of the notebook that is seen', async () => {
      const { page } = window;
      const usual = page.viewportSize();
      assert.ok(usual);
      await window.resize({ width: 720, height: 450 });
      await window.runCommand('View: Toggle Primary Side Bar Visibility');
      await window.scrollToCell('FROM bullish_stocks');
      const frame = await outputFrame(page);
      const menu = frame.getByRole('menu');
      const timeout = 5_000;
      const list = page.locator('.notebook-editor .cell-list-container').first();
      const isIn = async (part: Locator): Promise<boolean> => {
        const box = await part.boundingBox({ timeout }).catch(() => null);
        const outer = await list.boundingBox();
        const isBelow = outer && box && box.y >= outer.y;
        return Boolean(isBelow && box.y + box.height <= outer.y + outer.height);
      };
      const items = menu.locator('.ms-menu-item');
      await until(
        async () => {
          // A layout that settles closes the menu.
          if (!(await menu.isVisible())) {
            await header(frame, 'rank').click({ button: 'right' });
          }
          return isIn(menu);
        },
        async () => JSON.stringify(await menu.boundingBox({ timeout })),
      );
      await until(async () => {
        await page.keyboard.press('End');
        return isIn(items.last());
      });
      await window.screenshot(`grid-zoomed-menu-${version}`);
      await page.keyboard.press('Escape');
      await window.runCommand('View: Toggle Primary Side Bar Visibility');
      await window.resize(usual);
      await window.scrollToTop();
    });

    test('sorts, filters and hides columns, and says so', async () => {
      const frame = await outputFrame(window.page);
      const sorted = header(frame, 'bull_bear_score').getByText('↑');
      await repeat(sorted, () => header(frame, 'bull_bear_score').click());
      await choose(frame, 'date', 'Hide column');
      await header(frame, 'date').waitFor({ state: 'detached' });
      await choose(frame, 'name', 'Filter…');
      const dialog = frame.getByRole('dialog', { name: 'Filter name' });
      await dialog.getByRole('button', { name: 'Choose values…' }).click();
      await dialog.getByRole('checkbox').first().check();
      await window.screenshot(`grid-filter-${version}`);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await frame.getByText(/^\d+ of \d+ rows$/).waitFor();
      await frame.getByText('1 hidden column').waitFor();
      await window.screenshot(`grid-chips-${version}`);
    });

    test('leads from a company to its score in a new cell that has run, one step to undo', async () => {
      const frame = await outputFrame(window.page);
      const company = frame.locator('.ms-key').first();
      const entity = await company.innerText();
      const score = frame.getByRole('menuitem', { name: 'Score, last 90 days' });
      await repeat(score, () => company.click());
      await window.screenshot(`grid-links-${version}`);
      const cells = window.page.locator('.notebook-editor .code-cell-row');
      const lateFocus = await countLateFocus(window.page, frame, async () => {
        await score.click();
        await cells.nth(1).waitFor();
        const text = window.page.locator('.code-cell-row .view-line', {
          hasText: 'bull_bear_score_ts(',
        });
        await text.waitFor();
        assert.ok((await text.innerText()).includes(entity));
        await waitForOutputs(window.page, all =>
          all.some(one => one.kind === 'chart' && isDrawn(one)),
        );
      });
      await window.screenshot(`grid-followed-${version}`);
      assert.equal(lateFocus, 0, 'the page of outputs takes the focus of the new cell');
      // The second time there is nothing left to take back.
      await repeat(cells.nth(1), () => window.page.keyboard.press('Control+z'), 'detached');
    });
  });
}

/**
 * Counts how often VS Code hands the focus to the page of outputs once more, 50 ms after it showed a notebook whose page has
 * it: a new cell may have it by then. VS Code learns up to 250 ms later that the page lost the focus, and here after the
 * action.
 */
async function countLateFocus(
  page: Page,
  frame: Frame,
  action: () => Promise<void>,
): Promise<number> {
  const host = frame.parentFrame();
  assert.ok(host);
  await host.evaluate(() => (document.hasFocus = () => true));
  const late = await page.evaluateHandle(() => {
    const count = { calls: 0 };
    // VS Code focuses the body just before it hands over the focus.
    document.body.focus = () => count.calls++;
    return count;
  });
  try {
    await action();
    return (await late.jsonValue()).calls;
  } finally {
    await host.evaluate(() => Reflect.deleteProperty(document, 'hasFocus'));
    await page.evaluate(() => Reflect.deleteProperty(document.body, 'focus'));
  }
}

function header(frame: Frame, column: string): Locator {
  return frame.locator(`[role="columnheader"][title^="${column} ·"]`);
}

async function choose(frame: Frame, column: string, label: string): Promise<void> {
  const entry = frame.getByRole('menu').getByText(label, { exact: true });
  // A layout that settles closes the menu.
  await until(async () => {
    await repeat(entry, async () => {
      await header(frame, column).hover();
      await header(frame, column).locator('.ms-menu-mark').click();
    });
    return tryPress(entry);
  });
}
