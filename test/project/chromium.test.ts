import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { disabledFeatures } from '../../scripts/chromium.mjs';

test('what Playwright turns off in Chromium is turned off by our list, which takes its place', () => {
  const file = 'node_modules/playwright-core/lib/server/electron/loader.js';
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(readFileSync(file, 'utf8')) ?? [];
  const playwrights = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name = '']) => name);
  assert.ok(playwrights.length > 10, list);
  assert.deepEqual(
    playwrights.filter(name => !disabledFeatures.includes(name)),
    [],
  );
});
