/** The reader's choices for the grids of this page: stored by the host, and changed here since. */

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

/** Requests the choices from the host. Until the answer arrives, the defaults apply. */
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

/** Applies to every new grid, in this page and in others. */
export function rememberGridChoices(changed: Partial<GridChoices>): void {
  choices = { ...choices, ...changed };
  post({ type: 'rememberGrid', choices });
}

/**
 * Calls the listener when the host's answer arrives after grids were created.
 *
 * @returns A function that stops it.
 */
export function onGridChoices(listener: (choices: GridChoices) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
