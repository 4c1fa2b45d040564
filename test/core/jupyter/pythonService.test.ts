import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Json } from '../../../src/core/base/json';
import { plainDateOfDay } from '../../../src/core/base/plainDate';
import { pythonService } from '../../../src/core/jupyter/jupyterNotebook';
import type { CellValue, ColumnTable } from '../../../src/core/service/columns';
import { decodeAnswer } from '../../../src/core/service/decodeAnswer';
import type { OperationName } from '../../../src/core/service/operations';

interface Answer {
  readonly operation: OperationName;
  readonly entities: readonly string[];
  readonly body: Json;
}

const info = (id: string): Json => ({
  type: 'company',
  alpha_id: id,
  compound_key: `company:${id}`,
});
const days = Array.from({ length: 40 }, (_, at) => ({
  date: `2026-01-${String((at % 31) + 1).padStart(2, '0')}`,
  score: at,
}));

const answers: readonly Answer[] = [
  {
    operation: 'bull_bear_score_ts',
    entities: ['company:a'],
    body: {
      score_ts: [...days, { date: '2026-02-30', score: 1 }],
      entity_info: null,
      ticker: 'A.US',
    },
  },
  {
    operation: 'bull_bear_score_ts_itemized',
    entities: ['company:b', 'company:a'],
    body: {
      ticker: 'TOP.US',
      score_ts_itemized: [
        { score_ts: days, entity_info: info('a'), score_ts_last_score: days[3] ?? null },
        { score_ts: days, entity_info: info('a'), score_ts_last_score: days[3] ?? null },
        { score_ts: [], entity_info: info('c') },
        { score_ts: null, entity_info: info('d') },
        {
          score_ts: days.slice(0, 2),
          entity_info: { alpha_id: 'company:company:b' },
          ticker: 'B.US',
        },
        null,
      ].slice(0, 5),
    },
  },
  {
    operation: 'trading_volume_ts_itemized',
    entities: ['company:a'],
    body: { trading_volume_ts_itemized: null },
  },
  {
    operation: 'events_ts',
    entities: ['company:a'],
    body: {
      events_ts: [
        { date: '2026-01-02', count: 2, sub_event: { type: 'sub_event', id: 'E1_A', name: 'One' } },
        {
          date: '2026-01-02',
          count: 1,
          sub_event: { type: 'sub_event', id: 'E10_A', name: 'Ten' },
        },
        { date: '2026-01-01', count: 1, sub_event: null },
      ],
      used_cache: true,
      cache_key: 'k',
      last_updated: '2026-01-02T03:04:05.5+02:30',
    },
  },
  {
    operation: 'bullish_stocks',
    entities: [],
    body: {
      bullish_stocks: [
        {
          entity_info: {
            type: 'company',
            alpha_id: 'company:a',
            compound_key: 'company:company:a',
          },
          maker_id: 'company:m',
          ...{ date: '2026-01-01', bull_bear_score: 0.5, price: null, ISIN: 'US1', name: '' },
        },
        { entity_info: null, date: '2026-01-01', maker_id: 'company:n' },
      ],
    },
  },
  {
    operation: 'company_events',
    entities: ['company:a'],
    body: {
      entries: [
        {
          news_publish_time: '2026-01-02T23:59:59.1234567',
          maker_id: 'company:company:a',
          event_name: 'Lawsuit',
        },
        {
          news_publish_time: '2026-01-02 10:00',
          maker_id: null,
          event_name: 'Unheard of',
          isin: 'X',
        },
      ],
    },
  },
];

const tooWrong: Answer = {
  operation: 'bull_bear_score_ts',
  entities: ['company:a'],
  body: { score_ts: days.map(({ date, score }) => ({ date, score: String(score) })) },
};

const decoding = `
import json, sys
def decode(operation, entities, body):
    function = next(f for f in SERVICE["functions"].values() for o in (f["one"], f["list"], f["none"]) if o and o["name"] == operation)
    operation = next(o for o in (function["one"], function["list"], function["none"]) if o and o["name"] == operation)
    if function["none"]:
        rows = _overlay(function, body)
    elif function["name"] == "company_events":
        rows = _event_rows(function, body, {key: key for key in entities}, {})
    else:
        rows = _series(function, operation, body, entities)
    try:
        return _checked(function, rows)
    except RuntimeError as error:
        return str(error)
answers = json.loads(sys.stdin.read())
print(json.dumps([decode(each["operation"], each["entities"], each["body"]) for each in answers]))
`;
import { pythonWithRequests } from '../../support/python';

function decodedByPython(all: readonly Answer[]): Json[] {
  const input = JSON.stringify(all);
  const program = `${pythonService()}\n${decoding}`;
  const { stdout, stderr } = spawnSync(pythonWithRequests(), ['-c', program], {
    input,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return JSON.parse(stdout) as Json[];
}

function valueOf(type: string, value: CellValue): Json {
  if (typeof value !== 'number' || !/^(DATE|TIMESTAMP)/.test(type)) {
    return value;
  }
  if (type === 'DATE') {
    return plainDateOfDay(value);
  }
  const micros = ((value % 1_000_000) + 1_000_000) % 1_000_000;
  const clock = new Date((value - micros) / 1000).toISOString().slice(0, 19);
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`;
  return `${clock}${fraction}${type === 'TIMESTAMPTZ' ? '+00:00' : ''}`;
}

function rowsOf({ columns, values, rowCount }: ColumnTable): Json[][] {
  return Array.from({ length: rowCount }, (_, row) =>
    columns.map(({ type }, at) => valueOf(type, values[at]?.[row] ?? null)),
  );
}

test('Python reads odd answers as the decoders do', () => {
  const read = decodedByPython([...answers, tooWrong]);
  const eventIdOfName = (name: string): string | null => (name === 'Lawsuit' ? 'E53_A' : null);
  answers.forEach(({ operation, entities, body }, at) => {
    const request = { operation, entities, parameters: {} };
    const { table } = decodeAnswer(request, body, { entityOfSent: new Map(), eventIdOfName });
    assert.deepEqual(read[at], rowsOf(table), `${at} ${operation}`);
  });
  assert.match(String(read.at(-1)), /40 of 40 rows hold values of another type, first of score/);
});
