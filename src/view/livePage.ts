/** The script of a notebook's page beside it: draws what the host sends, and draws again only what has changed. */

import type { ResultOutput } from '../core/protocol/output';
import {
  readPageMessage,
  type LivePageState,
  type PageMessage,
} from '../core/protocol/pageMessage';
import type { TabRequest } from '../core/protocol/tabMessage';
import { copyQueries } from './page/copyQueries';
import { ResultOnPage } from './page/resultOnPage';
import { webviewChannel } from './webviewChannel';

/** VS Code's API for webviews, available once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  /** Keeps what the page is drawn from, for a window that is opened again. */
  setState(kept: LivePageState): void;
};

const api = acquireVsCodeApi();
const { messaging, channel } = webviewChannel(api);

/** A cell's section, with the results that are drawn in it. */
interface Section {
  readonly node: Element;
  readonly results: readonly ResultOnPage[];
}

const head = document.querySelector('header');
const main = document.querySelector('main');
const foot = document.querySelector('footer');
/** By what they show. */
let shown = new Map<string, Section[]>();
/** The results of the latest message, by their keys: one that has been sent is not sent again. */
let known = new Map<string, ResultOutput>();

messaging.onDidReceiveMessage?.(message => {
  const page = readPageMessage(message);
  if (page && head && main && foot) {
    head.innerHTML = page.head;
    foot.innerHTML = page.foot;
    foot.hidden = page.foot === '';
    api.setState({ pageOf: page.notebook });
    show(page, main);
  }
});
copyQueries();
api.postMessage({ type: 'ready' } satisfies TabRequest);

/** Sections that show the same stay as they are: drawn, sorted, scrolled. */
function show({ cells, results }: PageMessage, parent: HTMLElement): void {
  known = new Map(
    results.flatMap(({ key, output }) => {
      const result = output ?? known.get(key);
      return result ? [[key, result] as const] : [];
    }),
  );
  const earlier = shown;
  shown = new Map();
  const nodes = cells.map(html => {
    const template = document.createElement('template');
    template.innerHTML = html;
    const places = [...template.content.querySelectorAll<HTMLElement>('[data-result]')];
    const keys = places.map(place => results[Number(place.dataset['result'])]?.key ?? '');
    const numbered = html.replaceAll(/ data-result="\d+"/g, '');
    const key = JSON.stringify([numbered, ...keys]);
    const section = earlier.get(key)?.shift() ?? {
      node: template.content.firstElementChild ?? template,
      results: places.flatMap((place, at) => {
        const output = known.get(keys[at] ?? '');
        return output ? [resultIn(place, output)] : [];
      }),
    };
    shown.set(key, [...(shown.get(key) ?? []), section]);
    return section.node;
  });
  for (const { results: gone } of [...earlier.values()].flat()) {
    gone.forEach(result => result.end());
  }
  place(parent, nodes);
}

/** Moves only what is elsewhere: what is taken out of the page loses its scroll position. */
function place(parent: HTMLElement, nodes: readonly Element[]): void {
  const kept = new Set(nodes);
  [...parent.children].filter(node => !kept.has(node)).forEach(node => node.remove());
  nodes.forEach((node, at) => {
    if (parent.children[at] !== node) {
      parent.insertBefore(node, parent.children[at] ?? null);
    }
  });
}

function resultIn(parent: HTMLElement, output: ResultOutput): ResultOnPage {
  const { table, restored } = output;
  const rowCount = (restored ? table?.rows.length : table?.rowCount) ?? 0;
  return new ResultOnPage(parent, output, rowCount, restored ? null : channel);
}
