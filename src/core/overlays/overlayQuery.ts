/** The query of a ranked list, which identifies the series of its snapshots. */

import { isRecord } from '../base/json';
import { parsePlainDate } from '../base/plainDate';
import { operationNamed } from '../service/operations';
import type { Parameter } from '../service/parameters';
import type { ParameterValues } from '../service/request';

export type OverlayName = 'bullish_stocks' | 'bearish_stocks';

/** An operation about a ranked list, and the parameters that were sent, as on the wire. */
export interface OverlayQuery {
  readonly operation: OverlayName;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The longest text that a parameter of an overlay takes. */
const maxValueLength = 100;

function isOverlayName(name: unknown): name is OverlayName {
  return name === 'bullish_stocks' || name === 'bearish_stocks';
}

/** @returns The query of a call, or null if it is not about a ranked list. */
export function overlayQueryOf(
  operation: string,
  parameters: ParameterValues,
): OverlayQuery | null {
  return readOverlayQuery({ operation, parameters });
}

/** @returns The query, or null if `value` is none that the operations allow. */
export function readOverlayQuery(value: unknown): OverlayQuery | null {
  if (!isRecord(value) || !isOverlayName(value['operation']) || !isRecord(value['parameters'])) {
    return null;
  }
  const { operation, parameters: given } = value;
  const known = operationNamed(operation).parameters;
  const parameters: Record<string, string> = {};
  for (const name of Object.keys(given).sort()) {
    const parameter = known.find(each => each.name === name);
    const text = given[name];
    if (!parameter || typeof text !== 'string' || !isValue(parameter, text)) {
      return null;
    }
    parameters[name] = text;
  }
  return { operation, parameters };
}

/** @returns The same question about the other end of the ranking. */
export function oppositeOf({ operation, parameters }: OverlayQuery): OverlayQuery {
  const other = operation === 'bullish_stocks' ? 'bearish_stocks' : 'bullish_stocks';
  return { operation: other, parameters };
}

/** @returns A text that two queries share where they ask for the same. */
export function queryKey({ operation, parameters }: OverlayQuery): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([operation, sorted]);
}

/** @returns The requested number of places; the service's default if none was requested. */
export function amountOf({ operation, parameters }: OverlayQuery): number {
  const amount = operationNamed(operation).parameters.find(({ name }) => name === 'amount');
  return Number(parameters['amount'] ?? amount?.default ?? 0);
}

function isValue({ type, values }: Parameter, text: string): boolean {
  switch (type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text);
    case 'enumeration':
      return values.includes(text);
    case 'date':
      return parsePlainDate(text) !== undefined;
    case 'text':
      return text.length <= maxValueLength;
  }
}
