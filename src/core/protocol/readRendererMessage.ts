/** Reads what a page sends: a page is where other people's text is drawn, so nothing it says is taken on trust. */

import { isRecord } from '../base/json';
import { isColumn, readArrangement } from './arrangement';
import { readChartFile } from './chartFile';
import { readShownRows } from './shownRows';
import type { OutputAction, RendererMessage } from './output';

/** Rows that one message may ask for. */
export const maxPageRows = 50_000;

const maxIdLength = 200;

const actions: Readonly<Record<OutputAction, true>> = {
  setToken: true,
  selectConnection: true,
  runAgain: true,
  restartKernel: true,
  manageTrust: true,
  allowWriting: true,
  showLog: true,
};

/** @returns The message, or null where it is none of ours. */
export function readRendererMessage(message: unknown): RendererMessage | null {
  if (!isRecord(message)) {
    return null;
  }
  if (message['type'] === 'action') {
    const { action } = message;
    return isAction(action) ? { type: 'action', action } : null;
  }
  if (message['type'] === 'appearance') {
    return { type: 'appearance' };
  }
  if (message['type'] === 'export') {
    return readExport(message);
  }
  if (message['type'] === 'saveChart') {
    return readSaveChart(message);
  }
  if (message['type'] === 'openBeside') {
    const { resultId } = message;
    return isResultId(resultId) ? { type: 'openBeside', resultId } : null;
  }
  if (message['type'] === 'summary') {
    return readSummary(message);
  }
  return message['type'] === 'page' ? readPage(message) : null;
}

function readExport({ resultId, shown }: Record<string, unknown>): RendererMessage | null {
  if (!isResultId(resultId)) {
    return null;
  }
  if (shown === undefined) {
    return { type: 'export', resultId };
  }
  const read = readShownRows(shown);
  return read && { type: 'export', resultId, shown: read };
}

function readSaveChart({
  resultId,
  format,
  content,
}: Record<string, unknown>): RendererMessage | null {
  const file = readChartFile(format, content);
  return file && isResultId(resultId) ? { type: 'saveChart', resultId, ...file } : null;
}

function readPage({
  requestId,
  resultId,
  offset,
  limit,
  arrangement,
}: Record<string, unknown>): RendererMessage | null {
  const isPage = isCount(requestId) && isResultId(resultId) && isCount(offset) && isCount(limit);
  const wanted = arrangement === undefined ? undefined : readArrangement(arrangement);
  if (!isPage || wanted === null) {
    return null;
  }
  return {
    type: 'page',
    requestId,
    resultId,
    offset,
    limit: Math.min(limit, maxPageRows),
    ...(wanted && { arrangement: wanted }),
  };
}

function readSummary({
  requestId,
  resultId,
  column,
}: Record<string, unknown>): RendererMessage | null {
  return isCount(requestId) && isResultId(resultId) && isColumn(column)
    ? { type: 'summary', requestId, resultId, column }
    : null;
}

function isAction(value: unknown): value is OutputAction {
  return typeof value === 'string' && Object.hasOwn(actions, value);
}

function isResultId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxIdLength;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
