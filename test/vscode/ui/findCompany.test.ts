import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitForOutputs } from '../../support/notebookOutputs';
import {
  codeCells,
  expandList,
  openLoopbackWindow,
  type LoopbackWindow,
} from '../../support/sideBarWindow';
import { storeToken } from '../../support/storeToken';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import type { VsCodeWindow } from '../../support/vscodeWindow';

const token = 'token-of-find-company';

for (const version of testedVersions) {
  describe(`Find Company in VS Code ${version}`, () => {
    let opened: LoopbackWindow;
    let window: VsCodeWindow;

    before(async () => {
      opened = await openLoopbackWindow(version, token);
      ({ window } = opened);
    });
    after(() => opened?.close());

    const box = () => window.page.locator('.quick-input-widget .quick-input-box input');
    const items = () =>
      window.page.locator('.quick-input-widget .quick-input-list .monaco-list-row');

    /** Opens the list from the palette, and types into it. */
    async function find(text: string): Promise<void> {
      await window.runCommand('Signals: Find Company');
      await items().first().waitFor();
      await box().pressSequentially(text);
    }

    test('finds by name and by key among the companies of the sandbox, before any notebook is open', async () => {
      await find('halerv');
      await until(
        async () => (await items().count()) === 1,
        async () => (await items().allInnerTexts()).join('\n'),
      );
      await items()
        .filter({ hasText: /Halervik Medical.*JSOX\.KY.*company:demo0363/s })
        .waitFor();
      await box().fill('hal');
      await until(
        async () => (await items().count()) > 3,
        async () => (await items().allInnerTexts()).join('\n'),
      );
      await window.screenshot(`find-company-${version}`);
      await window.page.keyboard.press('Escape');
      // The ticker itself comes before names that hold its letters.
      await find('jsox.ky');
      await until(
        async () => /Halervik Medical/.test(await items().first().innerText()),
        async () => (await items().allInnerTexts()).join('\n'),
      );
    });

    test('says that nothing fits, and a press clears the text', async () => {
      await box().fill('no such company');
      await items().filter({ hasText: 'No known company has “no such company”' }).waitFor();
      await window.screenshot(`find-company-nothing-${version}`);
      await window.page.keyboard.press('Enter');
      await until(
        async () => (await items().count()) > 3,
        async () => (await items().allInnerTexts()).join('\n'),
      );
      await box().fill('jsox.ky');
      await items().first().filter({ hasText: 'Halervik Medical' }).waitFor();
    });

    test('offers what to do with it, and draws its score in a new notebook with the keyboard alone', async () => {
      await window.page.keyboard.press('Enter');
      await items().filter({ hasText: 'Copy ISIN' }).waitFor();
      await items().filter({ hasText: 'Add to Portfolio…' }).waitFor();
      await window.screenshot(`find-company-actions-${version}`);
      await window.page.keyboard.press('Enter');
      const [output] = await waitForOutputs(window.page, drawn => drawn.length === 1);
      assert.match(output?.footer ?? '', /bull_bear_score_ts/);
    });

    test('lists the events around a day that is asked, from the button of the view', async () => {
      await window.pickTheme('Dark Modern', 'dark');
      await window.runCommand('View: Show Signals');
      await window.pressSurely('[aria-label^="Find Company"]', async () => {
        await window.page.locator('.pane-header[aria-label^="Overlays"]').hover();
        await window.page.getByRole('button', { name: 'Find Company' }).click();
      });
      await items().first().waitFor();
      await box().pressSequentially('halerv');
      await until(
        async () => (await items().count()) === 1,
        async () => (await items().allInnerTexts()).join('\n'),
      );
      await window.screenshot(`find-company-dark-${version}`);
      await window.page.keyboard.press('Enter');
      await items().filter({ hasText: 'Events Around a Day' }).click();
      await box().fill('2026-02-30');
      await window.page.locator('.quick-input-message', { hasText: 'A day as' }).waitFor();
      await box().fill('2026-11-20');
      await window.page.keyboard.press('Enter');
      const cells = codeCells(window);
      await until(
        async () => (await cells.filter({ hasText: 'company_events' }).count()) === 1,
        async () => (await cells.allInnerTexts()).join('\n'),
      );
      await waitForOutputs(window.page, drawn => drawn.length === 2);
    });

    test('learns companies of a connection on request, after it shows the number of requests', async () => {
      await storeToken(window, 'Loopback', token);
      // The lists that the view shows name some companies already.
      await expandList(window, 'Bullish');
      await find('halerv');
      await items().filter({ hasText: 'Learn more companies' }).waitFor();
      await items().filter({ hasText: 'No known company has “halerv”' }).waitFor();
      const searched = () =>
        opened.service.requests.filter(({ url }) => url.includes('amount=1000'));
      await window.screenshot(`find-company-unknown-${version}`);
      await window.page.keyboard.press('Enter');
      await items().filter({ hasText: 'Both lists for each industry28 requests' }).waitFor();
      assert.equal(searched().length, 0, 'nothing is requested before');
      await window.screenshot(`learn-companies-${version}`);
      await box().pressSequentially('industry');
      await window.page.keyboard.press('Enter');
      await items().filter({ hasText: 'Halervik Medical' }).waitFor();
      assert.equal(await box().inputValue(), 'halerv');
      assert.equal(searched().length, 28);
      await window.page.keyboard.press('Escape');
    });
  });
}
