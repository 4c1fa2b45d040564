import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { expandList } from '../../support/sideBarWindow';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { tryPress, repeat } from '../../support/repeat';

for (const version of testedVersions) {
  describe(`the walkthrough in VS Code ${version}`, () => {
    let window: VsCodeWindow;

    before(async () => {
      window = await VsCodeWindow.open(version);
      await window.pickTheme('Light Modern', 'light');
    });
    after(() => window?.close());

    const steps = (): Locator => window.page.locator('.getting-started-step');
    const step = (title: string): Locator => steps().filter({ hasText: title });

    /** Brings the walkthrough to the front. */
    async function open(): Promise<void> {
      const choices = window.page.locator('.quick-input-list .monaco-list-row');
      await until(async () => {
        await window.runCommand('Welcome: Open Walkthrough...');
        // What the step before opened may take the focus, which closes the list.
        return tryPress(choices.getByText('Get started with Market Signals').first());
      });
      await steps().and(window.page.locator('button:enabled')).first().waitFor();
    }

    /** Waits until the page beside the steps has a text. */
    async function untilShown(text: string): Promise<void> {
      await until(async () => {
        const shown = window.page.frames().map(each => each.getByText(text).count());
        // A frame that is replaced while it is asked shows nothing.
        const counts = await Promise.all(shown.map(each => each.catch(() => 0)));
        return counts.some(count => count > 0);
      });
    }

    /** Opens a step of the walkthrough and presses its button. */
    async function press(title: string, button: string): Promise<void> {
      await open();
      const entry = step(title).getByRole('button', { name: button });
      // VS Code shows no other step while the picture of one is loading.
      await repeat(entry, async () => {
        if ((await step(title).getAttribute('aria-expanded')) !== 'true') {
          await step(title).click();
        }
      });
      await entry.click();
    }

    test('has five steps, each with a page beside it', async () => {
      await open();
      await until(async () => (await steps().count()) === 5);
      await untilShown('A ranked list in one line');
      await window.screenshot(`walkthrough-${version}-light`);
    });

    test('opens the tour, the lists, a new notebook and the questions about a connection', async () => {
      const tabs = window.page.locator('.tab');
      await press('Open the tour', 'Open the Tour');
      await window.page.locator('.notebook-editor .code-cell-row').first().waitFor();
      assert.equal(await tabs.count(), 2, 'the walkthrough stays open');

      await press('Look at the ranked lists', 'Show Overlays');
      await expandList(window, 'Bullish');

      await press('Write a query with help', 'New Notebook');
      await tabs.nth(2).waitFor();

      await press('Set up your connection', 'Add Connection');
      await window.page.locator('.quick-input-widget .quick-input-title').waitFor();
      await window.page.keyboard.press('Escape');
    });

    test('ends with the charts of the tour, and all steps done', async () => {
      await press('Run the tour and see its charts', 'Run the Tour');
      const drawn = await waitForOutputs(
        window.page,
        all => all.some(({ kind }) => kind === 'chart') && all.every(isDrawn),
      );
      assert.ok(drawn.every(({ kind }) => kind !== 'error'));
      await (await outputFrame(window.page)).locator('.ms-canvas svg').first().waitFor();
      await window.screenshot(`walkthrough-chart-${version}`);
      await open();
      await window.page.locator('[data-done-step-id][aria-checked="true"]').nth(4).waitFor();
      await untilShown('Most bullish and most bearish stocks');
      await window.pickTheme('Dark Modern', 'dark');
      await window.screenshot(`walkthrough-${version}-dark`);
    });
  });
}
