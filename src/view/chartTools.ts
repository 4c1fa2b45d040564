/** The buttons of a result for charts; the host knows the cell. */

import type { ResultOutput } from '../core/protocol/output';
import type { HostChannel } from './hostChannel';
import type { SuggestionCards } from './suggestions';
import { toolButton } from './toolbar';

/** @param suggestions Null if there is no table to draw, or no host that knows its cell. */
export function chartTools(
  { table, chart, provenance }: ResultOutput,
  channel: HostChannel,
  suggestions: SuggestionCards | null,
): HTMLElement[] {
  if (table === null || suggestions === null) {
    return [];
  }
  const about = { resultId: table.id, fetchedAt: provenance.fetchedAt };
  const edit = (): void => channel.cellCommand({ command: 'editAsVegaLite', ...about });
  return [
    suggestions.button,
    ...(chart === null ? [] : [toolButton('edit', 'Edit as Vega-Lite', edit)]),
  ];
}
