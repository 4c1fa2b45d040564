/** Decodes an answer in the extension host, as a bundle of its own: kernels decode theirs themselves. */

import { decodeAnswer } from './decodeAnswer';
import type { DecodedAnswer } from './decodedAnswer';
import { parseJson } from './parseJson';
import type { ServiceRequest } from './request';
import { ServiceError } from './serviceError';

/** A class of another bundle is not recognized, so that a malformed answer is no error here but its sentence. */
export type DecodedText =
  | { readonly ok: true; readonly answer: DecodedAnswer }
  | { readonly ok: false; readonly message: string };

/**
 * @param text The answer to the request.
 * @param vendorField Wire name of `vendor_id`, where the user has named it.
 */
export function decodeText(
  request: ServiceRequest,
  text: string,
  vendorField: string | null,
): DecodedText {
  const context = {
    entityOfSent: new Map(),
    eventIdOfName: () => null,
    vendorField: vendorField ?? undefined,
  };
  try {
    const { value, notes } = parseJson(text, request.operation);
    const answer = decodeAnswer(request, value, context);
    return { ok: true, answer: { ...answer, notes: [...notes, ...answer.notes] } };
  } catch (error) {
    if (error instanceof ServiceError) {
      return { ok: false, message: error.message };
    }
    throw error;
  }
}
