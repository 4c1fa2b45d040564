/** A link to a statement that a model wrote, which is in no cell. */

import { writeNotebook } from '../notebook/notebookFile';
import { notebookLink, type LinkedTexts } from '../notebook/openLink';

/** Characters of a statement in a link: a longer link would fill an answer. */
const maxStatementLength = 2_000;

/**
 * @param origin The scheme and the extension's name: `vscode://market-signals.market-signals`.
 * @returns A link that opens a notebook with the statement and runs nothing; null for a long statement.
 */
export function statementLink(origin: string, sql: string, texts: LinkedTexts): string | null {
  if (sql.length > maxStatementLength) {
    return null;
  }
  const cell = { kind: 'code', language: 'signals-sql', text: sql } as const;
  return notebookLink(origin, writeNotebook({ frontMatter: { raw: '' }, cells: [cell] }), texts);
}
