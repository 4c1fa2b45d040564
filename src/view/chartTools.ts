/** The buttons of a result that make charts of it: the host knows the cell. */

import type { ResultOutput } from '../core/protocol/output';
import type { RendererMessageOf } from '../core/protocol/rendererMessage';
import type { HostChannel } from './hostChannel';
import { toolButton } from './toolbar';

/** @returns None where no host is there to carry them out. */
export function chartTools(output: ResultOutput, channel: HostChannel): HTMLElement[] {
  const { table, chart, provenance } = output;
  if (!channel.connected || table === null || table.columns.length === 0) {
    return [];
  }
  const tell = (command: RendererMessageOf<'cellCommand'>['command']): void =>
    channel.cellCommand({ command, resultId: table.id, fetchedAt: provenance.fetchedAt });
  return [
    toolButton('suggest', 'Suggest charts…', () => tell('suggestCharts')),
    ...(chart === null
      ? []
      : [toolButton('edit', 'Edit as Vega-Lite', () => tell('editAsVegaLite'))]),
  ];
}
