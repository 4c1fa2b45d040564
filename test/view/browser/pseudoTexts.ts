/** A language that only tests have: texts in letters of full width, so that one that is not translated shows. */

import type { Page } from 'playwright-core';
import { textBundle } from '../../../scripts/l10n.mjs';

const fullWidth = 0xfee0;

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
  return text.replace(/\{\d+\}|[A-Za-z]/g, part =>
    part.length > 1 ? part : String.fromCharCode(part.charCodeAt(0) + fullWidth),
  );
}

/**
 * @param apart Selectors of what is no text of ours: values, names of columns.
 * @returns The visible texts and the tooltips and names of visible elements that have letters of English, each once.
 */
export async function englishTexts(page: Page, apart: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(selectors => {
    const found: string[] = [];
    const attributes = ['title', 'aria-label', 'placeholder', 'aria-description', 'alt'];
    const visit = (root: ParentNode): void => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot) {
          visit(node.shadowRoot);
        }
        const shown = node.tagName === 'OPTION' ? node.closest('select') : node;
        if (!shown?.checkVisibility() || selectors.some(each => node.closest(each))) {
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
  }, apart);
  return [...new Set(texts)]
    .filter(text => /[A-Za-z]{2}/.test(text.replace(inNoLanguage, '')))
    .sort();
}
