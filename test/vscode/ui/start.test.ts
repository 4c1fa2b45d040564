import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../scripts/chromium.mjs';

describe('npm start without a desktop VS Code', () => {
  let start: ChildProcess;
  let browser: Browser;
  let printed = '';
  before(async () => {
    start = spawn(process.execPath, ['scripts/start.mjs', '--browser', '--no-open'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    start.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    browser = await launchChromium();
  });
  after(async () => {
    start.kill('SIGKILL');
    await browser?.close();
  });

  test('prints an address at which the tour is open as a notebook', async () => {
    const address = await printedAddress();
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(address);
    await page.locator('.notebook-editor .code-cell-row').first().waitFor({ timeout: 120_000 });
    await page.waitForFunction(() => document.title.includes('tour.signals'));
    assert.match(printed, /Press Run All/);
    await page.locator('.statusbar-item').getByText('Press Run All').waitFor();
    assert.equal(await page.getByText('Restricted Mode').count(), 0);
    assert.equal(await page.getByText(/git repository/i).count(), 0);
  });

  test('ends all that it started on Ctrl+C', async () => {
    const { origin } = new URL(await printedAddress());
    assert.equal((await fetch(origin, { redirect: 'manual' })).status < 500, true);
    start.kill('SIGINT');
    await once(start, 'exit');
    await assert.rejects(fetch(origin));
  });

  async function printedAddress(): Promise<string> {
    for (;;) {
      const [address] = /http:\/\/127\.0\.0\.1:\S+/.exec(printed) ?? [];
      if (address !== undefined) {
        return address;
      }
      assert.equal(start.exitCode, null, `npm start ended: ${printed}`);
      await once(start.stdout ?? start, 'data');
    }
  }
});
