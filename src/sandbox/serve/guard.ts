/**
 * Restricts the loopback server to programs of this computer, and refuses web pages.
 *
 * A page in a browser can reach loopback, but the browser adds `Origin` or `Sec-Fetch-Site`, and a name that points to
 * 127.0.0.1 is in `Host`.
 */

import type { IncomingHttpHeaders } from 'node:http';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];
const ownSites = ['none', 'same-origin'];

/** @returns Why the request is refused, or `null`. */
export function refusalOf(headers: IncomingHttpHeaders, port: number): string | null {
  const hosts = loopbackNames.map(name => `${name}:${port}`);
  if (!hosts.includes(headers.host?.toLowerCase() ?? '')) {
    return 'The Host header is not that of this server.';
  }
  if (headers.origin !== undefined) {
    return 'Web pages may not use this server.';
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && !ownSites.includes(String(site))) {
    return 'Other sites may not use this server.';
  }
  return null;
}
