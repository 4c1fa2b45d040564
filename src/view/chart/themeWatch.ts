/** Reports when the editor's theme changes. One observer serves all charts of the page. */

const listeners = new Set<() => void>();
let observer: MutationObserver | undefined;

/** @returns A function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  observer ??= watch();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      observer?.disconnect();
      observer = undefined;
    }
  };
}

/** VS Code sets the theme's name on the body and its colours as variables of the root element. */
function watch(): MutationObserver {
  const made = new MutationObserver(() => {
    for (const listener of [...listeners]) {
      listener();
    }
  });
  made.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  made.observe(document.body, {
    attributes: true,
    attributeFilter: [
      'class',
      'style',
      'data-vscode-theme-kind',
      'data-vscode-theme-id',
      'data-ms-palette',
    ],
  });
  return made;
}
