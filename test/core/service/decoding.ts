/** Decoding in tests: bodies are written by hand from the specification, results are read back as rows. */

import type { CellValue, ColumnTable } from '../../../src/core/service/columns';
import { decodeAnswer } from '../../../src/core/service/decodeAnswer';
import type { DecodeContext, DecodedAnswer } from '../../../src/core/service/decodeAnswer';
import type { OperationName } from '../../../src/core/service/operations';
import type { ServiceRequest } from '../../../src/core/service/request';

export type Row = Readonly<Record<string, CellValue>>;

const plainContext: DecodeContext = {
  entityOfSent: new Map(),
  eventIdOfName: () => null,
};

/** @param entities Separated by blanks: `a b` are `company:a` and `company:b`. */
export function request(
  operation: OperationName,
  entities = '',
  parameters: ServiceRequest['parameters'] = {},
): ServiceRequest {
  const keys = entities
    .split(' ')
    .filter(Boolean)
    .map(id => `company:${id}`);
  return { operation, entities: keys, parameters };
}

export function decode(
  asked: ServiceRequest,
  body: unknown,
  context: Partial<DecodeContext> = {},
): DecodedAnswer {
  return decodeAnswer(asked, body, { ...plainContext, ...context });
}

export function rowsOf({ columns, rowCount, values }: ColumnTable): Row[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map(({ name }, index) => [name, values[index]?.[row] ?? null])),
  );
}

/** The values of one column. */
export function column(answer: DecodedAnswer, name: string): CellValue[] {
  return rowsOf(answer.table).map(row => row[name] ?? null);
}

export function entityInfo(id: string): object {
  return { type: 'company', alpha_id: id, compound_key: `company:${id}` };
}

/** A copy that lacks these fields altogether. */
export function without(whole: object, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
}
