/** The client's answer in the form that the kernel receives. */

import { t } from '../core/base/translations';
import { errorMessage } from '../core/base/errorMessage';
import { CancelledError } from '../core/base/cancellation';
import type { AskAnswer } from '../core/protocol/kernelRpc';
import type { ServiceAnswer } from '../core/client/serviceClient';
import type { ServiceRequest } from '../core/service/request';
import { ServiceError } from '../core/service/serviceError';

/** Failures become values; a cancelled request rejects, since no one waits for it. */
export async function answerOf(
  { operation }: ServiceRequest,
  asked: Promise<ServiceAnswer>,
): Promise<AskAnswer> {
  try {
    const { bytes, record, notes } = await asked;
    return { ok: true, bytes, record, notes };
  } catch (error) {
    if (error instanceof CancelledError) {
      throw error;
    }
    if (!(error instanceof ServiceError)) {
      const message = t('{0} could not be requested: {1}', operation, errorMessage(error));
      return { ok: false, kind: 'unreachable', message, detail: {}, record: null };
    }
    const { record, ...detail } = error.detail;
    return { ok: false, kind: error.kind, message: error.message, detail, record: record ?? null };
  }
}
