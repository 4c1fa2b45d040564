/** The query of *What changed?*, in readable form. */

import { textLiteral } from '../base/quoted';
import { parametersText } from './snapshot';
import type { OverlayQuery } from './overlayQuery';

/** What to compare with: the last earlier day, a day, or a snapshot of another question. */
export type ComparedWith =
  | { readonly kind: 'previous' }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'snapshot'; readonly id: string };

/** @returns `FROM overlay_changes(…)`, the entities that stayed the same left out. */
export function changesQueryText(query: OverlayQuery, comparedWith: ComparedWith): string {
  const parts = [`'${query.operation}'`, parametersText(query), comparedText(comparedWith)];
  const call = parts.filter(part => part !== '').join(', ');
  return `FROM overlay_changes(${call})\nWHERE change IS DISTINCT FROM 'same'`;
}

function comparedText(comparedWith: ComparedWith): string {
  switch (comparedWith.kind) {
    case 'previous':
      return '';
    case 'day':
      return `since := DATE ${textLiteral(comparedWith.day)}`;
    case 'snapshot':
      return `snapshot := ${textLiteral(comparedWith.id)}`;
  }
}
