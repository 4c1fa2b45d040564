/** The colours that categories have in this page: those of its charts before, and of other pages of the notebook. */

import { longestHeldName, mostHeldColours, readHeldColours } from '../core/protocol/heldColours';
import type { RendererMessage } from '../core/protocol/rendererMessage';
import { HeldPlaces } from '../core/visualise/heldPlaces';
import type { Messaging } from './hostChannel';

let post: (message: RendererMessage) => void = () => undefined;

export const heldColours = new HeldPlaces(
  { names: mostHeldColours, length: longestHeldName },
  places => post({ type: 'holdColours', places: [...places] }),
);

/** Takes what the host sends at first, and tells it what the charts of this page add. */
export function followHeldColours(messaging: Messaging): void {
  post = message => messaging.postMessage?.(message);
  messaging.onDidReceiveMessage?.(message => {
    heldColours.hold(readHeldColours(message) ?? []);
  });
}
