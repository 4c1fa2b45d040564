/** Finds where a cell names the sandbox's prices, so that a file of prices can replace them. */

import type { Span } from '../base/span';
import { sandboxPricesName } from '../service/sandboxPrices';
import { identifierOf, tokenize } from './tokens';

/** @returns The places of the name `sandbox_prices`, in the order of the text. */
export function priceMentions(text: string): Span[] {
  return tokenize(text)
    .filter(token => identifierOf(token)?.toLowerCase() === sandboxPricesName)
    .map(({ from, to }) => ({ from, to }));
}
