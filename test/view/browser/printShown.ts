/** Prints, where a test of a view fails, what its pages show. `scripts/viewTests.mjs` runs it with each test file. */
import { afterEach } from 'node:test';
import { shownPages } from './openPages';

afterEach(async context => {
  if ('passed' in context && !context.passed) {
    const shown = await shownPages();
    console.error(`Open pages after “${context.name}” failed:\n${shown.join('\n')}`);
  }
});
