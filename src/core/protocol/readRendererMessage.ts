/** Reads what a page sends: a page is where other people's text is drawn, so nothing it says is taken on trust. */

import { isRecord } from '../base/json';
import { isColumn, readArrangement, readFilters } from './arrangement';
import { readChartFile } from './chartFile';
import { entityLinks, isKeyValue, readEntityKey } from './entityLink';
import { readShownRows } from './shownRows';
import type { OutputAction, RendererMessage } from './output';

/** Rows that one message may ask for. */
export const maxPageRows = 50_000;

const maxIdLength = 200;
const maxSearchLength = 1_000;

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
  const { type } = message;
  return isType(type) ? readers[type](message) : null;
}

type Parts = Record<string, unknown>;

/** Each reads the messages of one type. */
const readers: Readonly<Record<RendererMessage['type'], (parts: Parts) => RendererMessage | null>> =
  {
    page: readPage,
    summary: readSummary,
    values: readValues,
    portfolios: ({ requestId, entity }) =>
      isCount(requestId) && isKeyValue(entity) ? { type: 'portfolios', requestId, entity } : null,
    cancel: ({ requestId }) => (isCount(requestId) ? { type: 'cancel', requestId } : null),
    follow: readFollow,
    export: readExport,
    cellCommand: readCellCommand,
    saveChart: readSaveChart,
    openBeside: ({ resultId }) => (isResultId(resultId) ? { type: 'openBeside', resultId } : null),
    changes: ({ resultId, choose }) =>
      isResultId(resultId) && typeof choose === 'boolean'
        ? { type: 'changes', resultId, choose }
        : null,
    appearance: () => ({ type: 'appearance' }),
    action: ({ action }) => (isAction(action) ? { type: 'action', action } : null),
  };

function readFollow({ resultId, link, key }: Parts): RendererMessage | null {
  const known = entityLinks.find(one => one === link);
  const read = readEntityKey(key);
  return known && read && isResultId(resultId)
    ? { type: 'follow', resultId, link: known, key: read }
    : null;
}

function readValues({ search, filters, ...message }: Parts): RendererMessage | null {
  const column = readSummary(message);
  const wanted = readFilters(filters);
  const isSearch = typeof search === 'string' && search.length <= maxSearchLength;
  return column?.type === 'summary' && wanted && isSearch
    ? { ...column, type: 'values', search, filters: wanted }
    : null;
}

function readExport({ resultId, shown }: Parts): RendererMessage | null {
  if (!isResultId(resultId)) {
    return null;
  }
  if (shown === undefined) {
    return { type: 'export', resultId };
  }
  const read = readShownRows(shown);
  return read && { type: 'export', resultId, shown: read };
}

function readSaveChart({ resultId, format, content }: Parts): RendererMessage | null {
  const file = readChartFile(format, content);
  return file && isResultId(resultId) ? { type: 'saveChart', resultId, ...file } : null;
}

function readPage({
  requestId,
  resultId,
  offset,
  limit,
  arrangement,
}: Parts): RendererMessage | null {
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

function readCellCommand({
  command,
  resultId,
  fetchedAt,
}: Record<string, unknown>): RendererMessage | null {
  const isKnown = command === 'editAsVegaLite' || command === 'suggestCharts';
  return isKnown && isResultId(resultId) && isResultId(fetchedAt)
    ? { type: 'cellCommand', command, resultId, fetchedAt }
    : null;
}

function readSummary({ requestId, resultId, column }: Parts): RendererMessage | null {
  return isCount(requestId) && isResultId(resultId) && isColumn(column)
    ? { type: 'summary', requestId, resultId, column }
    : null;
}

function isType(value: unknown): value is RendererMessage['type'] {
  return typeof value === 'string' && Object.hasOwn(readers, value);
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
