/** The page that stands in for the webview of an editor tab: it owns its script, and the state that the tab keeps. */

export {};

interface TabRecord {
  readonly sent: unknown[];
  readonly violations: string[];
  readonly failures: string[];
  state: unknown;
}

declare global {
  interface Window {
    tab: TabRecord;
    acquireVsCodeApi: () => unknown;
    /** Where somebody answers what the tab sends. */
    tabReceives?: (message: unknown) => void;
  }
}

const tab: TabRecord = { sent: [], violations: [], failures: [], state: undefined };
window.tab = tab;
document.addEventListener('securitypolicyviolation', event => {
  tab.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
window.addEventListener('error', event => tab.failures.push(event.message));
window.addEventListener('unhandledrejection', event => tab.failures.push(String(event.reason)));

window.acquireVsCodeApi = () => ({
  postMessage: (message: unknown) => {
    tab.sent.push(message);
    window.tabReceives?.(message);
  },
  getState: () => tab.state,
  setState: (state: unknown) => {
    tab.state = state;
  },
});
const script = `/view/${new URL(location.href).searchParams.get('script')}.js`;
await import(script);
