/** Adds what changed in a ranked list to the notes, since there is no button for it. */

import { changesSentence } from '../core/protocol/changesSummary';
import type { CellOutcome } from '../core/protocol/outcome';

/** @returns The outcome with the changes as its last note. */
export function withChangesNote(outcome: CellOutcome): CellOutcome {
  const counts = outcome.changes?.counts;
  return counts ? { ...outcome, notes: [...outcome.notes, changesSentence(counts)] } : outcome;
}
