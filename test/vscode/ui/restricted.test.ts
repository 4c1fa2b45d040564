import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { enterCode } from '../../support/cellEditor';
import { drawnOutputs, waitForOutputs } from '../../support/notebookOutputs';
import { tryPress, repeat } from '../../support/repeat';
import { expandList, rowsOf } from '../../support/sideBarWindow';
import { testedVersions } from '../../support/testedVersions';
import { VsCodeWindow } from '../../support/vscodeWindow';

const connection = 'Loopback';
const query = '```{sql}\nFROM bullish_stocks(amount := 3)\n```\n';

const notebooks = {
  'live.signals': `---\nsignals: 1\nconnection: ${connection}\n---\n\n${query}`,
  'sandbox.signals': query,
};

for (const version of testedVersions) {
  describe(`Restricted Mode in VS Code ${version}`, () => {
    let service: SandboxServer;
    let window: VsCodeWindow;
    before(async () => {
      const config = defaultSandboxConfig(plainDateOfInstant(Date.UTC(2026, 5, 1)));
      service = await listen(createSandbox(config), { port: 0 });
      const { quantUrl, dataUrl } = service;
      window = await VsCodeWindow.open(version, {
        restricted: true,
        settings: { 'signals.connections': [{ name: connection, quantUrl, dataUrl }] },
        prepare: async workspace => {
          for (const [name, text] of Object.entries(notebooks)) {
            await writeFile(path.join(workspace, name), text);
          }
        },
      });
    });
    after(async () => {
      await window?.close();
      await service?.close();
    });

    const restricted = () => window.page.locator('.statusbar-item').getByText('Restricted Mode');

    const row = (view: string, text: RegExp) => rowsOf(window, view, text).first();

    /** Presses Run All and answers what VS Code then asks. */
    async function runAndAnswer(answer: string): Promise<void> {
      const dialog = window.page.locator('.monaco-dialog-box');
      const question = dialog.getByText('Do you trust the authors of the files in this folder?');
      // VS Code makes the buttons of a notebook anew when its actions change, and a press on an old one is lost.
      await repeat(question, async () => {
        if (!(await question.isVisible())) {
          await window.startRunAll();
        }
      });
      await window.screenshot(`restricted-${version}`);
      await dialog.getByText(answer, { exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }

    test('shows the ranked lists of the sandbox before any notebook is open', async () => {
      await restricted().waitFor();
      await window.runCommand('View: Show Signals');
      await row('Connections', /Sandbox.*in use/s).waitFor();
      await expandList(window, 'Bullish');
      await row('Event Types', /^E1/).waitFor();
      await window.screenshot(`restricted-side-bar-${version}`);
    });

    test('opens a notebook and shows its connection', async () => {
      await restricted().waitFor();
      await window.openFromExplorer('live.signals');
      await window.page.locator('.statusbar-item').getByText(connection).waitFor();
    });

    test('says in the side bar why it requests nothing of the connection of the notebook', async () => {
      await window.runCommand('View: Show Signals');
      await row('Connections', /Loopback.*in use/s).waitFor();
      await row('Overlays', /Not in Restricted Mode/).waitFor();
      await window.screenshot(`restricted-side-bar-live-${version}`);
      await window.runCommand('View: Show Explorer');
      assert.deepEqual(service.requests, []);
    });

    test('asks for trust before a cell runs; without it nothing runs and nothing is asked', async () => {
      await runAndAnswer('Cancel');
      await restricted().waitFor();
      for (const state of ['executing', 'pending', 'success', 'error'] as const) {
        assert.equal(await window.cellIcon(state).count(), 0, state);
      }
      assert.deepEqual(await drawnOutputs(window.page), []);
      assert.deepEqual(service.requests, []);
    });

    test('refuses to find more companies, and asks nothing', async () => {
      const { page } = window;
      await enterCode(page.locator('.notebook-editor .code-cell-row').first());
      await page.keyboard.press('Control+a');
      await page.keyboard.type("FROM events_ts('hal");
      const more = page.locator('.suggest-widget.visible .monaco-list-row', {
        hasText: 'Find more companies',
      });
      const refusal = page
        .locator('.notification-list-item-message')
        .getByText('This workspace is in Restricted Mode, where no cell runs');
      // The list is made anew while it fills.
      await repeat(refusal, async () => {
        if (!(await more.isVisible())) {
          await repeat(more, () => page.keyboard.press('ControlOrMeta+Space'));
        }
        await tryPress(more);
      });
      assert.deepEqual(service.requests, []);
      await window.runCommand('Notifications: Clear All Notifications');
      await window.runCommand('File: Revert File');
    });

    test('ends when the folder is trusted, and the cell that was run gives its rows', async () => {
      await window.openFromExplorer('sandbox.signals');
      await runAndAnswer('Trust Folder & Continue');
      await waitForOutputs(window.page, ([output]) =>
        /^SANDBOX synthetic · bullish_stocks · 3 rows/.test(output?.footer ?? ''),
      );
      await restricted().waitFor({ state: 'detached' });
      assert.deepEqual(service.requests, []);
    });
  });
}
