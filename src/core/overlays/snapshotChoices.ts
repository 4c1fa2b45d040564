/** The snapshots to choose from when comparing a list. */

import { t } from '../base/translations';
import type { PlainDate } from '../base/plainDate';
import { counted } from '../base/text';
import type { ComparedWith } from './changesCall';
import { queryKey, type OverlayQuery } from './overlayQuery';
import { parametersText, takenOn, type SnapshotInfo } from './snapshot';

export interface SnapshotChoice {
  /** Its day. */
  readonly label: string;
  readonly description: string;
  /** Whether it answers the very same question. */
  readonly isSame: boolean;
  readonly comparedWith: ComparedWith;
}

/**
 * @param today The day of the list: its own snapshot is not offered.
 * @returns Those of the same list, the same question first, the newest first.
 */
export function snapshotChoices(
  snapshots: readonly SnapshotInfo[],
  query: OverlayQuery,
  today: PlainDate,
): readonly SnapshotChoice[] {
  const key = queryKey(query);
  const choices = snapshots
    .filter(snapshot => snapshot.query.operation === query.operation)
    .map(snapshot => choiceOf(snapshot, queryKey(snapshot.query) === key))
    .filter(({ label, isSame }) => !(isSame && label === today));
  return choices.sort(
    (a, b) =>
      Number(b.isSame) - Number(a.isSame) ||
      compareTexts(b.label, a.label) ||
      compareTexts(a.description, b.description),
  );
}

function choiceOf(snapshot: SnapshotInfo, isSame: boolean): SnapshotChoice {
  const { id, query, rowCount } = snapshot;
  const day = takenOn(snapshot);
  const asked = parametersText(query);
  const question = isSame || asked !== '' ? asked : t('no parameters');
  const parts = [isSame ? '' : question, counted(rowCount, 'row')];
  return {
    label: day,
    description: parts.filter(part => part !== '').join(' · '),
    isSame,
    comparedWith: isSame ? { kind: 'day', day } : { kind: 'snapshot', id },
  };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
