/** A language that only tests have: texts in letters of Cyrillic, so that one that is not translated shows. */

import type { Page } from 'playwright-core';
import { textBundle } from '../../../scripts/l10n.mjs';

/** DuckDB's types and null, names of functions, keys and formats. */
const inNoLanguage = /\b(?:[A-Z]{2,}|null|Alt|Shift|Delete|Enter|Vega-Lite|\w+_\w+)\b/g;

/** What the host sends where this is the language of the window. */
export function pseudoAppearance(): object {
  const translations = Object.fromEntries(
    Object.keys(textBundle()).map(text => [text, pseudo(text)]),
  );
  return { type: 'appearance', palette: 'colourBlind', exportColours: 'light', translations };
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

/**
 * @returns The visible texts and the tooltips and names of visible elements that have letters of English, each once.
 */
export async function englishTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const attributes = ['title', 'aria-label', 'placeholder', 'aria-description', 'alt'];
    const visit = (root: ParentNode): void => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot) {
          visit(node.shadowRoot);
        }
        const shown = node.tagName === 'OPTION' ? node.closest('select') : node;
        if (!shown?.checkVisibility()) {
          continue;
        }
        found.push(
          ...attributes.map(name => node.getAttribute(name) ?? ''),
          ...[...node.childNodes].map(child =>
            child.nodeType === Node.TEXT_NODE ? (child.nodeValue ?? '') : '',
          ),
        );
      }
    };
    visit(document.body);
    return found;
  });
  return [...new Set(texts)]
    .filter(text => /[A-Za-z]{2}/.test(text.replace(inNoLanguage, '')))
    .sort();
}
