import type {
  CallRecord,
  CellError,
  CellOutcome,
  Provenance,
  ResultTable,
} from '../../../src/core/protocol/outcome';

/** One live request of a ranked list. */
export const call: CallRecord = {
  function: 'bullish_stocks',
  from: '2026-11-01',
  to: '2026-11-20',
  back: null,
  entityCount: null,
  rowCount: 50,
  cached: false,
};

export const provenance: Provenance = {
  connection: 'sandbox',
  synthetic: true,
  calls: [call],
  fetchedAt: '2026-11-20T12:00:00Z',
  elapsedMs: 210,
};

/** A cell that asked the sandbox once and gave `table`. */
export function outcomeOf(changes: Partial<CellOutcome> = {}): CellOutcome {
  return {
    status: 'ok',
    table: tableOf([[1]]),
    chart: null,
    notes: [],
    copyright: null,
    error: null,
    requests: [],
    provenance: {
      connection: 'Sandbox',
      synthetic: true,
      calls: [],
      fetchedAt: '2026-11-20T12:00:00.000Z',
      elapsedMs: 1234,
    },
    ...changes,
  };
}

export function tableOf(rows: ResultTable['rows'], rowCount: number = rows.length): ResultTable {
  return { id: 'r1', columns: [{ name: 'a', type: 'INTEGER' }], rowCount, rows };
}

export function errorOf(changes: Partial<CellError> = {}): CellError {
  return { code: 'sql', message: 'It failed.', at: null, request: null, ...changes };
}

/** One request's record, answered live or from the cache. */
export function requestOf(cached: boolean): CellOutcome['requests'][number] {
  const url = 'https://q.test/signal/bullish_stocks';
  return { operation: 'bullish_stocks', method: 'GET', url, status: 200, cached, bytes: 10, ms: 5 };
}
