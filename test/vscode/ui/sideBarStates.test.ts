import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { savedQuestion } from '../../../src/core/explorer/savedQuestions';
import { waitForOutputs } from '../../support/notebookOutputs';
import { setFocus } from '../../support/browserStores';
import { ExtensionHostTime } from '../../support/extensionHostTime';
import { tryPress, repeat, repeatUntil } from '../../support/repeat';
import {
  dragOnto,
  expandRow,
  paneOf,
  rowsOf,
  stockRow,
  toggleRow,
} from '../../support/sideBarWindow';
import { startOtherService, type OtherService } from '../../support/otherService';
import { storeToken } from '../../support/storeToken';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { userSettings } from '../../support/userSettings';
import { VsCodeWindow } from '../../support/vscodeWindow';

const connection = 'Acme';
const token = 'canary-6c1f7e20b94d';
/** @returns A token that expires at this time, in epoch seconds. */
const expiring = (seconds: number): string =>
  ['{"alg":"none"}', JSON.stringify({ exp: seconds }), 'signature']
    .map(part => Buffer.from(part).toString('base64url'))
    .join('.');
/** Expired on 2 January 1970. */
const expired = expiring(86_400);

const question = savedQuestion('Rumours of the week', 'FROM company_events([])', {
  columns: ['factuality', 'date'],
  filters: [{ kind: 'exclude', column: 0, values: ['fact', null] }],
  ...{ unit: 'week', stack: null, grouped: false, compared: null },
});

/** Six requests in one cell, and then a list that the side bar shows as well. */
const amounts = [1, 2, 3, 4, 5, 6];
const cells = [
  amounts.map(amount => `FROM bullish_stocks(amount := ${amount})`).join('\nUNION ALL\n'),
  'FROM bearish_stocks(amount := 50)',
];
const notebook = cells.map(sql => `\`\`\`{sql}\n${sql}\n\`\`\`\n`).join('\n');

const headers = (type: string): string => `application/json | ${type} | Bearer ${token}`;
const listRequest = (side: string, amount: number): string =>
  `GET | /deep/quant/signal/${side}_stocks?amount=${amount} |  | ${headers('-')}`;

