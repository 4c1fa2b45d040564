import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { isPlainSvg } from '../../../src/core/protocol/plainSvg';
import { tabFrame } from '../../support/editorTab';
import { isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { tryPress, repeat } from '../../support/repeat';
import { savedUnder } from '../../support/saveDialog';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'tabs.signals';
const notebook = `# Before it

\`\`\`{sql}
SELECT entity, rank FROM bullish_stocks(amount := 8)
VISUALISE rank AS x, entity AS y
DRAW bar
LABEL title => 'Who is most bullish?'
\`\`\`
`;

/** Charts of two names that would like the same colour. */
const colours = ['Core', 'Small']
  .map(
    group => `\`\`\`{sql}\nSELECT '${group}' AS g VISUALISE g AS x, g AS fill DRAW bar\n\`\`\`\n`,
  )
  .join('\n');

for (const version of testedVersions) {
  describe(`a chart in a tab in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        viewport: { width: 1440, height: 900 },
        prepare: async workspace => {
          await writeFile(path.join(workspace, name), notebook);
          await writeFile(path.join(workspace, 'colours.signals'), colours);
        },
      });
      await window.openFromExplorer(name);
      await window.runAll();
      await waitForOutputs(window.page, all => all.length === 1 && all.every(isDrawn));
    });
    after(() => window?.close());

    test('a table is in the tab as its grid was left, over a notebook that is not wide', async () => {
      // Without it, the notebook is as wide as it gets in this window.
      await window.runCommand('View: Toggle Primary Side Bar Visibility');
      const result = (await outputFrame(window.page)).locator('.ms-output').first();
      await result.getByRole('button', { name: 'Show table' }).click();
      const header = result.locator('[role="columnheader"][title^="rank ·"]');
      await header.click();
      await result.locator('[aria-sort="ascending"]').waitFor();
      await header.click();
      await result.locator('[aria-sort="descending"]').waitFor();
      const filter = result.getByRole('menuitem', { name: 'Filter…' });
      await repeat(filter, async () => {
        await header.hover();
        await header.locator('.ms-menu-mark').click();
      });
      await filter.click();
      const dialog = result.getByRole('dialog', { name: 'Filter rank' });
      await dialog.locator('input').first().fill('5');
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await result.getByText('4 of 8 rows', { exact: true }).waitFor();
      await result.getByRole('button', { name: 'Show column overviews' }).click();
      await result.locator('.ms-overview-cell[title^="rank ·"]').waitFor();
      await result.getByRole('button', { name: 'Open in editor tab' }).click();
      const tab = await tabFrame(window, '.ms-canvas');
      await tab.getByRole('button', { name: 'Show table' }).click();
      await tab.locator('[aria-sort="descending"][title^="rank ·"]').waitFor();
      await tab.locator('[aria-rowindex="2"] [aria-colindex="2"]', { hasText: '8' }).waitFor();
      await tab.getByText('4 of 8 rows', { exact: true }).waitFor();
      // The tab is another page, which the host told what the reader chose.
      await tab.locator('.ms-overview-cell[title^="rank ·"]').waitFor();
      assert.equal(await window.page.locator('.editor-group-container').count(), 1);
      await window.screenshot(`tab-table-${version}`);
      await window.runCommand('View: Close Editor');
      await window.runCommand('View: Toggle Primary Side Bar Visibility');
    });

    test('is explored from the palette over a notebook that is not wide too', async () => {
      await window.page.locator('.notebook-editor .code-cell-row .view-lines').first().click();
      await window.runCommand('Signals: Explore Result');
      await tabFrame(window, '.ms-x-value');
      assert.equal(await window.page.locator('.editor-group-container').count(), 1);
      await window.runCommand('View: Close Editor');
    });

    test('is drawn in the tab and follows the theme', async () => {
      await window.pickTheme('Light Modern', 'light');
      const result = (await outputFrame(window.page)).locator('.ms-output').first();
      await result.hover();
      await result.getByRole('button', { name: 'Open in editor tab' }).click();
      const tab = await tabFrame(window, '.ms-canvas svg text');
      const inLight = await colourOfTexts(tab);
      await until(async () => (await iconOfTab(window)).includes('signals-light.svg'));
      await window.screenshot(`tab-chart-light-${version}`);
      await window.pickTheme('Dark Modern', 'dark');
      await until(async () => (await colourOfTexts(tab)) !== inLight);
      await until(async () => (await iconOfTab(window)).includes('signals-dark.svg'));
      await window.screenshot(`tab-chart-dark-${version}`);
    });

    test('is saved from the tab as PNG and as SVG', async () => {
      const tab = await tabFrame(window, '.ms-canvas');
      const save = async (label: string, file: string): Promise<Buffer> => {
        await tab.locator('.ms-output').hover();
        await tab.getByRole('button', { name: label }).click();
        return savedUnder(window, file);
      };
      const png = await save('Save chart as PNG…', 'tabs - Who is most bullish.png');
      assert.equal(png.toString('latin1', 1, 4), 'PNG');
      const svg = (await save('Save chart as SVG…', 'tabs - Who is most bullish.svg')).toString();
      assert.ok(isPlainSvg(svg));
      assert.ok(svg.includes('Who is most bullish?'));
    });

    test('comes back after the window was reloaded, says what became of it and leads to its cell', async () => {
      await window.runCommand('File: Save All Files');
      await window.reload(`"cell":1,"text":"SELECT entity`);
      const ended = window.page.locator('.tab', { hasText: `${name} · cell 2` });
      await ended.click();
      const tab = await tabFrame(window, '.ms-button');
      await tab.getByText('The session that held this result ended with the window.').waitFor();
      await window.screenshot(`tab-gone-${version}`);
      // VS Code may put another tab in front while it restores the editors.
      await until(async () => {
        await ended.click();
        const link = tab.getByRole('link', { name: 'Open the notebook at the cell' });
        return tryPress(link);
      });
      await window.page.locator('.monaco-list-row.code-cell-row.focused').first().waitFor();
    });

    test('has the colours that its names have in the notebook', async () => {
      await window.runCommand('View: Close All Editors');
      // Both charts are in view.
      await window.resize({ width: 1440, height: 1300 });
      await window.openFromExplorer('colours.signals');
      await window.runAll();
      await waitForOutputs(window.page, all => all.length === 2 && all.every(isDrawn));
      const outputs = (await outputFrame(window.page)).locator('.ms-output');
      // A chart that is drawn again, as for another width, is drawn beside this one at first.
      const bar = '.ms-canvas .mark-rect.role-mark path';
      // Until the names of a chart have their colours, it is hidden.
      const drawn = outputs.locator(bar).filter({ visible: true });
      const fillsOf = (bars: Locator): Promise<(string | null)[]> =>
        bars.evaluateAll(all => all.map(each => each.getAttribute('fill')));
      let fills: readonly (string | null)[] = [];
      await until(async () => {
        fills = await fillsOf(drawn);
        return fills.length === 2;
      });
      assert.equal(new Set(fills).size, 2);
      for (const [at, fill] of fills.entries()) {
        await outputs.nth(at).hover();
        await outputs.nth(at).getByRole('button', { name: 'Open in editor tab' }).click();
        const tab = await tabFrame(window, bar);
        const shown = tab.locator(bar).filter({ visible: true });
        const isSame = async () => (await fillsOf(shown)).join() === fill;
        await until(isSame, async () => `${(await fillsOf(shown)).join()}, not ${fill}`);
        await window.runCommand('View: Close Editor');
        await until(async () => (await window.page.locator('.tab').count()) === 1);
      }
    });
  });
}

/** The picture beside the title of the tab in front: an element, in VS Code 1.100 what is drawn before the title. */
function iconOfTab({ page }: VsCodeWindow): Promise<string> {
  return page.locator('.tab.active .monaco-icon-label').evaluate(label => {
    const icon = label.querySelector('.monaco-icon-label-iconpath');
    return getComputedStyle(icon ?? label, icon ? null : '::before').backgroundImage;
  });
}

async function colourOfTexts(tab: Frame): Promise<string> {
  const texts = tab.locator('.ms-canvas svg text');
  return (await texts.count()) === 0
    ? ''
    : texts.last().evaluate(node => getComputedStyle(node).fill);
}
