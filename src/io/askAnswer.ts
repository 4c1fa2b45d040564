/** What the client gave, as the kernel is told it. */

import type { AskAnswer } from '../core/protocol/kernelRpc';
import type { ServiceAnswer } from '../core/client/serviceClient';
import { ServiceError } from '../core/service/serviceError';

/** Failures of requests become values; a cancelled one rejects, since nobody waits for it. */
export async function answerOf(asked: Promise<ServiceAnswer>): Promise<AskAnswer> {
  try {
    const { bytes, record, notes } = await asked;
    return { ok: true, bytes, record, notes };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    const { record, ...detail } = error.detail;
    return { ok: false, kind: error.kind, message: error.message, detail, record: record ?? null };
  }
}
