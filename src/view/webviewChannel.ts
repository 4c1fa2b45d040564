import { followAppearance, stateLanguage } from './appearance';
import { followGridChoices } from './gridChoices';
import { HostChannel, type Messaging } from './hostChannel';

/** @returns The connection of a webview's page to the host, which also says which palette and choices of grids to use. */
export function webviewChannel(api: { postMessage(message: unknown): void }): {
  readonly messaging: Messaging;
  readonly channel: HostChannel;
} {
  const messaging: Messaging = {
    postMessage: message => api.postMessage(message),
    onDidReceiveMessage: listener =>
      window.addEventListener('message', event => listener(event.data)),
  };
  const channel = new HostChannel(messaging);
  followAppearance(messaging, stateLanguage);
  followGridChoices(messaging);
  return { messaging, channel };
}
