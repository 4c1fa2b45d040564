/** What helps while typing, as one bundle that is loaded when it is first needed. */

import { completeCell } from '../../core/language/completion/completeCell';

export const assistance = { completeCell };
