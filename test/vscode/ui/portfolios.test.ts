import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  sandboxCompanies,
} from '../../../src/sandbox/sandbox';
import { onlyOutput, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { repeat } from '../../support/repeat';
import {
  dragOnto,
  expandList,
  expandRow,
  paneOf,
  pressRow,
  rowsOf,
  stockRow,
  toggleRow,
} from '../../support/sideBarWindow';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { userSettings } from '../../support/userSettings';
import { VsCodeWindow } from '../../support/vscodeWindow';

const sandbox = createSandbox(defaultSandboxConfig(plainDateOfInstant(Date.now())));
const companies = sandboxCompanies(sandbox);
/** Forty tickers that are one company's each. */
const tickers = companies
  .map(({ ticker }) => ticker ?? '')
  .filter((ticker, _, all) => ticker !== '' && all.filter(each => each === ticker).length === 1)
  .slice(0, 40);

for (const version of testedVersions) {
  describe(`portfolios in VS Code ${version}`, () => {
    let window: VsCodeWindow;

    before(async () => {
      window = await VsCodeWindow.open(version, { viewport: { width: 1400, height: 1000 } });
      const { origin } = new URL(window.page.url());
      const permissions = ['clipboard-read', 'clipboard-write'];
      await window.page.context().grantPermissions(permissions, { origin });
    });
    after(() => window?.close());

    const pane = (view: string): Locator => paneOf(window, view);
    const rows = (view: 'Overlays' | 'Portfolios', text: string | RegExp = ''): Locator =>
      rowsOf(window, view, text);
    const choices = (text: string | RegExp): Locator =>
      window.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
    const input = (): Locator => window.page.locator('.quick-input-widget input[type=text]');
    const said = (text: string): Locator =>
      window.page.locator('.statusbar-item').getByText(`Signals: ${text}`, { exact: true });
    const texts = async (): Promise<string> => {
      const messages = window.page.locator('.notification-toast');
      return [
        ...(await messages.allInnerTexts()),
        ...(await rows('Portfolios').allInnerTexts()),
      ].join('\n');
    };

    test('offers to create or to paste one while there is none', async () => {
      await window.runCommand('View: Show Signals');
      await expandList(window, 'Bullish');
      await window.page.locator('.pane-header[aria-label^="Event Types"]').click();
      await pane('Portfolios').getByRole('button', { name: 'Paste from a Spreadsheet' }).waitFor();
      await window.screenshot(`portfolios-empty-${version}`);
    });

    /** Presses a button of *Core* just after its list began to be read again: without its row, the command asks which. */
    const pressWhileReadAgain = async (name: string): Promise<void> => {
      const core = rows('Portfolios', /^Core/);
      await core.hover();
      // At once: the mouse has no time to reach both.
      const refresh = pane('Portfolios').locator('[aria-label="Refresh Portfolios"]');
      await refresh.evaluate(node => (node as HTMLElement).click());
      await window.pressSurely(`[aria-label^="${name}"]`, () =>
        core.getByRole('button', { name }).click(),
      );
    };

    test('pastes forty tickers with a weight each, and shows what every line was found to be', async () => {
      const lines = tickers.map(ticker => `${ticker}\t2.5%`);
      const copied = [...lines, 'No such company\t1%'].join('\n');
      await window.page.evaluate(text => navigator.clipboard.writeText(text), copied);
      await pane('Portfolios').getByRole('button', { name: 'Paste from a Spreadsheet' }).click();
      await choices(/Accept 41 lines.*40 found, 1 not known/s).waitFor();
      await choices(/by ticker · weight 0\.025/)
        .first()
        .waitFor();
      await window.screenshot(`portfolios-paste-${version}`);
      await input().fill('No such');
      await choices(/No such/)
        .and(window.page.locator('.focused'))
        .waitFor();
      await window.screenshot(`portfolios-paste-unknown-${version}`);
      await input().press('Enter');
      await choices(/Keep “No such company”/).waitFor();
      await window.screenshot(`portfolios-choose-${version}`);
      await choices(/Keep “No such company”/).click();
      await choices(/Accept 41 lines/).click();
      await input().fill('Core');
      await input().press('Enter');
      await choices(/Core\.portfolio\.csv/).click();
      await rows('Portfolios', /^Core.*of 40 listed.*1 unknown/s).waitFor();
      const text = await readFile(path.join(window.workspace, 'Core.portfolio.csv'), 'utf8');
      assert.equal(text.split('\n').length, 43);
    });

    test('shows scores and events of the companies of one', async () => {
      const company = rows('Portfolios', /[+−]\d\.\d\d.*\d events? · .*weight 0\.025/).first();
      await expandRow(rows('Portfolios', /^Core/), company);
      await window.screenshot(`portfolios-${version}`);
    });

    test('adds a stock of Overlays, and removes a company', async () => {
      await stockRow(window, 1).click();
      await window.runCommand('Signals: Add to Portfolio…');
      await window.screenshot(`portfolios-add-${version}`);
      await choices(/^\s*Core/).click();
      const file = path.join(window.workspace, 'Core.portfolio.csv');
      const lines = async (): Promise<number> =>
        (await readFile(file, 'utf8')).trim().split('\n').length;
      await until(async () => (await lines()) === 43, texts);
      await rows('Portfolios', /^Core.*of 41 listed/s).waitFor();
      const before = await readFile(file, 'utf8');
      await rows('Portfolios', /weight 0\.025/)
        .first()
        .click();
      await rows('Portfolios', /weight 0\.025/)
        .and(window.page.locator('.selected'))
        .waitFor();
      await window.runCommand('Signals: Remove from Portfolio');
      await until(async () => (await lines()) === 42, texts);
      await rows('Portfolios', /^Core.*of 40 listed/s).waitFor();
      assert.ok(before.startsWith('entity,weight,name\n'));
    });

    test('takes stocks that are dragged from Overlays onto it, and no stock twice', async () => {
      const file = path.join(window.workspace, 'Core.portfolio.csv');
      const text = await readFile(file, 'utf8');
      const core = rows('Portfolios', /^Core/).first();
      const stock = (rank: number): Locator => stockRow(window, rank);
      const nameOf = async (row: Locator): Promise<string> =>
        /\d\.\d\d {2}(.*)/.exec(await row.locator('.label-name').innerText())?.[1] ?? '';
      const names = [await nameOf(stock(2)), await nameOf(stock(3))];
      const drag = async (one: Locator, another: Locator): Promise<void> => {
        await one.click();
        await another.click({ modifiers: ['ControlOrMeta'] });
        await dragOnto(window, another, core);
      };
      // A list that is drawn anew as the button is released takes no drop.
      await repeat(said('2 companies added to Core'), () => drag(stock(2), stock(3)));
      const added = async (): Promise<string> => {
        const lines = (await readFile(file, 'utf8')).slice(text.length).trim().split('\n');
        return lines.map(line => line.split(',')[2]).join();
      };
      await until(async () => (await added()) === names.join(), texts);
      await rows('Portfolios', /^Core.*of 42 listed/s).waitFor();
      await window.screenshot(`portfolios-dragged-${version}`);
      // With one that is there already, only the other is added.
      const one = await nameOf(stock(4));
      const other = said('1 company added to Core, 1 was there already');
      await repeat(other, () => drag(stock(3), stock(4)));
      await rows('Portfolios', /^Core.*of 43 listed/s).waitFor();
      assert.ok((await readFile(file, 'utf8')).trimEnd().endsWith(one));
    });

    test('writes a cell with its companies, and draws their scores', async () => {
      await pressWhileReadAgain('Insert Portfolio into Notebook');
      await waitForOutputs(window.page, onlyOutput(/bull_bear_score_ts/));
      await pressWhileReadAgain('Compare Scores of Portfolio');
      await waitForOutputs(window.page, drawn => drawn.length === 2);
      const frame = await outputFrame(window.page);
      await frame?.locator('.ms-canvas svg, .ms-canvas canvas').first().waitFor();
      await window.screenshot(`portfolios-cells-${version}`);
    });

    test('reports a line of a file that is not usable, in the dark too', async () => {
      const file = path.join(window.workspace, 'Second.portfolio.csv');
      const entity = companies[0]?.entity ?? '';
      await toggleRow(rows('Portfolios', /^Core/));
      // On a busy machine, VS Code may miss a change.
      await repeat(rows('Portfolios', /^Second1 problem/), () =>
        writeFile(file, `entity,weight\n${entity},a lot\n`),
      );
      await window.pickTheme('Dark Modern', 'dark');
      await repeat(window.page.locator('.workbench-hover', { hasText: 'a lot' }), async () => {
        await window.page.locator('.statusbar').hover();
        await rows('Portfolios', /^Second/).hover();
      });
      await window.screenshot(`portfolios-dark-${version}`);
    });

    test('selects a new portfolio, and shows the companies of a large one a page at a time', async () => {
      const entities = Array.from({ length: 1000 }, (_, at) => `company:n${at}`);
      const large = path.join(window.workspace, 'Large.portfolio.csv');
      await repeat(rows('Portfolios', /^Large.*of 1,000 listed/s), () =>
        writeFile(large, `entity\n${entities.join('\n')}\n`),
      );
      await window.runCommand('Signals: Create Portfolio…');
      await input().fill('Mine');
      await input().press('Enter');
      await choices(/Mine\.portfolio\.csv/).click();
      await rows('Portfolios', /^Mine/).and(window.page.locator('.selected')).waitFor();
      const company = rows('Portfolios', /no score.*n0|n0.*no score/s).first();
      await expandRow(rows('Portfolios', /^Large/), company);
      const more = rows('Portfolios', /^Load 200 more.*800 not shown/s);
      await repeat(more, () => window.page.keyboard.press('End'));
      await window.screenshot(`portfolios-large-${version}`);
      await pressRow(window, more);
      await rows('Portfolios', /n200.*no score/s)
        .first()
        .waitFor();
      // Rows that are out of view are not in the page.
      await window.page.keyboard.press('Home');
      await toggleRow(rows('Portfolios', /^Large/));
      await rows('Portfolios', /no score/)
        .first()
        .waitFor({ state: 'detached' });
    });

    test('shows and keeps what another window wrote in the settings', async () => {
      const other = await window.beside();
      const written = async (): Promise<unknown> =>
        (await userSettings(window))['signals.portfolios'];
      const shown = (view: VsCodeWindow, name: string): Locator =>
        rowsOf(view, 'Portfolios', new RegExp(`^${name}`));
      try {
        await other.runCommand('View: Show Signals');
        await shown(other, 'Core').waitFor();
        await window.changeSettings({ 'signals.portfolios': { Here: ['company:here'] } });
        await shown(window, 'Here').waitFor();
        // VS Code does not report that to the other window, which adds its own.
        await other.runCommand('Signals: Create Portfolio…');
        const box = other.page.locator('.quick-input-widget input[type=text]');
        await box.fill('There');
        await box.press('Enter');
        const places = other.page.locator('.quick-input-list .monaco-list-row');
        await places.filter({ hasText: 'Settings' }).click();
        await shown(other, 'There').and(other.page.locator('.selected')).waitFor();
        await shown(other, 'Here').waitFor();
        assert.deepEqual(await written(), { Here: ['company:here'], There: [] });
        await window.focus();
        await shown(window, 'There').waitFor();
      } finally {
        await other.leave();
      }
    });

    test('creates one in the settings where no folder is open', async () => {
      const other = await window.beside('nothing');
      try {
        await other.runCommand('View: Show Signals');
        await rowsOf(other, 'Portfolios', /^Here/).waitFor();
        await other.runCommand('Signals: Create Portfolio…');
        const box = other.page.locator('.quick-input-widget input[type=text]');
        await box.fill('Nowhere');
        const created = other.page.locator('.statusbar-item').getByText('Nowhere is created');
        await Promise.all([created.waitFor(), box.press('Enter')]);
        await rowsOf(other, 'Portfolios', /^Nowhere/).waitFor();
        await expandList(other, 'Bullish');
        await other.screenshot(`portfolios-no-folder-${version}`);
      } finally {
        await other.leave();
      }
    });

    test('marks a file that cannot be read with its reason, and a press opens it', async () => {
      const file = path.join(window.workspace, 'Broken.portfolio.csv');
      const broken = rows('Portfolios', /^Broken.*cannot be read: no “entity” column/s);
      await repeat(broken, () => writeFile(file, `firm|share\n${companies[0]?.entity ?? ''}|1\n`));
      await window.screenshot(`portfolios-unreadable-${version}`);
      await pressRow(window, broken);
      await window.page.locator('.tab.active', { hasText: 'Broken.portfolio.csv' }).waitFor();
    });
  });
}
