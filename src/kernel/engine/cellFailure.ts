/** Why a cell failed, on its way to the outcome. */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import { nearest } from '../../core/base/nearest';
import { lineColumnAt } from '../../core/base/span';
import type { CellError, CellErrorCode } from '../../core/protocol/outcome';
import { signalFunctions } from '../../core/service/functions';
import type { ServiceError } from '../../core/service/serviceError';
import type { ComposedText } from '../../core/sql/composedText';
import {
  diskFull,
  engineErrorOf,
  needsExtension,
  suggestsName,
  unitOf,
  type EngineError,
} from './engineError';
import { Refused } from './refused';

/** A cell cannot go on. `offset` is a UTF-16 offset in the cell's text, or null. */
export class CellFailure extends Error {
  override readonly name = 'CellFailure';
  constructor(
    readonly code: CellErrorCode,
    message: string,
    readonly offset: number | null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** A request of a call failed; `cause` is the `ServiceError`. */
export class RequestFailure extends CellFailure {
  constructor(
    readonly error: ServiceError,
    /** The function that was called. */
    readonly operation: string,
    offset: number,
  ) {
    super('request', error.message, offset, { cause: error });
  }
}

/** @returns The engine's error, with its position in the user's text. */
export function engineFailure(
  error: unknown,
  composed: ComposedText,
  fallback: number,
): CellFailure {
  if (error instanceof Refused) {
    const code = error.isForWriting ? 'refused' : 'sql';
    return new CellFailure(code, error.message, fallback, { cause: error });
  }
  const engine = engineErrorOf(error);
  const unit = unitOf(engine, composed.text);
  const offset = unit === null ? null : (composed.originOf(unit) ?? fallback);
  const code = engine.type === 'Parser' ? 'syntax' : 'sql';
  const message =
    engine.subtype === diskFull
      ? engine.message
      : t('{0} error: {1}{2}', engine.type, engine.message, adviceOn(engine));
  return new CellFailure(code, message, offset, { cause: error });
}

/** Advice on errors whose cause is not in the text alone. */
function adviceOn(error: EngineError): string {
  const { type, subtype, facts } = error;
  const isRows = facts['type'] === 'Table' || facts['type'] === 'Table Function';
  if (subtype === 'MISSING_ENTRY' && isRows && !suggestsName(error)) {
    const near = nearest(
      facts['name'] ?? '',
      signalFunctions.map(({ name }) => name),
    );
    return near === null ? '' : t(' Did you mean the function {0}?', near);
  }
  const isReplaceable = /^(?:Table|View|Macro Function|Table Macro Function)$/.test(
    facts['type'] ?? '',
  );
  if (subtype === 'ENTRY_ALREADY_EXISTS' && isReplaceable) {
    return t(' Write CREATE OR REPLACE, so that the cell can run again.');
  }
  if (type === 'Out of Memory') {
    return t(
      ' Ask for less, or raise the settings signals.kernel.memoryLimit and signals.kernel.spillLimit.',
    );
  }
  if (needsExtension(error)) {
    const stop = error.message.endsWith('.') ? '' : '.';
    return `${stop}${t(
      ' No extensions of DuckDB are loaded here: save the data as CSV, Parquet or JSON, and read that file.',
    )}`;
  }
  return type === 'Permission'
    ? t('. A notebook can only read files in the folders of a trusted workspace.')
    : '';
}

/** @returns The failure as the outcome reports it. */
export function cellErrorOf(error: unknown, text: string): CellError {
  if (error instanceof CellFailure) {
    return {
      code: error.code,
      message: error.message,
      at: error.offset === null ? null : lineColumnAt(text, error.offset),
      request: error instanceof RequestFailure ? requestPart(error) : null,
    };
  }
  const message = errorMessage(error);
  return {
    code: 'sql',
    message: engineErrorOf(new Error(message)).message,
    at: null,
    request: null,
  };
}

function requestPart({ error, operation }: RequestFailure): CellError['request'] {
  const { detail } = error;
  return {
    kind: error.kind,
    status: detail.status ?? null,
    url: detail.url ?? null,
    operation,
    parameter: detail.faults?.find(({ parameter }) => parameter !== null)?.parameter ?? null,
    retryAfterMs: detail.retryAfterMs ?? null,
  };
}
