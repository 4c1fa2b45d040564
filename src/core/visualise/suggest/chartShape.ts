/** What a suggestion is made from: a kind of chart, the parts it needs and its clause. */

import {
  columnParts,
  isSeries,
  type ColumnPart,
  type PartColumn,
  type SuggestedFrom,
} from './columnParts';

/** The columns of a result by part, and how often their values repeat. */
export interface Parts {
  /** The best column of the part with several values, as SQL writes it; undefined where there is none. */
  readonly of: (part: ColumnPart, nth?: number) => string | undefined;
  /** The best column of the part, also one whose rows all have one value: a count of one each has sums to compare. */
  readonly any: (part: ColumnPart) => string | undefined;
  /** Different values of the part's best column among the known rows; `otherwise` where no rows are known. */
  readonly distinct: (part: ColumnPart, otherwise: number) => number;
  /** The best column that a measure can be: a score, else a number, else a count. */
  readonly measure: string | undefined;
  /** Whether the rows tell how something moves. */
  readonly isSeries: boolean;
  /** Rows for each value of the part's best column; null where no rows are known or there is no such column. */
  readonly rowsFor: (part: ColumnPart) => number | null;
}

export interface ChartShape {
  readonly id: string;
  readonly title: string;
  /** What the chart answers; its title in the clause too. */
  readonly question: string;
  /** How well it fits, above 0; the best is offered first. */
  readonly fit: number;
  /** @returns The clause without its LABEL, or null where the result lacks a part. */
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
    measure: of('score') ?? of('number') ?? of('count'),
    isSeries: isSeries(from),
    rowsFor: part => {
      const distinct = nth(part, 0)?.distinct;
      return distinct ? from.rows.length / distinct : null;
    },
  };
}

const reserved =
  /^(as|by|from|to|via|visuali[sz]e|draw|place|scale|facet|label|mapping|remapping|setting|filter|partition|order|renaming|null|true|false|not|and|or|select|where|group|having|limit|offset|case|when|then|else|end|in|is|on|using|with|all|any|table|desc|asc|default|user|column|columns|window|distinct|union|values)$/i;

/** @returns The column's name as a clause writes it, quoted where it has to be. */
function clauseName(column: string): string {
  return /^[A-Za-z_]\w*$/.test(column) && !reserved.test(column)
    ? column
    : `"${column.replaceAll('"', '""')}"`;
}
