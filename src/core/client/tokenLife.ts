/** What a stored token is good for: which addresses, and how long. */

import type { Connection } from './serviceClient';

/**
 * What a token is bound to: a connection's name and both addresses. Another address is another binding, so
 * that a token goes nowhere it was not entered for.
 */
export function tokenBinding({ name, quantUrl, dataUrl }: Connection): string {
  return JSON.stringify([name.toLowerCase(), quantUrl, dataUrl]);
}

export type TokenLapse = 'none' | 'soon' | 'lapsed';

const soonMs = 24 * 3600 * 1000;

/**
 * @param expiryMs When the token lapses, in epoch milliseconds; null where nobody knows.
 * @returns Whether it lapses within a day, or has lapsed.
 */
export function tokenLapse(expiryMs: number | null, nowMs: number): TokenLapse {
  if (expiryMs === null || expiryMs - nowMs > soonMs) {
    return 'none';
  }
  return expiryMs > nowMs ? 'soon' : 'lapsed';
}
