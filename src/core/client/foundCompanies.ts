/** Reads the companies from the answers to `companySearch`. */

import { decodeAnswer } from '../service/decodeAnswer';
import type { EntityFact } from '../service/entityFact';
import { parseJson } from '../service/parseJson';
import type { ServiceRequest } from '../service/request';

/**
 * @param text The answer to the request.
 * @param vendorField Wire name of `vendor_id`, where the user has named it.
 * @returns The companies in the answer.
 * @throws {ServiceError} `malformed` if the answer is not of its shape.
 */
export function foundCompanies(
  request: ServiceRequest,
  text: string,
  vendorField: string | undefined,
): readonly EntityFact[] {
  const context = { entityOfSent: new Map(), eventIdOfName: () => null, vendorField };
  return decodeAnswer(request, parseJson(text).value, context).learned;
}
