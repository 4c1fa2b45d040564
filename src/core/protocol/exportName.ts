/** The name of an export's file, without its extension. */

import { isRecord, type Json } from '../base/json';

export interface ExportNaming {
  /** The title in the notebook's front matter; null if it has none. */
  readonly title: string | null;
  /** The name of the notebook's file, its ending included. */
  readonly file: string;
  /** The index of the cell, from 1; undefined if the notebook no longer shows the result. */
  readonly cell: number | undefined;
  /** The specification of the result's chart; undefined if it has none. */
  readonly spec: { readonly [key: string]: Json } | undefined;
  /** The content of the file, if it is not the result itself. */
  readonly part?: 'chart';
}

const maxLength = 100;
/** Windows does not allow these in a name, nor the names of its devices. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** @returns The notebook's title and the chart's; without a title of the chart, the place of the cell. */
export function exportName({ title, file, cell, spec, part }: ExportNaming): string {
  const notebook = fileText(title ?? '') || fileText(file.replace(/\.signals$/, '')) || 'result';
  const chart = fileText(titleText(spec?.['title']));
  if (chart !== '') {
    return `${notebook} - ${chart}`;
  }
  const place = cell === undefined ? [] : [`cell ${cell}`];
  return [notebook, ...place, ...(part ? [part] : [])].join(' - ');
}

/** @returns A title of Vega-Lite as one text: it is a text, lines, or an object with either. */
export function titleText(title: Json | undefined): string {
  const text = isRecord(title) ? title['text'] : title;
  return Array.isArray(text) ? text.join(' ') : typeof text === 'string' ? text : '';
}

/** The part of a text that is valid in file names on every system. */
function fileText(text: string): string {
  const spaced = text.replace(forbidden, ' ').replace(/\s+/g, ' ');
  const cut = [...spaced]
    .slice(0, maxLength)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return deviceName.test(cut) ? '' : cut;
}
