/** A Vega loader that loads nothing: a chart's data come with it. */

import type { Loader } from 'vega';

/** @param onDenied Called once for each attempt; Vega itself would not report it. */
export function denyLoader(onDenied: () => void): Loader {
  const deny = (): Promise<never> => {
    onDenied();
    return Promise.reject(new Error('Charts may not load addresses.'));
  };
  return { load: deny, sanitize: deny, http: deny, file: deny };
}
