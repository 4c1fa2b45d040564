/** What VS Code in a browser writes into the browser's stores, and when: functions that run in its page. */

/** Runs in the page, whose frames may have had the focus before: the window gets the focus, or loses it to another one. */
export function setFocus(isIn: boolean): void {
  document.hasFocus = () => isIn;
  window.dispatchEvent(new Event(isIn ? 'focus' : 'blur'));
}

/**
 * Runs in the page.
 *
 * @returns Whether the editors' state in the browser's stores of VS Code contains this text, at any depth of JSON, all the
 *   editors that are open, and their height: of what changed a moment ago the stores may have another state.
 */
export async function hasKept(text: string): Promise<boolean> {
  const height = `"height":${document.querySelector('.part.editor')?.clientHeight}}`;
  const tabs = document.querySelectorAll('.tabs-container .tab').length;
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(`The store of ${location.origin} cannot be read`));
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const values = await asked(database.transaction(store).objectStore(store).getAll());
        const kept = values.some(value => {
          const flat = typeof value === 'string' ? value.replaceAll('\\', '') : '';
          const editors = flat.match(/"id":"workbench\.(?:input|editors)\./g) ?? [];
          return flat.includes(text) && flat.includes(height) && editors.length === tabs;
        });
        if (kept) {
          return true;
        }
      }
    } finally {
      database.close();
    }
  }
  return false;
}
