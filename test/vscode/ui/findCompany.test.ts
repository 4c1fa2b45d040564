import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

for (const version of testedVersions) {
  describe(`Find Company in VS Code ${version}`, () => {
    let window: VsCodeWindow;

    before(async () => {
      window = await VsCodeWindow.open(version);
    });
    after(async () => {
      await window?.runCommand('View: Show Explorer');
      await window?.close();
    });

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
      assert.match(
        await items().first().innerText(),
        /Halervik Medical.*JSOX\.KY.*company:demo0363/s,
      );
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

    test('offers what to do with it, and draws its score in a new notebook with the keyboard alone', async () => {
      await window.page.keyboard.press('Enter');
      await items().filter({ hasText: 'Copy ISIN' }).waitFor();
      await window.screenshot(`find-company-actions-${version}`);
      await window.page.keyboard.press('Enter');
      const [output] = await waitForOutputs(window.page, drawn => drawn.length === 1);
      assert.match(output?.footer ?? '', /bull_bear_score_ts/);
    });

    test('lists the events around a day that is asked, from the button of the view', async () => {
      await window.pickTheme('Dark Modern', 'dark');
      await window.runCommand('View: Show Signals');
      await window.page.locator('.pane-header[aria-label^="Overlays"]').hover();
      await window.page.getByRole('button', { name: 'Find Company' }).click();
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
      const cells = window.page
        .locator('.notebook-editor .code-cell-row')
        .filter({ visible: true });
      await until(
        async () => (await cells.filter({ hasText: 'company_events' }).count()) === 1,
        async () => (await cells.allInnerTexts()).join('\n'),
      );
      await waitForOutputs(window.page, drawn => drawn.length === 2);
    });
  });
}
