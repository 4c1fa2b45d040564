/** One result in an editor tab: the script of its page. */

import { readTabMessage, type TabMessage, type TabRequest } from '../core/protocol/tabMessage';
import { followPalette, followColours } from './appearance';
import { element } from './dom';
import { followGridChoices } from './gridChoices';
import { HostChannel, type Messaging } from './hostChannel';
import { Lifetime } from './lifetime';
import { showResult } from './resultView';
import { adoptStyles } from './styles';
import { beginWith } from './table/keptTables';

type ShownResult = Extract<TabMessage, { type: 'result' }>;

/** VS Code's API for webviews, available once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  /** The state for the page of the same tab in the next window. */
  setState(state: unknown): void;
};

const api = acquireVsCodeApi();
const messaging: Messaging = {
  postMessage: message => api.postMessage(message),
  onDidReceiveMessage: listener =>
    window.addEventListener('message', event => listener(event.data)),
};
const channel = new HostChannel(messaging);
followPalette(messaging);
followGridChoices(messaging);
adoptStyles(document.body);
const status = element('div', { class: 'ms-banner', attributes: { role: 'status' } });
status.hidden = true;
const root = element('div', { class: 'ms-output' });
root.append(status);
document.body.append(root);
let lifetime = new Lifetime();

messaging.onDidReceiveMessage?.(message => {
  const read = readTabMessage(message);
  if (read?.type === 'result') {
    api.setState(read.place);
    void show(read);
  } else if (read?.type === 'ended') {
    status.textContent = read.sentence;
    status.hidden = false;
  }
});
post({ type: 'ready' });

async function show({ output, shown }: ShownResult): Promise<void> {
  lifetime.end();
  lifetime = new Lifetime();
  const place = element('div');
  root.replaceChildren(status, place);
  followColours(root, lifetime);
  if (output) {
    if (output.table && shown) {
      beginWith(output.table, shown);
    }
    await showResult(output, { place, channel, lifetime, canOpenBeside: false });
  } else {
    const text = 'This result cannot be read by this version. Run the cell again.';
    place.append(element('div', { class: 'ms-empty', text }));
  }
}

function post(request: TabRequest): void {
  api.postMessage(request);
}
