/** The error of an answer that is not of its shape at all. */

import type { FunctionName } from './operations';
import { ServiceError } from './serviceError';

/** @param what Completes `The answer to f cannot be read: …`, without a full stop. */
export function malformed(operation: FunctionName, what: string): ServiceError {
  return new ServiceError('malformed', `The answer to ${operation} cannot be read: ${what}.`);
}
