/** The tooltip of several lines at one position: what they share once, then a row for each line. */

import { isRecord } from '../../core/base/json';
import { isOwnField } from './chosenMarks';
import { emptyName } from './missingNames';

export interface TooltipEntry {
  readonly name: string;
  readonly text: string;
}

export interface SeriesEntry extends TooltipEntry {
  readonly colour: unknown;
  readonly isNearest: boolean;
}

export interface LineTooltip {
  readonly shared: readonly TooltipEntry[];
  readonly series: readonly SeriesEntry[];
  /** The number of lines without room. */
  readonly others: number;
}

/** A row of a line, with the content of its tooltip. */
export interface TooltipRow {
  readonly value: unknown;
  readonly colour: unknown;
  /** Values that distinguish its line from others. */
  readonly series: readonly unknown[];
  readonly isNearest: boolean;
}

const MOST_SERIES = 12;

/** @param rows In the order of their positions; if not all fit, those around the nearest are shown. */
export function lineTooltip(rows: readonly TooltipRow[]): LineTooltip {
  const distinct = withoutRepeats(rows);
  const nearest = Math.max(
    0,
    distinct.findIndex(({ isNearest }) => isNearest),
  );
  const from = Math.max(0, Math.min(nearest - MOST_SERIES / 2, distinct.length - MOST_SERIES));
  const shown = distinct.slice(from, from + MOST_SERIES);
  const entries = shown.map(({ value }) => entriesOf(value));
  const [first = []] = entries;
  const shared = first.filter(entry => entries.every(other => other.some(isSame(entry))));
  return {
    shared,
    series:
      shown.length < 2
        ? []
        : shown.map((row, at) => ({
            ...seriesEntry(
              (entries[at] ?? []).filter(entry => !shared.some(isSame(entry))),
              row.series,
            ),
            colour: row.colour,
            isNearest: row.isNearest,
          })),
    others: distinct.length - shown.length,
  };
}

/** An area and the line at its edge draw the same rows. */
function withoutRepeats(rows: readonly TooltipRow[]): TooltipRow[] {
  const texts = rows.map(({ value }) => JSON.stringify(entriesOf(value)));
  return rows.filter((_, at) => texts.indexOf(texts[at] ?? '') === at && texts[at] !== '[]');
}

/** The values that distinguish the lines name it; without any, the name of the shown column. */
function seriesEntry(entries: readonly TooltipEntry[], series: readonly unknown[]): TooltipEntry {
  const parting = series.map(textOf);
  const names = entries.filter(({ text }) => parting.includes(text));
  const values = entries.filter(entry => !names.includes(entry));
  const [only] = values.length === 1 ? values : [];
  return {
    name: names.length > 0 ? joined(names.map(({ text }) => text)) : (only?.name ?? ''),
    text: only?.text ?? joined(values.map(({ name, text }) => `${name} ${text}`)),
  };
}

function joined(texts: readonly string[]): string {
  return texts.join(' · ');
}

function isSame(one: TooltipEntry): (other: TooltipEntry) => boolean {
  return other => other.name === one.name && other.text === one.text;
}

/** @returns The names and texts of a mark's tooltip; a plain text has no name. */
export function entriesOf(value: unknown): TooltipEntry[] {
  if (value === null || value === undefined || value === '') {
    return [];
  }
  return isRecord(value)
    ? Object.entries(value)
        .filter(([name]) => !isOwnField(name))
        .map(([name, item]) => ({ name, text: textOf(item) }))
    : [{ name: '', text: textOf(value) }];
}

/** A time at midnight is shown as a date. */
const midnight = /^(\d{4}-\d\d-\d\d) 00:00:00$/;

/** The hyphen of a negative number, in place of which axes use a minus sign. */
const negative = /^-(?=\d[\d.,]*(?:e[+-]?\d+)?$)/;

/** The decimal digits that a binary number can keep: further ones are those of its rounding, as in 0.30000000000000004. */
const DIGITS = 15;

function textOf(value: unknown): string {
  if (value === '') {
    return emptyName;
  }
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(value);
  }
  const isFraction = typeof value === 'number' && !Number.isInteger(value);
  return String(isFraction ? Number(value.toPrecision(DIGITS)) : value)
    .replace(midnight, '$1')
    .replace(negative, '\u2212');
}
