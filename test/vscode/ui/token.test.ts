import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
import { filesContaining } from '../../support/filesContaining';
import { waitForOutputs } from '../../support/notebookOutputs';
import { tryPress, repeat } from '../../support/repeat';
import { storeToken } from '../../support/storeToken';
import { until } from '../../support/until';
import { testedVersions } from '../../support/testedVersions';
import { userSettings } from '../../support/userSettings';
import { VsCodeWindow } from '../../support/vscodeWindow';

const canary = 'canary-4f1d8c52b7e94a60';
const connection = 'Loopback';

for (const version of testedVersions) {
  describe(`a token in VS Code ${version}`, () => {
    let service: SandboxServer;
    let window: VsCodeWindow;
    before(async () => {
      const config = defaultSandboxConfig(plainDateOfInstant(Date.UTC(2026, 5, 1)));
      service = await listen(createSandbox({ ...config, token: canary }), { port: 0 });
      const { quantUrl, dataUrl } = service;
      window = await VsCodeWindow.open(version, {
        settings: {
          'signals.connections': [{ name: connection, quantUrl, dataUrl }],
          'signals.agents.connections': ['Sandbox', connection],
        },
        prepare: async workspace => {
          const text = '```{sql}\nFROM bullish_stocks(amount := 3)\n```\n';
          await writeFile(path.join(workspace, 'live.signals'), text);
          await writeFile(path.join(workspace, 'fresh.signals'), '```{sql}\n\n```\n');
        },
      });
    });
    after(async () => {
      await window?.close();
      await service?.close();
    });

    test('is asked for in a password box, tried, and stored', async () => {
      await storeToken(window, connection, `Bearer ${canary} `);
      const sent = service.requests.map(({ headers }) => headers['authorization']);
      assert.deepEqual([...new Set(sent)], [`Bearer ${canary}`]);
    });

    test('goes with the requests of a cell', async () => {
      const before = service.requests.length;
      await window.openFromExplorer('live.signals');
      await window.runAll();
      await waitForOutputs(window.page, ([output]) =>
        /^Loopback · bullish_stocks · 3 rows/.test(output?.footer ?? ''),
      );
      assert.ok(service.requests.length > before);
    });

    test('finds companies where a person asks for more, for other notebooks too', async () => {
      const { page } = window;
      const offered = (label: string) =>
        page.locator('.suggest-widget.visible .monaco-list-row', { hasText: label }).first();
      const before = service.requests.length;
      await window.openFromExplorer('fresh.signals');
      const rows = page.locator('.notebook-editor .code-cell-row').filter({ visible: true });
      const cell = rows.filter({ hasNotText: 'bullish_stocks' });
      await enterCode(cell);
      await page.keyboard.type("FROM bull_bear_score_ts('");
      // What the cell of the other notebook has listed.
      const seen = offered('seen at Loopback');
      await repeat(seen, () => page.keyboard.press('ControlOrMeta+Space'));
      // The quote opens the list by itself, in which Enter takes nothing that is typed already.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Backspace');
      await page.keyboard.type("'hal");
      const more = offered('Find more companies');
      await repeat(more, () => page.keyboard.press('ControlOrMeta+Space'));
      await more.filter({ hasText: '2 requests to Loopback' }).waitFor();
      assert.equal(await offered('Halervik').count(), 0);
      await window.screenshot(`find-companies-${version}`);
      assert.equal(service.requests.length, before, 'nothing is asked before');
      await page.locator('.suggest-widget .focused', { hasText: 'Find more' }).waitFor();
      await page.keyboard.press('Enter');
      await offered('Halervik Medical')
        .filter({ hasText: /company:demo0363, (JSOX\.KY, )?seen at Loopback/ })
        .waitFor();
      assert.deepEqual(
        service.requests
          .slice(before)
          .map(({ url }) => url.replace(/^.*\//, ''))
          .sort(),
        ['bearish_stocks?amount=1000', 'bullish_stocks?amount=1000'],
      );
      assert.equal(await more.count(), 0, 'it is not offered again');
      assert.match(await cell.innerText(), /'hal'/, 'what was typed is still there');
      await until(() =>
        filesContaining(window.userData, 'company:demo0363').some(file =>
          path.dirname(file).endsWith('companies'),
        ),
      );
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+s');
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      await window.runCommand('View: Close Editor');
    });

    test('stays with its connection when that is edited, and a check that fails offers Edit', async () => {
      const { page } = window;
      const fill = async (title: string, text?: string): Promise<void> => {
        await page.locator('.quick-input-widget').getByText(title).waitFor();
        const box = page.locator('.quick-input-widget .quick-input-box input');
        if (text !== undefined) {
          await box.fill(text);
        }
        await box.press('Enter');
      };
      await editConnection(window, connection);
      await fill('(1 of 4)', 'Desk');
      await fill('(2 of 4)', `${service.quantUrl}/wrong`);
      await fill('(3 of 4)');
      await fill('(4 of 4)');
      await page.getByText('The token could not be tried.').first().waitFor();
      await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Edit' }).click();
      await fill('(1 of 4)');
      await fill('(2 of 4)', service.quantUrl);
      await fill('(3 of 4)');
      await fill('(4 of 4)');
      await page.locator('.statusbar-item').getByText('Desk', { exact: true }).waitFor();
      await window.runAll();
      await waitForOutputs(page, drawn =>
        drawn.some(({ footer }) => /^Desk · bullish_stocks · 3 rows/.test(footer)),
      );
      // Another connection may get the old name: models are given none of its rows.
      const written = await userSettings(window);
      assert.deepEqual(written['signals.agents.connections'], ['Sandbox']);
    });

    test('is asked for again where the connection is to go to another host', async () => {
      const { page } = window;
      const box = page.locator('.quick-input-widget');
      await editConnection(window, 'Desk');
      for (const [step, text] of [
        ['(1 of 4)', 'Desk'],
        ['(2 of 4)', 'https://elsewhere.example/quant'],
        ['(3 of 4)', 'https://elsewhere.example/data'],
      ] as const) {
        await box.getByText(step).waitFor();
        await box.locator('.quick-input-box input').fill(text);
        await box.locator('.quick-input-box input').press('Enter');
      }
      await box.getByText('Leave it empty to set it later').waitFor();
      await page.keyboard.press('Escape');
    });

    test('is asked for with the addresses in words, each with an example', async () => {
      const { page } = window;
      const box = page.locator('.quick-input-widget');
      const input = box.locator('.quick-input-box input');
      await window.runCommand('Signals: Add Connection');
      for (const [step, words, example, text] of [
        ['(1 of 4)', /^A name of your choice: .*\(setting name\)/, 'for example Live', 'Words'],
        [
          '(2 of 4)',
          /^Address of scores, volumes, ranked lists and event rows, .*\(setting quantUrl\)/,
          'for example https://api.example.com/quant',
          service.quantUrl,
        ],
        [
          '(3 of 4)',
          /^Address of event counts, .*\(setting dataUrl\)/,
          'for example https://api.example.com/data',
          service.dataUrl,
        ],
        ['(4 of 4)', /^The token is kept in this computer's secret storage/, 'Paste the token', ''],
      ] as const) {
        await box.getByText(step).waitFor();
        await window.screenshot(`add-connection-${step.slice(1, 2)}-${version}`);
        const prompt = box.locator('.quick-input-message');
        assert.match(await prompt.innerText(), words);
        assert.ok(await prompt.evaluate(node => node.scrollWidth <= node.clientWidth), step);
        assert.equal(await input.getAttribute('placeholder'), example);
        await input.fill(text);
        await input.press(text === '' ? 'Escape' : 'Enter');
      }
      await box.waitFor({ state: 'hidden' });
    });

    test('is tried with the addresses before a connection is added', async () => {
      const { page } = window;
      const box = page.locator('.quick-input-widget');
      const answer = async (steps: readonly (readonly [string, string | null])[]) => {
        for (const [step, text] of steps) {
          await box.getByText(step).waitFor();
          const input = box.locator('.quick-input-box input');
          if (text !== null) {
            await input.fill(text);
          }
          await input.press('Enter');
        }
      };
      const dialog = page.locator('.monaco-dialog-box');
      await window.runCommand('Signals: Add Connection');
      await answer([
        ['(1 of 4)', 'Added'],
        ['(2 of 4)', `${service.quantUrl}/wrong`],
        ['(3 of 4)', service.dataUrl],
        ['(4 of 4)', canary],
      ]);
      await dialog.getByText('The token could not be tried.').waitFor();
      assert.deepEqual(await addedNames(window), []);
      await dialog.getByRole('button', { name: 'Edit' }).click();
      await answer([
        ['(1 of 4)', null],
        ['(2 of 4)', service.quantUrl],
        ['(3 of 4)', null],
        ['(4 of 4)', 'another-one'],
      ]);
      await dialog.getByText('Added refused the token, so it was not stored.').waitFor();
      assert.deepEqual(await addedNames(window), []);
      await dialog.getByRole('button', { name: 'Edit' }).click();
      await answer([
        ['(1 of 4)', null],
        ['(2 of 4)', null],
        ['(3 of 4)', null],
        ['(4 of 4)', canary],
      ]);
      await page.locator('.statusbar-item').getByText('Added', { exact: true }).waitFor();
      await until(async () => (await addedNames(window)).length === 1);
      // A token can follow later.
      await window.runCommand('Signals: Add Connection');
      await answer([
        ['(1 of 4)', 'Added without'],
        ['(2 of 4)', service.quantUrl],
        ['(3 of 4)', service.dataUrl],
        ['(4 of 4)', ''],
      ]);
      await page.getByText('The connection Added without is selected.').first().waitFor();
      await until(async () => (await addedNames(window)).length === 2);
    });

    test('is stored untried with a connection whose service does not answer, if the user wants that', async () => {
      const { page } = window;
      const box = page.locator('.quick-input-widget');
      await window.runCommand('Signals: Add Connection');
      for (const [step, text] of [
        ['(1 of 4)', 'Added anyway'],
        ['(2 of 4)', `${service.quantUrl}/wrong`],
        ['(3 of 4)', service.dataUrl],
        ['(4 of 4)', canary],
      ] as const) {
        await box.getByText(step).waitFor();
        await box.locator('.quick-input-box input').fill(text);
        await box.locator('.quick-input-box input').press('Enter');
      }
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.getByText('The token could not be tried.').waitFor();
      assert.ok(!(await addedNames(window)).includes('Added anyway'));
      const before = service.requests.length;
      await dialog.getByRole('button', { name: 'Store Anyway' }).click();
      await page.locator('.statusbar-item').getByText('Added anyway', { exact: true }).waitFor();
      await until(async () => (await addedNames(window)).includes('Added anyway'));
      await window.runAll();
      await until(() => service.requests.length > before);
      const sent = service.requests.slice(before).map(({ headers }) => headers['authorization']);
      assert.deepEqual([...new Set(sent)], [`Bearer ${canary}`]);
    });

    test('is in no file of this VS Code, logs included, and in no text it printed', async () => {
      await window.page.keyboard.press('Control+s');
      assert.deepEqual(filesContaining(window.profile, canary), []);
      const printed = readFileSync(path.join(window.profile, 'server.log'), 'utf8');
      assert.match(printed, /Session server listening/);
    });

    test('is nowhere in the page', async () => {
      const texts = await Promise.all(
        // A frame that is replaced while it is read is no part of the page any more.
        window.page.frames().map(frame => frame.content().catch(() => '')),
      );
      assert.match(texts[0] ?? '', /Loopback|Added/);
      assert.ok(texts.every(text => !text.includes(canary)));
    });
  });
}

/** The connections in the settings whose names begin with "Added". */
async function addedNames(window: VsCodeWindow): Promise<readonly string[]> {
  const connections = (await userSettings(window))['signals.connections'] ?? [];
  const names = (connections as { readonly name: string }[]).map(({ name }) => name);
  return names.filter(name => name.startsWith('Added'));
}

/** An editor that takes the focus late closes the list. */
async function editConnection(window: VsCodeWindow, connection: string): Promise<void> {
  const choice = window.page.locator('.quick-input-list .monaco-list-row').getByText(connection);
  await repeat(window.page.locator('.quick-input-widget').getByText('(1 of 4)'), async () => {
    await window.runCommand('Signals: Edit Connection');
    await tryPress(choice);
  });
}
