/** Statements that write files or reach other databases. */

import type { Token } from '../core/sql/tokens';

const verbs = new Set(['copy', 'export', 'import', 'attach', 'detach', 'install', 'load']);

/**
 * @returns The verb of a statement that a notebook may not run unasked, or null.
 *
 * The verb is looked for behind EXPLAIN [ANALYZE] and PREPARE … AS as well, since these run it too. COPY … FROM
 * reads, which the engine limits to the readable directories, and is not refused.
 */
export function refusedVerb(tokens: readonly Token[]): string | null {
  const verb = leadingVerb(tokens);
  if (verb === undefined || !verbs.has(verb)) {
    return null;
  }
  const top = tokens.filter(({ depth, kind }) => depth === 0 && kind === 'word');
  const reads =
    verb === 'copy' &&
    top.some(({ text }) => text === 'from') &&
    !top.some(({ text }) => text === 'to');
  return reads ? null : verb.toUpperCase();
}

function leadingVerb(tokens: readonly Token[]): string | undefined {
  const words = tokens.filter(({ depth, kind }) => depth === 0 && kind === 'word');
  let at = 0;
  for (;;) {
    const word = words[at]?.text;
    if (word === 'explain' || word === 'analyze') {
      at++;
    } else if (word === 'prepare') {
      const as = words.findIndex(({ text }, index) => index > at && text === 'as');
      if (as < 0) {
        return undefined;
      }
      at = as + 1;
    } else {
      return word;
    }
  }
}
