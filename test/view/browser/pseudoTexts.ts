/** Which texts of a page are not in the language that only tests have. */

import type { Page } from 'playwright-core';
import { pseudoTranslations } from '../../support/pseudoLanguage';

/** DuckDB's types and null, names of functions, keys and formats, and what Vega says of its marks and axes. */
const inNoLanguage =
  /^Vega visualization$|^[XY]-axis titled .*|\b(?:[A-Z]{2,}|null|Alt|Shift|Delete|Enter|Vega-Lite|\w+_\w+)\b/g;

/** What the host sends where this is the language of the window. */
export function pseudoAppearance(): {
  readonly type: 'appearance';
  readonly translations: Record<string, string>;
} {
  const appearance = {
    type: 'appearance',
    palette: 'colourBlind',
    exportColours: 'light',
  } as const;
  return { ...appearance, translations: pseudoTranslations() };
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
