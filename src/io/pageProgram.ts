/** Reads the script and the style that pages of notebooks hold, from the folder of the program. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageProgram } from '../core/page/makePage';

/** @param folder `dist`, absolute. */
export async function readPageProgram(folder: string): Promise<PageProgram> {
  const text = (name: string) => readFile(path.join(folder, 'page', name), 'utf8');
  const [script, style] = await Promise.all([text('notebookPage.js'), text('pageStyle.css')]);
  return { script, style, hash };
}

/** As a content security policy names a script by its text. */
function hash(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
