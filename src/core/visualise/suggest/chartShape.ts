/** The template of a suggestion: a kind of chart, the roles it needs and its clause. */

import { quotedName } from '../../base/quoted';
import { sides } from '../sideColours';
import {
  columnParts,
  isSeries,
  type ColumnPart,
  type PartColumn,
  type SuggestedFrom,
} from './columnParts';

/** The columns of a result by role, and how often their values repeat. */
export interface Parts {
  /** The best column of the part with several values, as SQL writes it; undefined if there is none. */
  readonly of: (part: ColumnPart, nth?: number) => string | undefined;
  /** The best column of the part, also one whose rows all have one value: a count of one each has sums to compare. */
  readonly any: (part: ColumnPart) => string | undefined;
  /** Different values of the part's best column among the known rows; `otherwise` where no rows are known. */
  readonly distinct: (part: ColumnPart, otherwise: number) => number;
  /** The best column that a measure can be: a score, else a number, else a count. */
  readonly measure: string | undefined;
  /** The one side of all rows; null if only the known rows have one, undefined if they have two or none. */
  readonly onlySide: 'bullish' | 'bearish' | null | undefined;
  /**
   * The value of the number that so many rows reach, or fewer where rows are equal; undefined if not all rows are
   * known.
   */
  readonly topValue: (column: string, count: number) => number | undefined;
  /** Whether the rows show changes over time. */
  readonly isSeries: boolean;
  /** Null if no rows are known. */
  readonly rowCount: number | null;
  /** Rows for each value of the part's best column; null if no rows are known or there is no such column. */
  readonly rowsFor: (part: ColumnPart) => number | null;
}

export interface ChartShape {
  readonly id: string;
  readonly title: () => string;
  /** What the chart answers; its title in the clause too. */
  readonly question: string | ((parts: Parts) => string);
  /** How well it fits, above 0; the best is offered first. */
  readonly fit: number | ((parts: Parts) => number);
  /** @returns The clause without its LABEL, or null if the result lacks a part. */
  readonly draw: (parts: Parts) => string | null;
}

export function partsOf(from: SuggestedFrom): Parts {
  const columns = columnParts(from);
  const varied = columns.filter(({ isConstant }) => !isConstant);
  const nth = (part: ColumnPart, at: number): PartColumn | undefined =>
    varied.filter(column => column.part === part)[at];
  const of = (part: ColumnPart, at = 0): string | undefined => {
    const column = nth(part, at);
    return column && clauseName(column.name);
  };
  return {
    of,
    any: part => {
      const column = columns.find(each => each.part === part);
      return column && clauseName(column.name);
    },
    distinct: (part, otherwise) => {
      const column = nth(part, 0);
      return column ? (column.distinct ?? otherwise) : 0;
    },
    onlySide: onlySide(from, columns),
    topValue: (column, count) => {
      const at = from.columns.findIndex(({ name }) => clauseName(name) === column);
      const values = from.rows.map(row => row[at]).filter(value => typeof value === 'number');
      return isWhole(from) ? values.sort((a, b) => b - a)[count - 1] : undefined;
    },
    measure: of('score') ?? of('number') ?? of('count'),
    isSeries: isSeries(from),
    rowCount: from.rows.length === 0 ? null : (from.rowCount ?? from.rows.length),
    rowsFor: part => {
      const distinct = nth(part, 0)?.distinct;
      return distinct ? from.rows.length / distinct : null;
    },
  };
}

function isWhole({ rows, rowCount = rows.length }: SuggestedFrom): boolean {
  return rows.length > 0 && rowCount <= rows.length;
}

function onlySide(from: SuggestedFrom, columns: readonly PartColumn[]): Parts['onlySide'] {
  const name = columns.find(({ part }) => part === 'side')?.name;
  const at = from.columns.findIndex(column => column.name === name);
  const values = new Set(from.rows.map(row => row[at]));
  const side = values.size === 1 ? sides.find(one => values.has(one)) : undefined;
  return side && !isWhole(from) ? null : side;
}

const reserved =
  /^(as|by|from|to|via|visuali[sz]e|draw|place|scale|facet|label|mapping|remapping|setting|filter|partition|order|renaming|null|true|false|not|and|or|select|where|group|having|limit|offset|case|when|then|else|end|in|is|on|using|with|all|any|table|desc|asc|default|user|column|columns|window|distinct|union|values)$/i;

/** @returns The column's name as a clause writes it, quoted where it has to be. */
function clauseName(column: string): string {
  return /^[A-Za-z_]\w*$/.test(column) && !reserved.test(column) ? column : quotedName(column);
}
