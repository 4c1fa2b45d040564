/** The page of an editor tab: it asks the host for its result, shows it, and says when its session has ended. */

import { t } from '../core/base/translations';
import { isRecord } from '../core/base/json';
import type { NamedState } from '../core/protocol/exploration';
import type { ResultOutput } from '../core/protocol/output';
import type { LeftGrid } from '../core/protocol/shownRows';
import { readTabMessage, type TabMessage, type TabRequest } from '../core/protocol/tabMessage';
import { followColours } from './appearance';
import { element } from './dom';
import type { HostChannel } from './hostChannel';
import { Lifetime } from './lifetime';
import { adoptStyles } from './styles';
import { webviewChannel } from './webviewChannel';

/** Where a tab shows its result. */
export interface TabPlace {
  readonly place: HTMLElement;
  readonly channel: HostChannel;
  readonly lifetime: Lifetime;
  /** The grid that it was opened from; null: the result unchanged. */
  readonly shown: LeftGrid | null;
  /** What an explorer asks at first. */
  readonly question: NamedState | null;
  /** Whether the rows are counted events, whose mentions can be loaded. */
  readonly isOverview: boolean;
  readonly request: (request: TabRequest) => void;
  /** Says that no kernel has the result any more. */
  readonly banner: HTMLElement;
  /** What an earlier page of this tab kept. */
  readonly kept: unknown;
  /** Keeps a state for the next page of this tab. */
  readonly keep: (state: unknown) => void;
  /** Called when no kernel has the result any more. */
  readonly onEnd: (listener: () => void) => void;
}

/** VS Code's API for webviews, available once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  /** The state for the page of the same tab in the next window. */
  setState(state: unknown): void;
};

/** @param show Shows a result in an empty place. */
export function startTab(show: (output: ResultOutput, where: TabPlace) => void): void {
  const api = acquireVsCodeApi();
  const { messaging, channel } = webviewChannel(api);
  adoptStyles(document.body);
  const status = element('div', { class: 'ms-banner', attributes: { role: 'status' } });
  status.hidden = true;
  const root = element('div', { class: 'ms-output' });
  root.append(status);
  document.body.append(root);
  let lifetime = new Lifetime();
  let end = (): void => undefined;
  let hasEnded = false;
  const showResult = ({
    output,
    place: from,
    shown,
    question,
    isOverview,
  }: Extract<TabMessage, { type: 'result' }>) => {
    const known = api.getState();
    // The question is kept before it is answered: the window can be loaded again at any time.
    const kept = (isRecord(known) ? known['kept'] : undefined) ?? question;
    api.setState({ ...from, kept });
    lifetime.end();
    lifetime = new Lifetime();
    end = () => undefined;
    hasEnded = false;
    status.hidden = true;
    const place = element('div');
    root.replaceChildren(status, place);
    followColours(root, lifetime);
    if (!output) {
      const text = t('This result cannot be read by this version. Run the cell again.');
      place.append(element('div', { class: 'ms-empty', text }));
      return;
    }
    show(output, {
      ...{ place, channel, lifetime, shown, question, isOverview, kept },
      banner: status,
      request: request => api.postMessage(request),
      keep: state => api.setState({ ...from, kept: state }),
      onEnd: listener => {
        end = listener;
        if (hasEnded) {
          listener();
        }
      },
    });
  };
  messaging.onDidReceiveMessage?.(message => {
    const read = readTabMessage(message);
    if (read?.type === 'result') {
      showResult(read);
    } else if (read?.type === 'ended') {
      status.textContent = read.sentence;
      status.hidden = false;
      hasEnded = true;
      end();
    }
  });
  api.postMessage({ type: 'ready' } satisfies TabRequest);
}
