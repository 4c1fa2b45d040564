/** Takes the pictures of README in a real VS Code, on the sandbox. `npm run pictures` runs it. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newestVsCode } from '../../scripts/vscodeServer.mjs';
import { tabFrame } from '../support/editorTab';
import { isDrawn, waitForOutputs } from '../support/notebookOutputs';
import { VsCodeWindow } from '../support/vscodeWindow';

const folder = 'media/screenshots';
/** Whose events the explorer shows. */
const events = `\`\`\`{sql}
FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 40)),
  date_from := current_date - 60)
\`\`\`
`;
/** What a page of the Marketplace shows without scaling, at a height that a reader sees at once. */
const viewport = { width: 1240, height: 820 };
/** High enough for the outputs that are waited for. */
const high = { width: 1240, height: 4000 };

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const window = await VsCodeWindow.open(newestVsCode, {
    viewport,
    prepare: workspace => writeFile(path.join(workspace, 'events.signals'), events),
  });
  const { page } = window;
  const take = (name: string) => page.screenshot({ path: `${folder}/${name}.png` });
  await window.openFromExplorer('events.signals');
  await window.runCommand('View: Close Primary Side Bar');
  await window.runAll();
  await window.runCommand('Signals: Explore Result');
  const tab = await tabFrame(window, '.ms-x-value');
  await window.runCommand('View: Close Editors in Other Groups');
  await tab.locator('.ms-x-value', { hasText: /^fact/ }).click();
  await tab.locator('.ms-chip', { hasText: /^factuality/ }).waitFor();
  await page.mouse.move(0, 0);
  await take('explorer-light');
  await window.runCommand('View: Close All Editors');

  await window.runCommand('Signals: Open the Tour');
  await window.resize(high);
  await window.runAll();
  await waitForOutputs(page, all => all.filter(isDrawn).length > 3);
  await window.resize(viewport);
  await window.scrollToTop();
  await window.scrollToCell('DRAW tile');
  await waitForOutputs(page, all => all.some(one => one.kind === 'chart' && isDrawn(one)));
  await take('tour-light');

  await window.runCommand('View: Close All Editors');
  await page.getByRole('button', { name: "Don't Save" }).click();
  await window.runCommand('Signals: New Notebook');
  await page.locator('.notebook-editor .code-cell-row .view-lines').first().click();
  await window.resize({ ...viewport, height: 460 });
  await page.keyboard.type("SELECT date, score\nFROM bull_bear_score_ts('med");
  await page.locator('.suggest-widget.visible .monaco-list-row').nth(3).waitFor();
  await take('completion-light');
  await window.end();
}

await main();
