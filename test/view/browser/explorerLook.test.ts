/** How the explorer looks: for axe in every theme, in a narrow window, and after its session has ended. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import { until } from '../../support/until';
import { ExplorerPage } from './explorerPage';
import { themes, type Theme } from './themes';

let explorer: ExplorerPage;
before(async () => {
  explorer =
    await ExplorerPage.open(`FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 40)),
    date_from := DATE '2026-09-01', date_to := DATE '2026-11-20')`);
  await explorer.rows(await explorer.count('true'));
});
after(() => explorer.close());

test('axe finds nothing serious in any theme', async () => {
  await explorer.value('temporality', 'past').click({ modifiers: ['Alt'] });
  await explorer.value('role', 'Target').click();
  await explorer.rows(await explorer.count(`temporality <> 'past' AND role = 'Target'`));
  await explorer.page.evaluate(
    readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  );
  const { page } = explorer;
  const states: readonly (readonly [place: string, open: () => Promise<void>])[] = [
    ['body', () => Promise.resolve()],
    ['.ms-x-details', openDetails],
    [
      '.ms-x-compare',
      async () => {
        await page.click('[aria-label="Compare two parts"]');
        await page.waitForSelector('.ms-x-compared tbody tr');
      },
    ],
  ];
  for (const [place, open] of states) {
    await open();
    for (const theme of Object.values(themes)) {
      await checkAxe(place, theme);
    }
    await explorer.theme(themes.light);
  }
  await page.click('[aria-label="Compare two parts"]');
  await page.click('[aria-label="Close details"]');
});

/** Opens the details of the first row, with its series. */
async function openDetails(): Promise<void> {
  const { page } = explorer;
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
async function checkAxe(place: string, theme: Theme): Promise<void> {
  await explorer.theme(theme);
  // Another theme can only break the colours.
  const options = theme === themes.light ? {} : { runOnly: ['color-contrast'] };
  const { violations } = await explorer.page.evaluate(
    ([selector, rules]) => {
      const { axe } = window as unknown as {
        axe: { run: (part: Element | null, with_: object) => Promise<AxeResults> };
      };
      return axe.run(document.querySelector(selector), rules);
    },
    [place, options] as const,
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.map(({ id, nodes }) => [place, theme.kind, id, nodes.map(({ html }) => html)]),
    [],
  );
  await explorer.shot(`axe${place.replace('.ms-x', '')}-${theme.kind}`);
}

test('in a narrow window nothing overlaps', async () => {
  await explorer.page.locator('.ms-x-main > .ms-filters >> text=Clear all').click();
  await explorer.rows(await explorer.count('true'));
  await explorer.page.setViewportSize({ width: 800, height: 600 });
  await explorer.value('role', 'Target').click();
  await explorer.rows(await explorer.count(`role = 'Target'`));
  await explorer.shot('narrow-light');
  const isInside = await explorer.page.evaluate(() =>
    [...document.querySelectorAll('.ms-x-bar > *, .ms-x-timeline-head > *, .ms-table')].every(
      part => part.getBoundingClientRect().right <= 800,
    ),
  );
  assert.ok(isInside);
  await openDetails();
  await explorer.shot('narrow-details-light');
  const parts = await explorer.page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [details, rows, load] = ['.ms-x-details', '.ms-x-rows', '.ms-x-around'].map(of);
    return {
      areBeside: (rows?.right ?? 0) <= (details?.left ?? 0) && (details?.right ?? 0) <= 800,
      rows: rows?.width ?? 0,
      isFitting: (load?.right ?? 0) <= (details?.right ?? 0),
    };
  });
  assert.ok(parts.areBeside && parts.isFitting && parts.rows > 200, JSON.stringify(parts));
  await explorer.page.click('[aria-label="Close details"]');
  await explorer.page.setViewportSize({ width: 1280, height: 800 });
});

test('without its session the explorer stays as it is, and says so', async () => {
  await explorer.hear({ type: 'ended', sentence: 'The session has ended.' });
  await explorer.page.waitForSelector('.ms-banner:has-text("The session has ended.")');
  const { page } = explorer;
  assert.ok(await explorer.facet('role').locator('xpath=ancestor::*[@inert]').first().isVisible());
  for (const label of ['Back', 'Forward', 'Group mentions by event', 'Compare two parts']) {
    const tool = page.locator(`[aria-label="${label}"]`);
    assert.ok(await tool.isDisabled(), label);
    assert.match((await tool.getAttribute('title')) ?? '', /session has ended/);
  }
  assert.ok(await page.locator('[aria-label="Export rows…"]').isDisabled());
  assert.ok(await page.locator('.ms-x-search').isDisabled());
  // Neither a key nor the header of a column asks what nothing answers; the query is at hand all the same.
  await page.keyboard.press('Alt+ArrowLeft');
  await page.click('.ms-x-rows [role=columnheader]:has-text("date")');
  await page.getByText('Sorting and filtering need the kernel that made this result').waitFor();
  await page.click('.ms-row[aria-rowindex="3"] .ms-cell:not([aria-haspopup])');
  await page.keyboard.press('Space');
  const details = page.locator('.ms-x-details');
  await details.getByText('Mentions and series cannot be loaded').waitFor();
  assert.equal(await details.locator('.ms-x-load').count(), 0);
  explorer.orders.length = 0;
  await page.getByRole('button', { name: 'Open as Cell' }).click();
  await until(() => explorer.orders.some(order => order.type === 'writeSql'));
  explorer.requests.length = 0;
  await explorer.page.click('.ms-banner >> text=Ask again');
  assert.equal(explorer.requests[0]?.type, 'askAgain');
  await explorer.shot('ended-light');
});
