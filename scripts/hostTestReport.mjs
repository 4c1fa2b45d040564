/** Reads the report that the tests inside VS Code write while they run, and prints it test by test. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @param {string} file Written by `test/vscode/host/runSuites.ts`; it may not exist yet.
 */
export function followReport(file) {
  let read = 0;
  const seen = { passed: 0, failed: 0, ended: false, running: '' };
  return {
    seen,
    /** Prints what is new. @returns {boolean} Whether there was anything. */
    advance() {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
      const fresh = lines.slice(read);
      read = lines.length;
      fresh.forEach(line => take(seen, JSON.parse(line)));
      return fresh.length > 0;
    },
  };
}

function take(seen, { event, title, ms, detail }) {
  if (event === 'begin') {
    seen.running = title;
  } else if (event === 'pass') {
    seen.passed++;
    console.log(`✔ ${title} (${ms} ms)`);
  } else if (event === 'fail') {
    seen.failed++;
    console.log(`✖ ${title}\n  ${detail.replaceAll('\n', '\n  ')}`);
  } else if (event === 'end') {
    seen.ended = true;
  }
}
