import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDrawn, waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { VsCodeWindow } from '../../support/vscodeWindow';

const cell = (sql: string) => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;

const notebooks = {
  'wrong.signals': cell("FROM bullish_stocks(industry := 'tech')") + cell('SELECT 1 AS after_it'),
  'long.signals': cell(
    'SELECT count(*) AS n FROM range(1000000) a(i), range(1000000) b(j) WHERE i * j % 7 = 3',
  ),
};

for (const version of testedVersions) {
  describe(`cells in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: async workspace => {
          for (const [name, text] of Object.entries(notebooks)) {
            await writeFile(path.join(workspace, name), text);
          }
        },
      });
    });
    after(() => window?.close());

    test('that fail show a card which names the parameter, and stop the rest of the run', async () => {
      await window.openFromExplorer('wrong.signals');
      await window.runAll();
      const [card, ...others] = await waitForOutputs(window.page, drawn => drawn.some(isDrawn));
      assert.equal(card?.kind, 'error');
      assert.match(card.text, /industry of bullish_stocks: 'tech' is not an allowed value/);
      assert.match(card.footer, /^SANDBOX synthetic/);
      assert.equal(others.length, 0);
      assert.equal(await window.cellIcon('error').count(), 1);
      assert.equal(await window.cellIcon('success').count(), 0);
      await window.screenshot(`error-${version}`);
    });

    test('that run long stop with the button beside them, and say so', async () => {
      await window.openFromExplorer('long.signals');
      await window.startRunAll();
      await window.cellIcon('executing').waitFor();
      await window.page.getByText(/^\s*Running the query\s*$/).waitFor();
      await window.screenshot(`running-${version}`);
      await window.stopCell();
      await window.page.getByText('Cancelled').first().waitFor();
      await window.untilNoCellRuns();
      await window.screenshot(`cancelled-${version}`);
    });
  });
}
