import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  sandboxCompanies,
} from '../../../src/sandbox/sandbox';
import { Keyboard } from '../../support/keyboard';
import { isDrawn, waitForOutputs } from '../../support/notebookOutputs';
import {
  codeCells,
  openLoopbackWindow,
  rowsOf,
  stockRow,
  type LoopbackWindow,
} from '../../support/sideBarWindow';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import type { VsCodeWindow } from '../../support/vscodeWindow';
import { repeat } from '../../support/repeat';

const token = 'token-of-the-keyboard';
const companies = sandboxCompanies(
  createSandbox(defaultSandboxConfig(plainDateOfInstant(Date.now()))),
);
/** Forty tickers that are one company's each. */
const tickers = companies
  .map(({ ticker }) => ticker ?? '')
  .filter((ticker, _, all) => ticker !== '' && all.filter(each => each === ticker).length === 1)
  .slice(0, 40);

for (const version of testedVersions) {
  describe(`the side bar with the keyboard alone in VS Code ${version}`, () => {
    let opened: LoopbackWindow;
    let window: VsCodeWindow;
    let keys: Keyboard;

    before(async () => {
      opened = await openLoopbackWindow(version, token);
      ({ window } = opened);
      keys = new Keyboard(window);
      const { origin } = new URL(window.page.url());
      const permissions = ['clipboard-read', 'clipboard-write'];
      await window.page.context().grantPermissions(permissions, { origin });
    });
    after(() => opened?.close());

    const rows = (view: string, text: RegExp): Locator => rowsOf(window, view, text);
    const copied = (): Promise<string> =>
      window.page.evaluate(() => navigator.clipboard.readText());

    /** Picks an entry of a row's menu, which has all of these. */
    async function pickOf(entries: readonly string[], entry: string): Promise<void> {
      assert.deepEqual(await keys.openMenu(), entries);
      await keys.pickFromMenu(entry);
    }

    /** Waits until the notebook has so many cells, and all of them have drawn their output. */
    async function ranCells(count: number, text: RegExp): Promise<void> {
      const drawn = await waitForOutputs(
        window.page,
        all => all.length === count && all.every(isDrawn),
      );
      assert.ok(drawn.every(({ kind }) => kind !== 'error'));
      assert.match(drawn.map(({ footer }) => footer).join('\n'), text);
    }

    test('uses a connection, sets its token and forgets it', async () => {
      const menu = ['Select Connection', 'Set Token', 'Forget Token', 'Edit Connection'];
      const entries = [...menu, 'Remove Connection', 'Allow Data to Models'];
      await keys.command('View: Show Signals');
      await rows('Connections', /^Loopback/).waitFor();
      await keys.goTo('Connections', /^Loopback/);
      // A row that is drawn at that moment takes no key.
      await repeat(rows('Connections', /^Loopback.*in use · no token/), () => keys.press('Enter'));
      await repeat(window.page.locator('.quick-input-widget input[type=password]'), () =>
        keys.press('Enter'),
      );
      await keys.fill(token);
      await keys.press('Enter');
      await rows('Connections', /^Loopback.*in use · token set/).waitFor();
      await keys.goTo('Connections', /^Loopback/);
      await pickOf(entries, 'Forget Token');
      await rows('Connections', /^Loopback.*no token/).waitFor();
      await keys.goTo('Connections', /^Sandbox/);
      await pickOf(['Select Connection', 'No Data to Models'], 'Select Connection');
      await rows('Connections', /^Sandbox.*in use/).waitFor();
    });

    const ofList = [
      'Insert List into Notebook',
      'Open List as Notebook',
      'Explore Events…',
      'Copy Query of List',
    ];
    const ofStock = ['Score History', 'Events Around This Day', 'Explore Events…'];
    const copies = ['Copy Entity', 'Copy Ticker', 'Copy ISIN'];

    test('opens a list, draws the score of a stock from its menu, and compares several', async () => {
      await keys.goTo('Overlays', /^Bullish/);
      assert.deepEqual(await keys.openMenu(), [...ofList, 'Refresh']);
      await keys.closeMenu();
      await keys.expand('Overlays', /^\s*1 {2}\S/);
      await keys.goTo('Overlays', /^\s*2 {2}\S/);
      await pickOf([...ofStock, ...copies, 'Add to Portfolio…'], 'Score History');
      await ranCells(1, /bull_bear_score_ts/);
      await keys.goTo('Overlays', /^\s*1 {2}\S/);
      await keys.press('Shift+ArrowDown');
      await keys.press('Shift+ArrowDown');
      const several = ['Compare Scores', ...ofStock, ...copies, 'Add to Portfolio…'];
      await pickOf(several, 'Compare Scores');
      await ranCells(2, /bull_bear_score_ts/);
      await keys.goTo('Overlays', /^Bullish/);
      const first = stockRow(window, 1);
      await repeat(first, () => keys.press('ArrowLeft'), 'detached');
    });

    test('saves two lists, moves, pins, renames and removes one, and loads the rest of a long one', async () => {
      for (const name of ['Seven', 'Long']) {
        await keys.command('Signals: Save List…');
        await keys.pick('side', /^side/);
        await keys.pick('bearish', /^bearish/);
        await keys.pick('amount', /^amount/);
        await keys.answer('amount', name === 'Seven' ? '7' : '250');
        await keys.pick('', /Accept/);
        await keys.answer('Name of the list', name);
        await rows('Overlays', new RegExp(`^${name}`)).waitFor();
      }
      const names = async (): Promise<string> =>
        (await rows('Overlays', /./).allTextContents())
          .map(text => /^[A-Z][a-z]+?(?=at most|\d)/.exec(text)?.[0] ?? text)
          .join();
      const changes = ['Edit List…', 'Rename List…', 'Pin List', 'Remove List'];
      const ofSaved = [...ofList, 'Refresh', ...changes, 'Move Up', 'Move Down'];
      await keys.goTo('Overlays', /^Long/);
      await pickOf(ofSaved, 'Move Up');
      await until(async () => (await names()) === 'Bullish,Bearish,Long,Seven', names);
      await keys.goTo('Overlays', /^Seven/);
      await pickOf(ofSaved, 'Rename List…');
      await keys.answer('Name of the list', 'Week');
      await until(async () => (await names()) === 'Bullish,Bearish,Long,Week', names);
      await keys.goTo('Overlays', /^Week/);
      await pickOf(ofSaved, 'Pin List');
      await until(async () => (await names()) === 'Week,Bullish,Bearish,Long', names);
      await keys.goTo('Overlays', /^Week/);
      const ofPinned = ofSaved.map(entry => entry.replace('Pin', 'Unpin'));
      await pickOf(ofPinned, 'Remove List');
      await until(async () => (await names()) === 'Bullish,Bearish,Long', names);
      await keys.goTo('Overlays', /^Long/);
      await keys.expand('Overlays', /^\s*1 {2}\S/);
      const more = rows('Overlays', /^Load \d+ more/);
      await repeat(more, () => keys.press('End'));
      await keys.press('Enter');
      await more.waitFor({ state: 'detached' });
      await repeat(rows('Overlays', /^\s*(–|2\d\d) {2}\S/).last(), () => keys.press('End'));
    });

    test('filters all lists while words are typed, and clears the filter', async () => {
      await keys.command('Signals: Filter Stocks…');
      await keys.fill('hal');
      await rows('Overlays', /^Long\d+ found/).waitFor();
      await keys.press('Enter');
      await keys.goTo('Overlays', /\d {2}Hal/);
      await keys.command('Signals: Clear Filter');
      await rows('Overlays', /^Long250/).waitFor();
      await keys.goTo('Overlays', /^Long/);
      await keys.press('ArrowLeft');
    });

    test('pastes forty tickers into a portfolio, changes it, and uses it in a cell', async () => {
      await window.page.evaluate(text => navigator.clipboard.writeText(text), tickers.join('\n'));
      await keys.command('Signals: Paste Portfolio…');
      await keys.pick('', /Accept 40 lines/);
      await keys.answer('Name of the portfolio', 'Forty');
      await keys.pick('', /Forty\.portfolio\.csv/);
      await rows('Portfolios', /^Forty.*of 40 listed/s).waitFor();
      const file = path.join(window.workspace, 'Forty.portfolio.csv');
      const lines = async (): Promise<string[]> =>
        (await readFile(file, 'utf8')).trim().split('\n');
      const before = await lines();
      await keys.goTo('Portfolios', /^Forty/);
      await keys.expand('Portfolios', /\d\.\d\d {2}\S/);
      const company = (place: number, text: RegExp): Locator =>
        rows('Portfolios', text).and(
          window.page.locator(`[aria-level="2"][aria-posinset="${place}"]`),
        );
      /** @param place Within the portfolio, from 1. */
      const goToCompany = async (place: number): Promise<RegExp> => {
        const label = await company(place, /./).locator('.label-name').textContent();
        const [, name = ''] = / {2}(.*)/.exec(label ?? '') ?? [];
        assert.notEqual(name, '', label ?? '');
        const text = new RegExp(` {2}${name.replace(/\W/g, '.')}`);
        await keys.goTo('Portfolios', text);
        return text;
      };
      const second = await goToCompany(2);
      const ofCompany = [...ofStock, 'Add to Portfolio…', 'Remove from Portfolio', ...copies];
      await pickOf([...ofCompany, 'Move Up', 'Move Down'], 'Move Up');
      const moved = [before[0], before[2], before[1], ...before.slice(3)];
      await until(async () => (await lines()).join() === moved.join());
      await company(1, second).waitFor();
      await goToCompany(1);
      await pickOf([...ofCompany, 'Move Up', 'Move Down'], 'Remove from Portfolio');
      await rows('Portfolios', /^Forty.*of 39 listed/s).waitFor();
      await keys.goTo('Portfolios', /^Forty/);
      const cells = ['Insert Portfolio into Notebook', 'Compare Scores of Portfolio'];
      const ofPortfolio = [
        ...[...cells, 'Events of Portfolio, Last 7 Days', 'Explore Events…', 'Refresh Portfolios'],
        ...['Paste Portfolio…', 'Edit Portfolio', 'Rename Portfolio…', 'Remove Portfolio'],
      ];
      await pickOf([...ofPortfolio, 'Move Up', 'Move Down'], 'Insert Portfolio into Notebook');
      await ranCells(3, /bull_bear_score_ts/);
    });

    test('adds a stock of a list to a portfolio', async () => {
      const text = (): Promise<string> =>
        readFile(path.join(window.workspace, 'Forty.portfolio.csv'), 'utf8');
      const before = await text();
      await keys.goTo('Overlays', /^Bullish/);
      await keys.expand('Overlays', /^\s*1 {2}\S/);
      const labels = await rows('Overlays', /^\s*\d {2}\S/)
        .locator('.label-name')
        .allTextContents();
      const names = labels.flatMap(label => /\d\.\d\d {2}(.*)/.exec(label)?.[1] ?? []);
      const name = names.find(each => !before.includes(each)) ?? '';
      assert.notEqual(name, '');
      await keys.goTo('Overlays', new RegExp(String.raw`\d {2}${name}`));
      await pickOf([...ofStock, ...copies, 'Add to Portfolio…'], 'Add to Portfolio…');
      await keys.pick('Forty', /Forty/);
      await until(async () => (await text()).trimEnd().endsWith(name), text);
      await keys.goTo('Overlays', /^Bullish/);
      await keys.press('ArrowLeft');
    });

    test('counts the events of a type, and copies its id', async () => {
      await keys.goTo('Event Types', /^E1QF/);
      await keys.expand('Event Types', /QF AnnouncementE1_C/);
      await keys.goTo('Event Types', /QF AnnouncementE1_C/);
      const ofType = ['Count Events of This Type', 'Explore Events…', 'Copy Event Id'];
      await pickOf(ofType, 'Copy Event Id');
      await until(async () => (await copied()) === 'E1_C', copied);
      await keys.goTo('Event Types', /QF AnnouncementE1_C/);
      // A row that is drawn at that moment takes no key.
      const counting = codeCells(window).filter({ hasText: 'E1_C' });
      await repeat(counting, () => keys.press('Enter'));
      await ranCells(4, /events_ts/);
      await counting.waitFor();
    });

    test('opens the rows of a result of the session, and drops a variable', async () => {
      await keys.press('Escape');
      await keys.command('Notebook: Insert Code Cell Below');
      // The new cell's, which is empty, rather than that of the cell before.
      await window.page
        .locator('.notebook-editor .code-cell-row:has(.monaco-editor.focused) .view-lines')
        .filter({ hasText: /^\s*$/ })
        .waitFor();
      await keys.type('SET VARIABLE since = 7');
      await keys.press('ControlOrMeta+Enter');
      await keys.goTo('Session', /^Variables/);
      await keys.expand('Session', /^since/);
      await keys.goTo('Session', /^since/);
      await pickOf(['Insert Name', 'Go to the Cell That Made It', 'Drop…'], 'Drop…');
      const dialog = window.page.locator('.monaco-dialog-box');
      await dialog.getByText('Drop the variable since').waitFor();
      await dialog.locator(':focus').first().waitFor();
      await keys.press('Enter');
      await rows('Session', /^since/).waitFor({ state: 'detached' });
      await keys.goTo('Session', /^Cell 4: .*\d+ rows/s);
      await window.screenshot(`side-bar-keys-${version}`);
      await pickOf(['Open Rows', 'Go to the Cell That Made It'], 'Open Rows');
      await window.page.locator('.tab.active', { hasText: ' · ' }).waitFor();
    });
  });
}
