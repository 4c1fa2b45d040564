/** What changed in a ranked list, where there is no button to ask it with. */

import { changesSentence } from '../core/protocol/changesSummary';
import type { CellOutcome } from '../core/protocol/outcome';

/** @returns The outcome with the change as the last of its notes. */
export function withChangesNote(outcome: CellOutcome): CellOutcome {
  const counts = outcome.changes?.counts;
  return counts ? { ...outcome, notes: [...outcome.notes, changesSentence(counts)] } : outcome;
}
