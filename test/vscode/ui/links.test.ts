import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { repeat } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

for (const version of testedVersions) {
  describe(`links in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let scheme: string;
    before(async () => {
      window = await VsCodeWindow.open(version);
      await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    });
    after(() => window?.close());

    /** Opens a link as an application does that VS Code is asked to open it by, and answers VS Code's question. */
    async function follow(link: string): Promise<void> {
      const { page } = window;
      const dialog = page.locator('.monaco-dialog-box');
      const box = page.locator('.quick-input-widget input[type=text]');
      // A notebook that takes the focus late closes the box.
      await repeat(dialog.getByText(/open this URI|open this URL/), async () => {
        await window.runCommand('Developer: Open URL');
        const timeout = 5_000;
        await box
          .fill(link, { timeout })
          .then(() => box.press('Enter', { timeout }))
          .catch(() => undefined);
      });
      await dialog.getByRole('button', { name: 'Open' }).click();
      await dialog.waitFor({ state: 'detached' });
    }

    const cells = () =>
      window.page.locator('.notebook-editor .code-cell-row .view-lines').filter({ visible: true });
    const texts = async () =>
      (await cells().allInnerTexts()).map(text => text.replaceAll('\u00a0', ' '));

    test('the link of a notebook opens it again, and nothing runs', async () => {
      const { page } = window;
      await window.openFromExplorer('tour.signals');
      await cells().first().waitFor();
      await window.runCommand('Signals: Copy Link to Notebook');
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await until(async () => (await copied()).includes('/open?notebook='), copied);
      const link = await copied();
      const [first] = await texts();
      scheme = link.slice(0, link.indexOf(':'));
      await window.runCommand('View: Close All Editors');
      await page.locator('.tab').first().waitFor({ state: 'detached' });
      // The message goes after a while.
      const said = page.locator('.notification-toast').getByText('Nothing has run yet').waitFor();
      await follow(link);
      await cells().first().waitFor();
      await until(
        async () => (await texts())[0] === first,
        async () => (await texts()).join(),
      );
      await said;
      await window.screenshot(`link-${version}`);
      for (const state of ['executing', 'pending', 'success', 'error'] as const) {
        assert.equal(await window.cellIcon(state).count(), 0, state);
      }
    });

    test('the link of a call opens a cell with the call', async () => {
      await follow(
        `${scheme}://market-signals.market-signals/open?function=bullish_stocks&amount=7`,
      );
      await until(
        async () => (await texts()).includes('FROM bullish_stocks(amount := 7)'),
        async () => (await texts()).join(),
      );
      await window.runAll();
      assert.equal(await window.cellIcon('success').count(), 1);
    });

    test('a link with anything else opens nothing and says why', async () => {
      const tabs = window.page.locator('.tab');
      const before = await tabs.count();
      await follow(
        `${scheme}://market-signals.market-signals/open?function=bullish_stocks&sql=DROP`,
      );
      await window.page
        .locator('.notification-toast')
        .getByText('bullish_stocks has no argument sql')
        .waitFor();
      assert.equal(await tabs.count(), before);
    });
  });
}
