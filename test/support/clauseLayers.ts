/** The layers of a VISUALISE clause with their names looked up, before anything is computed of their rows. */

import assert from 'node:assert/strict';
import type { ChartColumn } from '../../src/core/visualise/chartColumn';
import { resultName } from '../../src/core/visualise/chartData';
import { layerTypes } from '../../src/core/visualise/layers/layerTypes';
import { parseVisualise } from '../../src/core/visualise/parser';
import { Report } from '../../src/core/visualise/report';
import type { ResolvedFacet, ResolvedLayer } from '../../src/core/visualise/resolvedChart';
import { resolveLayer } from '../../src/core/visualise/resolveLayer';
import { mappingEntries } from '../../src/core/visualise/resolveNames';
import type { ScaleNode } from '../../src/core/visualise/tree';

export interface ClauseLayers {
  readonly layers: readonly ResolvedLayer[];
  /** The first of them. */
  readonly layer: ResolvedLayer;
  readonly scales: ReadonlyMap<string, ScaleNode>;
  readonly facet: ResolvedFacet | null;
  /** Collects what the tested function reports; empty at first. */
  readonly report: Report;
}

/**
 * @param clause What follows VISUALISE, without problems.
 * @param columns The columns of the table `result`.
 */
export function clauseLayers(clause: string, columns: readonly ChartColumn[]): ClauseLayers {
  const tree = parseVisualise(`VISUALISE ${clause}`);
  const report = new Report(tree.problems);
  const context = {
    globals: mappingEntries(tree.mappings, columns, report),
    columns,
    source: { table: resultName, rowNumber: 'rowid' },
    types: layerTypes,
  };
  const layers = tree.layers.flatMap(node => resolveLayer(node, context, report) ?? []);
  const [layer] = layers;
  assert.deepEqual(report.problems, [], clause);
  assert.ok(layer, clause);
  const named = (name: string | undefined): ChartColumn | undefined =>
    columns.find(column => column.name === name);
  const column = named(tree.facet?.columns[0]?.name);
  return {
    layers,
    layer,
    scales: new Map(tree.scales.map(node => [node.aesthetic.name.toLowerCase(), node])),
    facet:
      tree.facet && column
        ? { column, by: named(tree.facet.by[0]?.name) ?? null, settings: tree.facet.settings }
        : null,
    report,
  };
}
