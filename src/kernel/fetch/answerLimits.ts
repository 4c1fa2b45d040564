import { Limiter } from '../../core/client/limiter';

/** How many answers a session has in memory at a time, whatever its calls ask for. */
export interface AnswerLimits {
  /** Counted from the request until the answer's rows are in their table. */
  readonly asked: Limiter;
  /** Counted while bytes become rows: text, JSON and columns are several times as large as the bytes. */
  readonly decoded: Limiter;
}

/** More than the client sends at a time, since some requests wait for a retry. */
const MAX_ASKED = 6;

export function answerLimits(): AnswerLimits {
  return { asked: new Limiter(MAX_ASKED), decoded: new Limiter(1) };
}
