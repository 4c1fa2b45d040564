import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { tabFrame } from '../../support/editorTab';
import { outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { VsCodeWindow } from '../../support/vscodeWindow';

const query = `FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 40)),
  date_from := current_date - 60)`;
test('scratch', async () => {
  const window = await VsCodeWindow.open('1.139.1', {
    prepare: workspace =>
      writeFile(
        path.join(workspace, 's.signals'),
        `---\nportfolios:\n  mine: [demo0001, demo0002]\n---\n\n\`\`\`{sql}\n${query}\n\`\`\`\n`,
      ),
  });
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      console.error(name, String(error).slice(0, 300));
    }
    await window.screenshot(`scratch-${name}`);
  };
  try {
    await window.openFromExplorer('s.signals');
    await window.runAll();
    await waitForOutputs(window.page, all => all.length === 1);
    await window.resize({ width: 1400, height: 900 });
    const output = (await outputFrame(window.page)).locator('.ms-output').first();
    await output.getByRole('button', { name: 'Explore result' }).click();
    const tab = await tabFrame(window, '.ms-x-value');
    await tab.locator('.ms-row[aria-rowindex="2"] .ms-cell:not([aria-haspopup])').first().click();
    await window.page.keyboard.press('Space');
    await step('details', async () => {
      await tab.getByRole('button', { name: 'Load: 2 requests' }).click();
      await tab.locator('.ms-x-details svg[role=img]').waitFor();
      console.error(await tab.locator('.ms-x-details').innerText());
    });
    await step('save', async () => {
      await tab.getByRole('button', { name: 'Save question…' }).click();
      await window.page.locator('.quick-input-box input').fill('Past facts');
      await window.page.keyboard.press('Enter');
      await window.page.waitForTimeout(1000);
    });
    await step('saved', async () => {
      await window.runCommand('Signals: Focus on Saved Questions View');
      await window.page.waitForTimeout(1500);
    });
    const offered = (text: string | RegExp) =>
      window.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    await step('companies', async () => {
      await window.runCommand('Signals: Explore Events…');
      await offered('bearish_stocks').waitFor();
    });
    await step('hub', async () => {
      await offered('bearish_stocks').click();
      await offered('Mentions').waitFor();
      console.error(await offered(/Days/).allTextContents());
    });
    await step('types', async () => {
      await offered(/Event types/).click();
      await window.page.locator('.quick-input-box input').fill('E41');
      await window.page.waitForTimeout(500);
      console.error(
        await window.page.locator('.quick-input-list .monaco-list-row').allTextContents(),
      );
      await offered('E41Stock').first().click();
      await window.page.waitForTimeout(500);
    });
    await step('typed', async () => {
      await window.page.keyboard.press('Enter');
      await offered(/E41_A, E41_B/).waitFor();
    });
    await step('counts', async () => {
      await offered(/Counts/).click();
      await tabFrame(window, '.ms-x-overview');
      await window.page.waitForTimeout(1500);
    });
    await step('load', async () => {
      const counts = await tabFrame(window, '.ms-x-overview');
      await counts.getByRole('button', { name: 'Load Mentions…' }).click();
      await window.page.waitForTimeout(1500);
    });
  } finally {
    await window.close();
  }
});
