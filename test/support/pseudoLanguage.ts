/** A language that only tests have: texts in letters of Cyrillic, so that one that is not translated shows. */

import { textBundle } from '../../scripts/l10n.mjs';
import { useTranslations } from '../../src/core/base/translations';

export function pseudoTranslations(): Record<string, string> {
  return Object.fromEntries(Object.keys(textBundle()).map(text => [text, pseudo(text)]));
}

/** Has the texts of this process in that language until `run` ends. */
export async function inPseudoLanguage(run: () => void | Promise<void>): Promise<void> {
  useTranslations(pseudoTranslations());
  try {
    await run();
  } finally {
    useTranslations({});
  }
}

/** @returns The text in that language. */
export function pseudo(text: string): string {
  return text.replace(/\{\d+\}|[A-Z]|[a-z]/g, part => {
    if (part.length > 1) {
      return part;
    }
    const [first, other] = part < 'a' ? ['A', 'А'] : ['a', 'а'];
    return String.fromCharCode(other.charCodeAt(0) + part.charCodeAt(0) - first.charCodeAt(0));
  });
}
