import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { tabFrame } from '../../support/editorTab';
import { repeat } from '../../support/repeat';
import { storeToken } from '../../support/storeToken';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const token = 'canary-51d0c83e6f92';
const connection = 'Loopback';
const name = 'asked.signals';
const dayMs = 86_400_000;

/** Six requests of 31 days at most. */
const days = 180;
const mentions = /12 companies × 180 days: 6 requests/;
const answeredAtOnce = 2;

for (const version of testedVersions) {
  describe(`the explorer over a slow service in VS Code ${version}`, () => {
    let service: SandboxServer;
    let window: VsCodeWindow;
    /** How many more requests of mentions are answered. */
    let answered = Infinity;
    /** The address of each answered request of mentions, and the rows of its answer. */
    const rowsOf = new Map<string, number>();

    before(async () => {
      const config = defaultSandboxConfig(plainDateOfInstant(Date.now()));
      const sandbox = createSandbox({ ...config, token });
      const slow: typeof sandbox = {
        ...sandbox,
        handle: request => {
          const response = sandbox.handle(request);
          if (!isOfMentions(request.path)) {
            return response;
          }
          if (answered-- <= 0) {
            return { ...response, delivery: { latencyMs: dayMs } };
          }
          const body = [...response.body];
          const { entries } = JSON.parse(body.join('')) as { readonly entries: readonly unknown[] };
          rowsOf.set(request.path + request.query, entries.length);
          return { ...response, body };
        },
      };
      service = await listen(slow, { port: 0 });
      const { quantUrl, dataUrl } = service;
      const companies = Array.from(
        { length: 12 },
        (_, at) => `company:demo${String(at + 1).padStart(4, '0')}`,
      );
      window = await VsCodeWindow.open(version, {
        settings: {
          'signals.connections': [{ name: connection, quantUrl, dataUrl }],
          'signals.portfolios': { Dozen: companies },
        },
        prepare: workspace => writeFile(path.join(workspace, name), '```{sql}\nSELECT 1\n```\n'),
      });
    });
    after(async () => {
      await window?.close();
      await service?.close();
    });

    const offered = (text: string | RegExp) =>
      window.page.locator('.quick-input-list .monaco-list-row', { hasText: text });

    const asked = (): readonly string[] =>
      service.requests.map(({ url }) => url).filter(url => isOfMentions(url));

    const allRows = (): number => [...rowsOf.values()].reduce((sum, rows) => sum + rows, 0);

    /** The number of rows that counts and grid show alike. */
    const rowsIn = async (tab: Frame, rows: number): Promise<void> => {
      await tab.locator(`.ms-x-body[data-ms-rows="${rows}"]`).waitFor();
      await tab.locator(`.ms-x-rows .ms-table[aria-rowcount="${rows + 1}"]`).waitFor();
    };

    test('keeps what came before a cancellation, says what is missing, and Resume requests only that', async () => {
      await storeToken(window, connection, token);
      await window.openFromExplorer(name);
      await window.runCommand('Signals: Explore Events…');
      await offered('Dozen').click();
      await offered(/Days.*last/).click();
      await offered('Other days…').click();
      const today = Date.now();
      const [from, to] = [today - (days - 1) * dayMs, today].map(plainDateOfInstant);
      const box = window.page.locator('.quick-input-box input');
      await box.fill(`${from} to ${to}`);
      // VS Code ignores Enter until it has checked the text.
      await repeat(offered(mentions), () => box.press('Enter'));
      answered = answeredAtOnce;
      await offered(mentions).click();
      await until(() => rowsOf.size === answeredAtOnce && asked().length === 6);
      const underWay = window.page.locator('.cell-status-item', { hasText: /2 of 6 requests/ });
      await underWay.waitFor();
      assert.match(await underWay.innerText(), /rows/);
      await window.screenshot(`explorer-asking-${version}`);
      await window.stopCell();
      const partial = await tabFrame(window, '.ms-x-value');
      const line = partial.locator('.ms-incomplete');
      await line
        .getByText(
          'Incomplete: 4 of 6 requests of company_events were cancelled, and their rows are missing.',
        )
        .waitFor();
      const kept = allRows();
      assert.ok(kept > 0);
      await rowsIn(partial, kept);
      await window.screenshot(`explorer-partial-${version}`);

      const before = asked();
      assert.equal(before.length, 6);
      answered = Infinity;
      await line.getByRole('button', { name: 'Resume' }).click();
      await until(() => partial.isDetached());
      const whole = await tabFrame(window, '.ms-x-value');
      assert.equal(rowsOf.size, 6);
      assert.ok(allRows() > kept);
      await rowsIn(whole, allRows());
      assert.equal(await whole.locator('.ms-incomplete').count(), 0);
      const again = asked().slice(before.length);
      assert.equal(again.length, 4);
      assert.deepEqual([...new Set([...before, ...again])].sort(), [...new Set(before)].sort());
      await window.screenshot(`explorer-resumed-${version}`);
    });
  });
}

/** Whether a request is one of operation 9. */
function isOfMentions(url: string): boolean {
  return url.includes('/company_data/events');
}
