/** The message for an error that Vega or its compiler throws while it reads a specification. */

import { t } from '../base/translations';
import { errorMessage } from '../base/errorMessage';

/** Vega reads an expression part by part, each within the last. Vega-Lite also writes a list of conditions as one. */
const tooDeep = (): string =>
  t(
    'A list of conditions or an expression of the specification is too long for Vega. Write it with fewer parts, or compute its value in a query.',
  );

/** @returns The error's own message, or a sentence if the message does not name a part of the specification. */
export function specificationErrorText(error: unknown): string {
  return isStackOverflow(error) ? tooDeep() : errorMessage(error);
}

/** Engines report this only in the message. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/.test(error.message);
}
