/** One result in an editor tab: the script of its page. */

import { isRecord } from '../core/base/json';
import type { TabReady } from '../core/protocol/tabMessage';
import { followPalette, followSideColours } from './appearance';
import { element } from './dom';
import { HostChannel, type Messaging } from './hostChannel';
import { Lifetime } from './lifetime';
import { readResultOutput } from './payload';
import { showResult } from './resultView';
import { adoptStyles } from './styles';

/** What VS Code gives a webview, once. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const api = acquireVsCodeApi();
const messaging: Messaging = {
  postMessage: message => api.postMessage(message),
  onDidReceiveMessage: listener =>
    window.addEventListener('message', event => listener(event.data)),
};
const channel = new HostChannel(messaging);
followPalette(messaging);
adoptStyles(document.body);
const status = element('div', { class: 'ms-banner', attributes: { role: 'status' } });
status.hidden = true;
const root = element('div', { class: 'ms-output' });
root.append(status);
document.body.append(root);
let lifetime = new Lifetime();

messaging.onDidReceiveMessage?.(message => {
  if (isRecord(message) && message['type'] === 'result') {
    void show(message['output']);
  } else if (isRecord(message) && message['type'] === 'ended') {
    const { sentence } = message;
    status.textContent = typeof sentence === 'string' ? sentence : '';
    status.hidden = false;
  }
});
api.postMessage({ type: 'ready' } satisfies TabReady);

async function show(payload: unknown): Promise<void> {
  lifetime.end();
  lifetime = new Lifetime();
  const place = element('div');
  root.replaceChildren(status, place);
  followSideColours(root, lifetime);
  const output = readResultOutput(payload);
  if (output) {
    await showResult(output, { place, channel, lifetime, canOpenBeside: false });
  } else {
    const text = 'This result cannot be read by this version. Run the cell again.';
    place.append(element('div', { class: 'ms-empty', text }));
  }
}
