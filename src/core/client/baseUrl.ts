/** The two base addresses of a connection: what they may look like, and which origins they mean. */

import { t } from '../base/translations';
import { parseHttpUrl } from './httpUrl';
import type { Connection } from './serviceClient';

export type BaseUrlCheck =
  | {
      readonly ok: true;
      /** The address without trailing slashes, query and fragment. */
      readonly url: string;
      readonly origin: string;
    }
  | {
      readonly ok: false;
      /** One sentence that states what to change. */
      readonly problem: string;
    };

/**
 * Checks a base address from user input: https, or http on this computer; a path is allowed, credentials and a query
 * are not.
 */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const trimmed = text.trim();
  const problem = problemOf(trimmed);
  const url = parseHttpUrl(trimmed);
  if (problem !== undefined || !url) {
    return { ok: false, problem: problem ?? notAnAddress() };
  }
  return { ok: true, url: url.origin + url.path.replace(/\/+$/, ''), origin: url.origin };
}

/** @returns The origins that the connection's token may be sent to. */
export function connectionOrigins(connection: Connection): readonly string[] {
  const origins = [connection.quantUrl, connection.dataUrl].flatMap(base => {
    const check = checkBaseUrl(base);
    return check.ok ? [check.origin] : [];
  });
  return [...new Set(origins)];
}

/** @returns Whether a host, as returned by `parseHttpUrl`, is this computer. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function notAnAddress(): string {
  return t(
    'The address must be of the form https://host/path, with the host name in its ASCII form.',
  );
}

function problemOf(text: string): string | undefined {
  if (text === '') {
    return t('The address is empty.');
  }
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    return t('The address must not contain a user name or a password.');
  }
  const url = parseHttpUrl(text);
  if (!url) {
    return notAnAddress();
  }
  if (url.scheme === 'http' && !isLoopback(url.host)) {
    return t('The address must begin with https://, since http is for this computer alone.');
  }
  if (url.query.length > 1) {
    return t('The address must not contain a query.');
  }
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(url.path)) {
    return t('The path of the address must not contain the segments . and ..');
  }
  return undefined;
}
