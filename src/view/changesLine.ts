/** The line below a ranked list that summarises how it changed, with the buttons that show it. */

import { changesSentence, type ChangesSummary } from '../core/protocol/changesSummary';
import { button, element } from './dom';
import type { HostChannel } from './hostChannel';

export interface ChangesPlace {
  /** The result by which the host finds the cell; null if there is none. */
  readonly resultId: string | null;
  readonly channel: HostChannel;
}

/** @returns Nothing if there is no earlier snapshot to compare with. */
export function changesLine(
  changes: ChangesSummary | undefined,
  { resultId, channel }: ChangesPlace,
): Node[] {
  if (!changes?.counts) {
    return [];
  }
  const line = element('div', { class: 'ms-changes' }, [
    element('span', { text: changesSentence(changes.counts), title: explanation }),
  ]);
  if (resultId !== null && channel.connected) {
    const step = (label: string, choose: boolean): Node =>
      button(label, 'ms-link', () => channel.showChanges(resultId, choose));
    line.append(' · ', step('What changed?', false), ' · ', step('Compare with…', true));
  }
  return [line];
}

const explanation =
  'Compared with the last answer to the same question on an earlier day (UTC). Snapshots are kept on this computer only.';
