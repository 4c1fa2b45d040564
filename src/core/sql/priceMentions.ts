/** Where a cell names the prices of the sandbox, and a file of prices in their place. */

import type { Span } from '../base/span';
import { sandboxPricesName } from '../service/sandboxPrices';
import { identifierOf, tokenize } from './tokens';

/** @returns The places of the name `sandbox_prices`, in the order of the text. */
export function priceMentions(text: string): Span[] {
  return tokenize(text)
    .filter(token => identifierOf(token)?.toLowerCase() === sandboxPricesName)
    .map(({ from, to }) => ({ from, to }));
}
