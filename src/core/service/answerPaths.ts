/** Locates values of an answer by their path: `score_ts_itemized[2].score_ts[99].score`. */

export interface AnswerPaths {
  /** @returns The path of the row's object: `score_ts[99]`. */
  ofRow(row: number): string;
  /**
   * @returns The path of the object that holds `field` for all rows of the row's element; empty if it is the answer.
   */
  ofCommon(row: number, field: string): string;
  /** The fields of columns that are not called like their column. */
  readonly fields: Readonly<Record<string, string>>;
}

/** @returns The paths of an answer that is one list of objects. */
export function listPaths(list: string, fields: Readonly<Record<string, string>>): AnswerPaths {
  const ofRow = (row: number): string => `${list}[${row}]`;
  return { ofRow, ofCommon: ofRow, fields };
}

/** @returns The path of a field within the object of `path`. */
export function fieldPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
