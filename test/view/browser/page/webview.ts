/**
 * The page that stands in for VS Code's output webview: it owns its script, so that the content security policy
 * holds for all that runs here, and it is told what to do by messages.
 */

import type { OutputItem, RendererApi, RendererContext } from 'vscode-notebook-renderer';
import { startHeartbeat, timeOfReference } from './heartbeat';
import { countLeftOpen } from './leftOpen';

export type PageCommand =
  | { readonly do: 'render'; readonly id: string; readonly mime: string; readonly text: string }
  | { readonly do: 'dispose'; readonly id: string | null }
  | { readonly do: 'host'; readonly message: unknown }
  | { readonly do: 'theme'; readonly kind: string; readonly variables: Record<string, string> };

interface PageRecord {
  /** Without reports of the room. */
  readonly sent: unknown[];
  /** Whether the page last reported that a tab beside it would be too narrow. */
  isNarrow: boolean | null;
  readonly violations: string[];
  readonly failures: string[];
  readonly done: string[];
  readonly leftOpen: () => Record<string, number>;
  /** The longest time for which the page did not answer since this was asked last, ms. */
  readonly longestGap: () => number;
  /** How long a piece of work takes that is always the same, ms. */
  readonly timeOfReference: () => number;
}

declare global {
  interface Window {
    record: PageRecord;
    /** Where somebody answers what the outputs send. */
    hostReceives?: (message: unknown) => void;
  }
}

const leftOpen = countLeftOpen();
const record: PageRecord = {
  sent: [],
  isNarrow: null,
  violations: [],
  failures: [],
  done: [],
  leftOpen,
  longestGap: startHeartbeat(),
  timeOfReference,
};
window.record = record;

document.addEventListener('securitypolicyviolation', event => {
  record.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
window.addEventListener('error', event => record.failures.push(event.message));
window.addEventListener('unhandledrejection', event => record.failures.push(String(event.reason)));

const listeners: ((message: unknown) => void)[] = [];
const context: RendererContext<unknown> = {
  setState: () => undefined,
  getState: () => undefined,
  getRenderer: () => Promise.resolve(undefined),
  postMessage: message => {
    const { type, isNarrow } = message as { readonly type: string; readonly isNarrow?: boolean };
    if (type === 'room') {
      record.isNarrow = isNarrow ?? null;
      return;
    }
    record.sent.push(message);
    window.hostReceives?.(message);
  },
  onDidReceiveMessage: listener => {
    listeners.push(listener);
    return { dispose: () => undefined };
  },
  workspace: { isTrusted: true },
};

function outputItem(id: string, mime: string, text: string): OutputItem {
  const bytes = new TextEncoder().encode(text);
  return {
    id,
    mime,
    metadata: {},
    text: () => text,
    json: () => JSON.parse(text) as unknown,
    data: () => bytes,
    blob: () => new Blob([bytes], { type: mime }),
  };
}

function placeOf(id: string): HTMLElement {
  const known = document.getElementById(id);
  if (known) {
    return known;
  }
  const place = document.createElement('div');
  place.id = id;
  place.className = 'output';
  document.body.append(place);
  return place;
}

async function carryOut(api: RendererApi, command: PageCommand): Promise<void> {
  switch (command.do) {
    case 'render': {
      const item = outputItem(command.id, command.mime, command.text);
      await api.renderOutputItem(item, placeOf(command.id), new AbortController().signal);
      record.done.push(command.id);
      return;
    }
    case 'dispose':
      api.disposeOutputItem?.(command.id ?? undefined);
      if (command.id !== null) {
        placeOf(command.id).remove();
      }
      return;
    case 'host':
      for (const listener of listeners) {
        listener(command.message);
      }
      return;
    case 'theme':
      document.body.className = command.kind;
      document.body.dataset['vscodeThemeKind'] = command.kind;
      for (const [name, value] of Object.entries(command.variables)) {
        document.documentElement.style.setProperty(name, value);
      }
  }
}

const rendererAddress = '/view/renderer.js';
const renderer = (await import(rendererAddress)) as {
  activate: (given: RendererContext<unknown>) => RendererApi;
};
const api = renderer.activate(context);
window.addEventListener('message', event => {
  void carryOut(api, event.data as PageCommand);
});
record.done.push('ready');
