/** The outline of a `vega-lite` cell. */

import { t } from '../base/translations';
import { parse } from 'jsonc-parser';
import { isRecord } from '../base/json';
import { nestsTooDeep } from '../base/nesting';
import type { OutlineEntry } from './outline';

/** @returns The cell's chart, by its title or else its marks; none if the text has no object yet. */
export function specificationOutline(text: string): OutlineEntry[] {
  const spec: unknown = nestsTooDeep(text) ? null : parse(text);
  if (!isRecord(spec)) {
    return [];
  }
  const marks = [...new Set(marksOf(spec))].join(', ');
  const name = titleOf(spec) || marks || t('Chart');
  const span = { from: 0, to: text.length };
  return [{ kind: 'chart', name, detail: 'chart', span, selection: span, children: [] }];
}

/** A title is text, lines of text, or an object that has one of these. */
function titleOf({ title }: Record<string, unknown>): string {
  const text: unknown = isRecord(title) ? title.text : title;
  return [text]
    .flat()
    .filter(line => typeof line === 'string')
    .join(' ');
}

function marksOf(spec: Record<string, unknown>): string[] {
  const { mark, layer, concat, hconcat, vconcat, spec: inner } = spec;
  const type = isRecord(mark) ? mark.type : mark;
  const views = [layer, concat, hconcat, vconcat, inner].flat().filter(isRecord);
  return [...(typeof type === 'string' ? [type] : []), ...views.flatMap(marksOf)];
}
