/** Which addresses a stored token is for, and how long it is valid. */

import type { Connection } from './serviceClient';

/**
 * What a token is bound to: a connection's name and both addresses. A different address is a different binding, so a
 * token is only sent where it was entered for.
 */
export function tokenBinding({ name, quantUrl, dataUrl }: Connection): string {
  return JSON.stringify([name.toLowerCase(), quantUrl, dataUrl]);
}

export type TokenLapse = 'none' | 'soon' | 'lapsed';

/** What is known of a connection's token; `none` lapse: it is set. */
export type TokenState = TokenLapse | 'missing' | 'unreadable' | 'rejected' | 'thisWindow';

const soonMs = 24 * 3600 * 1000;

/**
 * @param expiryMs When the token expires, in epoch milliseconds; null if unknown.
 * @returns Whether it expires within a day, or has expired.
 */
export function tokenLapse(expiryMs: number | null, nowMs: number): TokenLapse {
  if (expiryMs === null || expiryMs - nowMs > soonMs) {
    return 'none';
  }
  return expiryMs > nowMs ? 'soon' : 'lapsed';
}
