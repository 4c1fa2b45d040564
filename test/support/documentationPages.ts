/** The pages of `docs/` and their headings. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { DocumentationPlace } from '../../src/core/language/documentation';

/** The anchors of a page's headings, as VS Code's preview makes them of plain words. */
function anchors(page: string): string[] {
  const headings = readFileSync(`docs/${page}.md`, 'utf8').match(/^#+ .*$/gm) ?? [];
  return headings.map(heading =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** @throws {assert.AssertionError} If the page has no such heading. */
export function checkExists({ page, heading }: DocumentationPlace): void {
  assert.ok(heading === null || anchors(page).includes(heading), `${page}#${heading}`);
}
