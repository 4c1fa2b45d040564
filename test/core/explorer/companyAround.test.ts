import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPlanLimits } from '../../../src/core/client/plan';
import { companyAround, type AroundPorts } from '../../../src/core/explorer/companyAround';
import type { CellOutcome } from '../../../src/core/protocol/outcome';

const params = {
  ...{ resultId: 'k/r1', day: '2026-03-05' },
  key: { column: 'entity', value: "company:o'hara" },
} as const;

function outcome(id: string | null, message = ''): CellOutcome {
  return {
    ...{ status: id === null ? 'error' : 'ok', chart: null, notes: [], copyright: null },
    table: id === null ? null : { id, columns: [], rowCount: 2, rows: [] },
    error: id === null ? ({ message } as CellOutcome['error']) : null,
    requests: [{}] as unknown as CellOutcome['requests'],
    provenance: { connection: 'live' } as CellOutcome['provenance'],
  };
}

function ports(run: AroundPorts['run'], dropped: string[] = []): AroundPorts {
  const rows = [
    ['2026-03-04', 1.5],
    ['2026-03-05', null],
    ['2026-03-06', -2],
  ];
  return {
    ...{ limits: defaultPlanLimits, run },
    page: () => Promise.resolve({ rows, rowCount: 3 }),
    drop: id => {
      dropped.push(id);
      return Promise.resolve();
    },
  };
}

test('the number of requests is known before any is sent', async () => {
  const run = (): never => assert.fail('nothing runs');
  assert.deepEqual(await companyAround({ ...params, load: false }, ports(run)), {
    ...{ requests: 2, from: '2026-02-13', to: '2026-03-15', connection: null, series: [] },
  });
});

test('both series are asked for once each, with date_to excluded, and their rows are dropped', async () => {
  const texts: string[] = [];
  const dropped: string[] = [];
  const run = (text: string): Promise<CellOutcome> => {
    texts.push(text);
    return Promise.resolve(outcome(`r${texts.length}`));
  };
  const around = await companyAround({ ...params, load: true }, ports(run, dropped));
  assert.deepEqual(texts, [
    `SELECT date, score FROM bull_bear_score_ts('company:o''hara', date_from := DATE '2026-02-13', date_to := DATE '2026-03-16') ORDER BY date`,
    `SELECT date, trading_volume FROM trading_volume_ts('company:o''hara', date_from := DATE '2026-02-13', date_to := DATE '2026-03-16') ORDER BY date`,
  ]);
  const points = [
    { day: '2026-03-04', value: 1.5 },
    { day: '2026-03-06', value: -2 },
  ];
  assert.deepEqual(around.series, [
    { label: 'Score', points, problem: null },
    { label: 'Volume', points, problem: null },
  ]);
  assert.deepEqual([around.requests, around.connection], [2, 'live']);
  assert.deepEqual(dropped, ['r1', 'r2']);
});

test('a series that is refused does not affect the other', async () => {
  const run = (text: string): Promise<CellOutcome> =>
    Promise.resolve(text.includes('volume') ? outcome(null, 'Not entitled.') : outcome('r1'));
  const { series } = await companyAround({ ...params, load: true }, ports(run));
  assert.deepEqual(
    series.map(({ points, problem }) => [points.length, problem]),
    [
      [2, null],
      [0, 'Not entitled.'],
    ],
  );
});