for (const version of testedVersions) {
  describe(`the side bar over a service of another make in VS Code ${version}`, () => {
    let service: OtherService;
    let window: VsCodeWindow;
    let settings: Readonly<Record<string, unknown>>;

    before(async () => {
      service = await startOtherService();
      service.token = token;
      service.listed = 600;
      const { quantUrl, dataUrl } = service;
      settings = {
        'signals.connections': [{ name: connection, quantUrl, dataUrl }],
        'signals.overlays.views': [
          { name: 'All', side: 'bullish', amount: 600, pinned: true },
          { name: 'Utilities', side: 'bearish', amount: 20, industry: 'utilities', pinned: true },
        ],
        'signals.portfolios': { Pair: ['company:q1', 'company:q2'] },
        'signals.explorer.questions': [question],
      };
      window = await VsCodeWindow.open(version, {
        settings,
        prepare: workspace => writeFile(path.join(workspace, 'acme.signals'), notebook),
      });
      await window.pickTheme('Light Modern', 'light');
    });
    after(async () => {
      await window?.runCommand('View: Show Explorer');
      await window?.close();
      await service?.close();
    });

    type View = 'Connections' | 'Overlays' | 'Portfolios';
    const rows = (view: View, text: string | RegExp = ''): Locator => rowsOf(window, view, text);

    /** @param shown What the connection's row says of the token then: a notification may come without being seen. */
    async function setToken(text: string, shown: string): Promise<void> {
      await window.runCommand('Signals: Set Token');
      const box = window.page.locator('.quick-input-widget input[type=password]');
      await box.fill(text);
      await box.press('Enter');
      await rows('Connections', new RegExp(`${connection}.*${shown}`, 's')).waitFor();
    }

    /** In light and in dark, where somebody looks at them. */
    async function pictures(name: string): Promise<void> {
      if (process.env['SIGNALS_SCREENSHOTS'] !== undefined) {
        await window.screenshot(`${name}-${version}-light`);
        await window.pickTheme('Dark Modern', 'dark');
        await window.screenshot(`${name}-${version}-dark`);
        await window.pickTheme('Light Modern', 'light');
      }
    }

    test('requests nothing before it is shown, and no more than four at a time beside a notebook', async () => {
      await storeToken(window, connection, token);
      assert.deepEqual(
        service.received.splice(0),
        [listRequest('bullish', 1)],
        'the token is tried',
      );
      await window.openFromExplorer('acme.signals');
      assert.deepEqual(service.received, []);
      const release = service.hold();
      await window.startRunAll();
      await until(() => service.underWay === 4);
      await window.runCommand('View: Show Signals');
      for (const list of ['Bullish', 'Bearish']) {
        const requesting = rows('Overlays', `Requesting ${list.toLowerCase()}_stocks`).first();
        await expandRow(rows('Overlays', new RegExp(`^${list}`)), requesting);
      }
      await window.screenshot(`side-bar-loading-${version}`);
      release();
      await stockRow(window, 1, String.raw`\S+ {2}Quelle`).waitFor();
      await waitForOutputs(window.page, drawn => drawn.length === 2);
      assert.equal(service.most, 4);
      await rows('Portfolios', /^Pair.*2 of 2 listed/s).waitFor();
      const expected = [
        ...amounts.map(amount => listRequest('bullish', amount)),
        listRequest('bullish', 50),
        listRequest('bearish', 50),
      ];
      assert.deepEqual([...new Set(service.received)].sort(), expected.sort());
      // Rows that are out of view are not in the page.
      for (const list of [/^Bullish/, /^Bearish/]) {
        await toggleRow(rows('Overlays', list));
      }
    });

    test('requests no list again while its answer is recent, and two lists for an opened portfolio', async () => {
      service.received.splice(0);
      await window.runCommand('View: Show Explorer');
      await window.runCommand('View: Show Signals');
      for (let turn = 0; turn < 2; turn++) {
        await toggleRow(rows('Overlays', /^Bullish/));
      }
      await toggleRow(rows('Portfolios', /^Pair/));
      await rows('Portfolios', /^\+12\.50 {2}Quelle & Söhne.*7 events/).waitFor();
      const [events, scores, ...others] = service.received.toSorted();
      const body = `["company:q1","company:q2"] | ${headers('application/json')}`;
      const day = String.raw`\d{4}-\d\d-\d\d`;
      const beginning = '^POST \\| /(?:deep/quant/trading/v3|r7/d9/v2/api)/portfolio/';
      const range = new RegExp(
        `${beginning}bull_bear_score_ts_itemized\\?date_from=${day}$|${beginning}events_ts_itemized\\?date_from=${day}&date_to=${day}$`,
      );
      for (const request of [events ?? '', scores ?? '']) {
        assert.ok(request.endsWith(` | ${body}`), request);
        assert.match(request.slice(0, -` | ${body}`.length), range);
      }
      assert.deepEqual(others, []);
    });

    test('shows 600 stocks a page at a time', async () => {
      await toggleRow(rows('Portfolios', /^Pair/));
      await toggleRow(rows('Overlays', /^All/));
      await rows('Overlays', /^All600/).waitFor();
      await pictures('side-bar-600');
      await toggleRow(rows('Overlays', /^All/));
      await window.page.keyboard.press('End');
      await window.page.keyboard.press('Home');
      assert.equal(service.received.filter(text => text.includes('amount=600')).length, 1);
    });

    test('shows names of the service as text, and the key of a company without one', async () => {
      const hostile =
        '![a](https://evil.example/a.png) <img src=https://evil.example/b.png> [b](command:workbench.action.quit) | <b>c</b>';
      service.names = [hostile, '$(error) icon', '\u202egnp.exe\nnext', 'x'.repeat(1000), ''];
      await toggleRow(rows('Overlays', /^Bullish/));
      await window.runCommand('Signals: Refresh Lists');
      const row = (rank: number): Locator => stockRow(window, rank, '');
      await row(1).filter({ hasText: hostile }).waitFor();
      for (const [rank, text] of [
        [2, /\$\S?\(error\) icon/],
        [3, /\\u\{202e\}gnp\.exe\\u\{a\}next/],
        [4, /xxx/],
        [5, /\+41\.50 {2}company:q5/],
      ] as const) {
        await row(rank).filter({ hasText: text }).waitFor();
      }
      assert.ok((await row(4).innerText()).length < 400);
      const hover = window.page.locator('.workbench-hover', { hasText: 'squid_score' });
      // VS Code shows none while it draws the rows anew.
      await repeat(hover.filter({ hasText: 'evil.example' }), async () => {
        await window.page.locator('.statusbar').hover();
        await row(1).hover();
      });
      assert.equal(await hover.locator('a, img, b').count(), 0);
      await pictures('side-bar-hostile');
      service.names = [];
      await window.runCommand('Signals: Refresh Lists');
      await stockRow(window, 1, String.raw`\S+ {2}Quelle`).waitFor();
      await toggleRow(rows('Overlays', /^Bullish/));
    });

    test('keeps the stocks of a list while a slow refresh runs, with progress, and then says why it failed', async () => {
      const { page } = window;
      const first = (name: string): Locator => stockRow(window, 1, String.raw`\S+ {2}${name}`);
      const progress = paneOf(window, 'Overlays').locator('.monaco-progress-container.active');
      const requested = async (): Promise<void> => {
        await window.runCommand('Signals: Refresh Lists');
        await until(() => service.underWay > 0);
        await progress.waitFor();
        assert.equal(await rows('Overlays', 'Requesting').count(), 0);
      };
      await toggleRow(rows('Overlays', /^Bullish/));
      await first('Quelle').waitFor();
      let release = service.hold();
      await requested();
      await first('Quelle').waitFor();
      await pictures('side-bar-refreshing');
      // The rows are drawn again while the request runs, from the list that is there.
      await toggleRow(rows('Overlays', /^Bullish/));
      await first('Quelle').waitFor({ state: 'detached' });
      await toggleRow(rows('Overlays', /^Bullish/));
      await first('Quelle').waitFor();
      assert.ok(service.underWay > 0);
      service.names = ['Another'];
      release();
      await first('Another').waitFor();
      await progress.waitFor({ state: 'detached' });
      release = service.hold();
      await requested();
      await first('Another').waitFor();
      service.status = 403;
      release();
      await rows('Overlays', 'Not entitled to this data').first().waitFor();
      service.status = null;
      service.names = [];
      await window.runCommand('Signals: Refresh Lists');
      await first('Quelle').waitFor();
      await toggleRow(rows('Overlays', /^Bullish/));
      await page.keyboard.press('Home');
    });

    test('says which filter leaves no stock, and that a service lists none', async () => {
      service.listed = 0;
      await toggleRow(rows('Overlays', /^Utilities/));
      await rows('Overlays', 'No stock fits industry utilities').waitFor();
      await toggleRow(rows('Overlays', /^Utilities/));
      await toggleRow(rows('Overlays', /^Bullish/));
      await window.runCommand('Signals: Refresh Lists');
      await rows('Overlays', 'The service lists no stock today').first().waitFor();
      await rows('Portfolios', /^Pair.*0 of 2 listed/s).waitFor();
      await pictures('side-bar-none');
    });

    test('polls while the window has the focus, and reports all changes once, with their number', async () => {
      const { page } = window;
      const focus = (isIn: boolean): Promise<void> => page.evaluate(setFocus, isIn);
      service.listed = 48;
      await window.runCommand('Signals: Refresh Lists');
      await rows('Overlays', /^Bullish48/).waitFor();
      const time = await ExtensionHostTime.of(window);
      await window.runCommand('Signals: Refresh Lists');
      await focus(false);
      await focus(true);
      assert.deepEqual(await time.timers(), [], 'off by default');
      await window.changeSettings({ ...settings, 'signals.overlays.poll': 1 });
      await until(async () => (await time.timers()).length === 1);
      const [ms = 0] = await time.timers();
      // Since the last refresh.
      assert.ok(ms <= 15 * 60_000, `${ms}`);
      await focus(false);
      await until(async () => (await time.timers()).length === 0);
      await focus(true);
      await until(async () => (await time.timers()).length === 1);
      await window.runCommand('View: Show Explorer');
      await window.runCommand('Notifications: Clear All Notifications');
      service.received.splice(0);
      service.listed = 45;
      await time.elapse();
      const toasts = page.locator('.notification-toast').filter({ hasText: /\d+ changes?:/ });
      await toasts.first().waitFor();
      const [, total = '', parts = ''] =
        /Signals: (\d+) changes: ([^\n]*\d in \w+)/.exec(await toasts.first().innerText()) ?? [];
      assert.equal(await toasts.count(), 1);
      assert.match(parts, /3 in Bullish/);
      const sum = [...parts.matchAll(/(\d+) in/g)].reduce(
        (all, [, count]) => all + Number(count),
        0,
      );
      assert.equal(sum, Number(total), parts);
      const container = page.locator('.activitybar .action-item').filter({
        has: page.locator('[aria-label^="Signals"]'),
      });
      await container.locator('.badge-content').getByText(total, { exact: true }).waitFor();
      assert.equal(new Set(service.received).size, service.received.length, 'each list once');
      await pictures('side-bar-polled');
      await until(async () => (await time.timers()).length === 1);
      await window.runCommand('View: Show Signals');
      await container.locator('.badge-content').waitFor({ state: 'hidden' });
      await window.changeSettings(settings);
      await until(async () => (await time.timers()).length === 0);
      await time.giveBack();
    });

    test('says that the token was refused, and shows the lists with another one', async () => {
      service.listed = 600;
      service.token = 'another-one';
      await window.runCommand('Signals: Refresh Lists');
      await rows('Overlays', 'The token was refused').first().waitFor();
      await rows('Connections', /Acme.*token was refused/s).waitFor();
      await pictures('side-bar-refused');
      service.token = token;
      await setToken(token, 'token set');
      await stockRow(window, 1, String.raw`\S+ {2}Quelle`).waitFor();
    });

    test('says in how many hours a token expires, beside portfolios and saved questions', async () => {
      const soon = expiring(Date.now() / 1000 + 3 * 3600 - 60);
      service.token = soon;
      await setToken(soon, 'token expires in 2 h');
      const questions = window.page.locator('.pane-header[aria-label^="Saved Questions"]');
      await toggleRow(rows('Overlays', /^Bullish/));
      await toggleRow(rows('Portfolios', /^Pair/));
      await rows('Portfolios', /Quelle & Söhne.*7 events/).waitFor();
      await questions.click();
      await rowsOf(window, 'Saved Questions', /^Rumours of the week.*factuality/).waitFor();
      await pictures('side-bar-soon');
      await questions.click();
      await toggleRow(rows('Portfolios', /^Pair/));
      await toggleRow(rows('Overlays', /^Bullish/));
      await stockRow(window, 1, String.raw`\S+ {2}Quelle`).waitFor();
    });

    test('says that a token has expired', async () => {
      service.token = expired;
      await setToken(expired, 'token has expired');
      service.token = token;
      await window.runCommand('Signals: Refresh Lists');
      await rows('Overlays', 'The token has expired').first().waitFor();
      await pictures('side-bar-expired');
      await setToken(token, 'token set');
    });

    test('says that the token is not entitled to a list', async () => {
      service.status = 403;
      await window.runCommand('Signals: Refresh Lists');
      await rows('Overlays', 'Not entitled to this data').first().waitFor();
      await rows('Connections', /Acme.*not entitled to/s).waitFor();
      await pictures('side-bar-not-entitled');
      service.status = null;
    });

    const firstStock = () => stockRow(window, 1, String.raw`\S+ {2}Quelle`);

    test('says that the service cannot be reached, and shows the list at a press once it can be', async () => {
      await service.close();
      // Several lists: after five failures in a row the client pauses, which a press on Retry ends.
      await window.runCommand('Signals: Refresh Lists');
      const failed = rows('Overlays', 'Service not reachable').first();
      await failed.waitFor();
      await pictures('side-bar-down');
      await service.reopen();
      await repeat(firstStock(), () => failed.click({ timeout: 2_000 }).catch(() => undefined));
    });

    test('says so where a connection ends in the middle of an answer, and takes the next one', async () => {
      service.isCut = true;
      await window.runCommand('Signals: Refresh Lists');
      const failed = rows('Overlays', 'Service not reachable').first();
      await failed.waitFor();
      service.isCut = false;
      await repeat(firstStock(), () => failed.click({ timeout: 2_000 }).catch(() => undefined));
    });

    test('keeps what is usable where settings are of other types, and says what is not', async () => {
      await window.runCommand('Notifications: Clear All Notifications');
      // Rows that are out of view are not in the page.
      await toggleRow(rows('Overlays', /^Bullish/));
      const [acme] = settings['signals.connections'] as readonly unknown[];
      await window.changeSettings({
        'signals.connections': [acme, 'text', { name: 7 }],
        'signals.overlays.views': ['text', { name: 'Bad', side: 'sideways' }],
        'signals.overlays.poll': 'often',
        'signals.portfolios': { Text: 'text', Pair: ['company:q1', 7] },
      });
      // VS Code shows three messages at most, for a while.
      await window.runCommand('Notifications: Show Notifications');
      const messages = window.page.locator('.notification-list-item');
      for (const key of ['signals.connections', 'signals.overlays.views']) {
        await messages.filter({ hasText: key }).first().waitFor();
      }
      await rows('Overlays', /^All/).waitFor({ state: 'detached' });
      await rows('Overlays', /^Bearish/).waitFor();
      await rows('Connections', /^Acme.*in use/s).waitFor();
      await rows('Portfolios', /^Textcannot be read: not a list/).waitFor();
      await rows('Portfolios', /^Pair1 problem/).waitFor();
      await pictures('side-bar-settings');
      await window.changeSettings(settings);
      await rows('Overlays', /^All/).waitFor();
      await toggleRow(rows('Overlays', /^Bullish/));
      await window.runCommand('Notifications: Clear All Notifications');
    });

    test('forgets the token of a connection that is signed out in the Accounts menu', async () => {
      const { page } = window;
      const account = page.getByRole('menuitem', { name: 'Acme (Market Signals)' });
      const item = page.getByRole('menuitem', { name: 'Sign Out' });
      const confirm = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Sign Out' });
      // VS Code ignores a button that is released less than a tenth of a second after its menu has opened.
      await repeat(confirm, async () => {
        while ((await page.locator('.monaco-menu-container').count()) > 0) {
          await page.keyboard.press('Escape');
        }
        await page.getByRole('button', { name: 'Accounts' }).click();
        await tryPress(account);
        await item.click({ delay: 300, timeout: 5_000 }).catch(() => undefined);
      });
      await window.screenshot(`accounts-${version}`);
      await confirm.click();
      await rows('Connections', /Acme.*in use · no token/s).waitFor();
      await window.runCommand('Signals: Refresh Lists');
      await rows('Overlays', 'No token is set').first().waitFor();
    });

    test('takes a saved list that is dragged to another place, which the settings keep', async () => {
      const order = async (): Promise<string> => {
        const texts = await rows('Overlays').allInnerTexts();
        return texts
          .flatMap(text => /^\s*(All|Utilities|Bullish|Bearish)/.exec(text)?.[1] ?? [])
          .join();
      };
      const written = async (): Promise<string> => {
        const views = (await userSettings(window))['signals.overlays.views'] ?? [];
        return (views as { readonly name: unknown }[]).map(({ name }) => name).join();
      };
      /** A list that is refreshed as the pointer is released takes no drop: a person would drag once more. */
      const dragUntil = (target: RegExp, wanted: string): Promise<void> =>
        repeatUntil(
          async () => (await order()) === wanted,
          () => dragOnto(window, rows('Overlays', /^Utilities/), rows('Overlays', target)),
          order,
        );
      await until(async () => (await order()) === 'All,Utilities,Bullish,Bearish', order);
      await dragUntil(/^All/, 'Utilities,All,Bullish,Bearish');
      await until(async () => (await written()) === 'Utilities,All', written);
      // Onto a list that is not saved: it comes last.
      await dragUntil(/^Bearish/, 'All,Utilities,Bullish,Bearish');
      await dragUntil(/^All/, 'Utilities,All,Bullish,Bearish');
      await until(async () => (await written()) === 'Utilities,All', written);
    });
  });
}
