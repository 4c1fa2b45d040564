/** Messages of the tab of one result, beside those that it shares with the outputs of a notebook. */

import type { ResultOutput } from './output';

/** Page → host, once its script runs: the host answers with the result. */
export interface TabReady {
  readonly type: 'ready';
}

/** Host → page. */
export type TabMessage =
  | { readonly type: 'result'; readonly output: ResultOutput }
  /** No kernel has the result any more. */
  | { readonly type: 'ended'; readonly sentence: string };
