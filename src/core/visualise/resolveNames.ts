/** Looks up columns and mappings by the names in a clause. */

import { t } from '../base/translations';
import { aestheticNamed, aestheticNames, colourNames, panelNames } from './aesthetics';
import type { Aesthetic } from './aesthetics';
import type { ChartColumn } from './chartColumn';
import { nearest } from '../base/nearest';
import type { Report } from './report';
import type { Binding } from './resolvedChart';
import type { MappingNode, NameNode } from './tree';
import type { Span } from '../base/span';

/** A mapping with its names looked up; a null binding takes the aesthetic away. */
export interface MappingEntry {
  readonly aesthetic: Aesthetic | 'colour';
  readonly binding: Binding | null;
  /** Made by `*`: used where the layer has the aesthetic, and never an error. */
  readonly wildcard: boolean;
  readonly span: Span;
}

/** @returns The column, exact case first as in SQL's quoted names; undefined after a report. */
export function findColumn(
  name: NameNode,
  columns: readonly ChartColumn[],
  report: Report,
): ChartColumn | undefined {
  const lower = name.name.toLowerCase();
  const column =
    columns.find(candidate => candidate.name === name.name) ??
    columns.find(candidate => candidate.name.toLowerCase() === lower);
  if (!column) {
    const near = nearest(
      name.name,
      columns.map(candidate => candidate.name),
    );
    report.problem('unknownColumn', name.span, { column: name.name, near });
  }
  return column;
}

/** @returns The resolved mappings; what cannot be resolved is reported and left out. */
export function mappingEntries(
  nodes: readonly MappingNode[],
  columns: readonly ChartColumn[],
  report: Report,
): MappingEntry[] {
  return nodes.flatMap(node =>
    node.kind === 'wildcard'
      ? wildcardEntries(node.span, columns)
      : mappingEntry(node, columns, report),
  );
}

function wildcardEntries(span: Span, columns: readonly ChartColumn[]): MappingEntry[] {
  return columns.flatMap(column => {
    const aesthetic = aestheticOrColour(column.name);
    return aesthetic === undefined
      ? []
      : [{ aesthetic, binding: { kind: 'column', column, span }, wildcard: true, span }];
  });
}

function mappingEntry(
  node: MappingNode & { kind: 'mapping' },
  columns: readonly ChartColumn[],
  report: Report,
): MappingEntry[] {
  const isBare = node.aesthetic.span.from === node.value.span.from;
  const aesthetic = namedAesthetic(node.aesthetic, isBare, report);
  const binding = mappingBinding(node, columns, report);
  if (aesthetic === undefined || binding === undefined) {
    return [];
  }
  return [{ aesthetic, binding, wildcard: false, span: node.aesthetic.span }];
}

function mappingBinding(
  node: MappingNode & { kind: 'mapping' },
  columns: readonly ChartColumn[],
  report: Report,
): Binding | null | undefined {
  const { value } = node;
  if (value.kind === 'literal') {
    return value.value === null ? null : { kind: 'literal', value: value.value, span: value.span };
  }
  const column = findColumn(value, columns, report);
  return column && { kind: 'column', column, span: value.span };
}

/** @param isBare Whether the name is that of the column too. */
function namedAesthetic(
  name: NameNode,
  isBare: boolean,
  report: Report,
): Aesthetic | 'colour' | undefined {
  const aesthetic = aestheticOrColour(name.name);
  if (aesthetic === undefined) {
    if (panelNames.includes(name.name.toLowerCase())) {
      report.notYet(name.span, t('Mapping to {0}', name.name), t('Write FACET column.'));
    } else {
      const near = nearest(name.name, [...aestheticNames, ...colourNames]);
      if (isBare && near === null) {
        report.problem('missingAs', name.span, { column: name.name, aesthetic: null });
        return undefined;
      }
      report.problem('unknownAesthetic', name.span, {
        layer: null,
        aesthetic: name.name,
        near,
        allowed: near === null ? [...aestheticNames, 'colour'] : [],
      });
    }
  }
  return aesthetic;
}

/** @returns The aesthetic, `colour` for both spellings, or undefined. */
export function aestheticOrColour(name: string): Aesthetic | 'colour' | undefined {
  return colourNames.includes(name.toLowerCase()) ? 'colour' : aestheticNamed(name);
}
