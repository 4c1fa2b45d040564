import { t } from '../../core/base/translations';

/** The buttons that copy the query of a cell, which are in the HTML of its section. */

/** Listens for all sections of the page, also later ones. */
export function copyQueries(): void {
  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest('details.query .copy') : null;
    const code = pressed?.parentElement?.querySelector('code');
    if (pressed && code) {
      void copy(code, pressed);
    }
  });
}

async function copy(code: Element, pressed: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    pressed.textContent = t('Copied');
  } catch {
    // The page may not write to the clipboard: the reader copies what is selected.
    getSelection()?.selectAllChildren(code);
    pressed.textContent = t('Selected');
  }
}
