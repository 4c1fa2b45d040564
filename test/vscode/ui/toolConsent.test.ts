/** What VS Code asks in its window before a tool for language models changes a cell. The call comes from another extension. */

import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { profileFolders } from '../../../scripts/vscodeProcess.mjs';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'consent.signals';
const text = '```{sql}\nSELECT 1\n```\n';

/** Calls the tool that `call.json` names, as any extension can, and writes what came of it to `answer.json`. */
const caller = `
  const vscode = require('vscode');
  exports.activate = context => {
    context.subscriptions.push(vscode.commands.registerCommand('caller.call', async () => {
      const [folder] = vscode.workspace.workspaceFolders;
      const file = name => vscode.Uri.joinPath(folder.uri, name);
      const { tool, input } = JSON.parse(await vscode.workspace.fs.readFile(file('call.json')));
      const answer = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined }).then(
        ({ content }) => content.map(part => part.value).join(''),
        error => 'refused: ' + error.name,
      );
      await vscode.workspace.fs.writeFile(file('answer.json'), Buffer.from(JSON.stringify(answer)));
    }));
  };`;

const manifest = {
  ...{ name: 'caller', publisher: 'test', version: '1.0.0', engines: { vscode: '^1.100.0' } },
  ...{ main: './main.js', activationEvents: [], extensionKind: ['workspace'] },
  contributes: { commands: [{ command: 'caller.call', title: 'Test: Call Tool' }] },
};

interface Installed {
  readonly identifier: { readonly id: string };
}

/** Adds the extension of the test to the profile, or removes it. */
async function setInstalled(profile: string, isInstalled: boolean): Promise<void> {
  const { extensions } = profileFolders(profile);
  const folder = path.join(extensions, 'test.caller-1.0.0');
  const list = path.join(extensions, 'extensions.json');
  const others = (JSON.parse(await readFile(list, 'utf8')) as Installed[]).filter(
    ({ identifier }) => identifier.id !== 'test.caller',
  );
  const own = {
    ...{ identifier: { id: 'test.caller' }, version: '1.0.0', metadata: {} },
    location: { $mid: 1, path: folder, scheme: 'file' },
    relativeLocation: path.basename(folder),
  };
  await rm(folder, { recursive: true, force: true });
  if (isInstalled) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(folder, 'main.js'), caller);
  }
  await writeFile(list, JSON.stringify(isInstalled ? [...others, own] : others));
}

for (const version of testedVersions) {
  describe(`consent to a change by a language model in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: async workspace => {
          await writeFile(path.join(workspace, name), text);
          await setInstalled(path.dirname(workspace), true);
        },
      });
      await window.openFromExplorer(name);
      await cells().first().waitFor();
    });
    after(async () => {
      await setInstalled(window.profile, false);
      // It has an extension that no other test expects.
      await window.end();
    });

    const cells = () =>
      window.page.locator('.notebook-editor .code-cell-row .view-lines').filter({ visible: true });
    const texts = async () =>
      (await cells().allInnerTexts()).map(shown => shown.replaceAll('\u00a0', ' '));
    const dialog = () => window.page.locator('.monaco-dialog-box');
    const answerFile = () => path.join(window.workspace, 'answer.json');

    /** Calls a tool and waits for VS Code's question. */
    async function call(tool: string, input: object): Promise<void> {
      await rm(answerFile(), { force: true });
      const what = { tool: `signals_${tool}`, input: { notebook: name, ...input } };
      await writeFile(path.join(window.workspace, 'call.json'), JSON.stringify(what));
      await window.runCommand('Test: Call Tool');
      await dialog().waitFor();
    }

    async function answer(): Promise<string> {
      let read = '';
      await until(
        async () => {
          read = await readFile(answerFile(), 'utf8').catch(() => '');
          return read.endsWith('"');
        },
        () => read,
      );
      return JSON.parse(read) as string;
    }

    async function unchanged(): Promise<void> {
      assert.deepEqual(await texts(), ['SELECT 1']);
      assert.equal(await readFile(path.join(window.workspace, name), 'utf8'), text);
      assert.equal(await window.page.locator('.tab.dirty').count(), 0);
    }

    test('the window shows the change and asks, and without consent nothing changes', async () => {
      const closings: readonly (() => Promise<unknown>)[] = [
        () => dialog().getByRole('button', { name: 'Cancel' }).click(),
        () => window.page.keyboard.press('Escape'),
      ];
      for (const close of closings) {
        await call('replace_cell', { cell: 1, text: 'SELECT 2' });
        const shown = await dialog().innerText();
        assert.match(shown, /Replace cell 1 of consent\.signals\?/);
        assert.match(shown, /New text:\s+SELECT 2\s+Old text:\s+SELECT 1/);
        await window.screenshot(`tool-consent-${version}`);
        await unchanged();
        await close();
        await dialog().waitFor({ state: 'detached' });
        assert.match(await answer(), /^refused: /);
        await unchanged();
      }
      await call('insert_cell', { after: 1, language: 'sql', text: 'SELECT 3' });
      assert.match(await dialog().innerText(), /Insert .*consent\.signals\?[^]*SELECT 3/);
      await unchanged();
      await window.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      assert.match(await answer(), /^refused: /);
      await unchanged();
    });

    test('with consent the cell changes, and nothing runs', async () => {
      await call('replace_cell', { cell: 1, text: 'SELECT 2' });
      await dialog().getByRole('button', { name: 'Yes' }).click();
      await dialog().waitFor({ state: 'detached' });
      assert.match(await answer(), /^Done\. The cell has not been run\./);
      await until(
        async () => (await texts()).join() === 'SELECT 2',
        async () => (await texts()).join(),
      );
      for (const state of ['executing', 'pending', 'success', 'error'] as const) {
        assert.equal(await window.cellIcon(state).count(), 0, state);
      }
    });
  });
}
