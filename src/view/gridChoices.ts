/** How the reader wants the grids of this page: as the host remembers it, and as it was changed here since. */

import {
  readGridChoicesMessage,
  standardGridChoices,
  type GridChoices,
} from '../core/protocol/gridChoices';
import type { RendererMessage } from '../core/protocol/rendererMessage';
import type { Messaging } from './hostChannel';

let choices = standardGridChoices;
let post: (message: RendererMessage) => void = () => undefined;
const listeners = new Set<(choices: GridChoices) => void>();

export function gridChoices(): GridChoices {
  return choices;
}

/** Asks the host for the choices. Until the answer is there the standard ones hold. */
export function followGridChoices(messaging: Messaging): void {
  post = message => messaging.postMessage?.(message);
  messaging.onDidReceiveMessage?.(message => {
    const read = readGridChoicesMessage(message);
    if (read) {
      choices = read;
      [...listeners].forEach(listener => listener(choices));
    }
  });
  post({ type: 'gridChoices' });
}

/** For every grid that is made from now on, in this page and in others. */
export function rememberGridChoices(changed: Partial<GridChoices>): void {
  choices = { ...choices, ...changed };
  post({ type: 'rememberGrid', choices });
}

/**
 * Says when the host's answer came after grids were made.
 *
 * @returns Stops it.
 */
export function onGridChoices(listener: (choices: GridChoices) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
