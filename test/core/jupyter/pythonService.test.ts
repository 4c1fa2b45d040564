import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Json } from '../../../src/core/base/json';
import { dayOfPlainDate, plainDateOfDay, type PlainDate } from '../../../src/core/base/plainDate';
import { pythonScript, pythonService } from '../../../src/core/jupyter/jupyterNotebook';
import { compareOverlays, type OverlaySide } from '../../../src/core/overlays/compare';
import { changesTable } from '../../../src/core/overlays/overlayChanges';
import type { OverlayList } from '../../../src/core/overlays/overlayRows';
import { signalFunctionNamed } from '../../../src/core/service/functions';
import fc from '../../support/properties';
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

/** Runs Python after the functions of the service, with `input` as JSON. */
function python(code: string, input: Json, env: Readonly<Record<string, string>> = {}): Json {
  const { stdout, stderr } = spawnSync(
    pythonWithRequests(),
    ['-c', `${pythonService()}\n${code}`],
    {
      input: JSON.stringify(input),
      encoding: 'utf8',
      env: { ...process.env, SIGNALS_DATA_URL: 'https://service.test', ...env },
    },
  );
  assert.equal(stderr, '');
  return JSON.parse(stdout) as Json;
}

const listed = signalFunctionNamed('bullish_stocks')?.columns ?? [];

interface Listed {
  readonly entity: string | null;
  readonly score: number | null;
}

/** The rows of a ranked list, under the columns of its function. */
function listRows(entries: readonly Listed[]): Json[][] {
  return entries.map(({ entity, score }, at) => {
    const values: Record<string, Json> = {
      ...{ entity, rank: at + 1, name: `${entity} AG`, ticker: `${entity}.X` },
      ...{ date: '2026-01-02', bull_bear_score: score },
    };
    return listed.map(({ name }) => values[name] ?? null);
  });
}

function overlayList(entries: readonly Listed[], amount: number): OverlayList {
  const rows = entries.map(({ entity, score }, at) => ({
    ...{ entity, score, rank: at + 1, name: `${entity} AG`, ticker: `${entity}.X` },
    date: dayOfPlainDate('2026-01-02' as PlainDate),
  }));
  return { rows, amount };
}

test('Python finds the changes of ranked lists that the kernel finds', () => {
  const entry = fc.record({
    entity: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { freq: 8 }),
    score: fc.option(fc.constantFrom(-1, -0.5, 0, 0.5, 1), { freq: 8 }),
  });
  const list = fc.array(entry, { maxLength: 5 });
  const amount = fc.integer({ min: 1, max: 8 });
  const one = fc.record({
    now: list,
    nowOther: list,
    before: fc.option(list),
    beforeOther: list,
    amount,
  });
  const cases = fc.sample(one, 300);
  const made = python(
    `
import sys
made = []
for case in json.load(sys.stdin):
    def taken(name, day, rows):
        return {"query": _list_query(name, {"amount": str(case["amount"])}), "day": day, "rows": rows}
    kept = [taken("bearish_stocks", "2", case["nowOther"]), taken("bearish_stocks", "1", case["beforeOther"])]
    before = None if case["before"] is None else _side(taken("bullish_stocks", "1", case["before"]), kept)
    made.append(list(_changes(_side(taken("bullish_stocks", "2", case["now"]), kept), before)))
print(json.dumps(made))`,
    cases.map(each => ({
      ...{ now: listRows(each.now), nowOther: listRows(each.nowOther), amount: each.amount },
      before: each.before && listRows(each.before),
      beforeOther: listRows(each.beforeOther),
    })),
  );
  const expected = cases.map(each => {
    const side = (of: readonly Listed[], opposite: readonly Listed[]): OverlaySide => ({
      list: overlayList(of, each.amount),
      opposite: overlayList(opposite, each.amount),
    });
    const previous = each.before && side(each.before, each.beforeOther);
    const { rowCount, values, columns } = changesTable(
      compareOverlays(side(each.now, each.nowOther), previous),
      null,
    );
    return Array.from({ length: rowCount }, (_, row) =>
      // The last column is the day of the snapshot.
      values.slice(0, -1).map((column, at) => {
        const value = column[row] ?? null;
        const isDate = columns[at]?.type === 'DATE';
        return isDate && typeof value === 'number' ? plainDateOfDay(value) : value;
      }),
    );
  });
  assert.deepEqual(made, expected);
});

test('Python stores ranked lists, and compares with those of earlier days', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-snapshots-'));
  try {
    const rows = [
      ['a', 'b'],
      ['b', 'c'],
    ].map(entities => listRows(entities.map(entity => ({ entity, score: 1 }))));
    const made = python(
      `
import sys
lists = json.load(sys.stdin)
fetch = lambda name, **parameters: lists.pop(0)
alone = list_changes("bullish_stocks", amount="2")
[taken] = snapshots()
folder = os.environ["SIGNALS_SNAPSHOTS"]
earlier = taken["id"][:-10] + "2026-01-01"
os.rename(os.path.join(folder, taken["id"] + ".json"), os.path.join(folder, earlier + ".json"))
with open(os.path.join(folder, taken["id"] + ".json"), "w") as damaged:
    damaged.write("{")
changes = list_changes("bullish_stocks", amount="2")
fetch = lambda name, **parameters: 1 / 0
until = list_changes("bullish_stocks", until="2026-01-05", amount="2")
named = list_changes("bullish_stocks", until="2026-01-05", snapshot=earlier, amount="2")
try:
    list_changes("bullish_stocks", until="2025-01-05", amount="2")
except RuntimeError as error:
    refused = str(error)
kept = [[each["day"], each["query"], each["connection"]] for each in snapshots()]
short = lambda found: [[*row[:6], row[-1]] for row in found]
print(json.dumps([short(alone), short(changes), short(until), short(named), refused, len(kept), kept[0]]))`,
      rows,
      { SIGNALS_SNAPSHOTS: folder },
    );
    const row = (entity: string, ...rest: Json[]): Json[] => [
      entity,
      `${entity} AG`,
      `${entity}.X`,
      ...rest,
    ];
    const query = { operation: 'bullish_stocks', parameters: { amount: '2' } };
    assert.deepEqual(made, [
      [row('a', null, 1, null, null), row('b', null, 2, null, null)],
      [
        row('b', 'up', 1, 2, '2026-01-01'),
        row('c', 'entered', 2, null, '2026-01-01'),
        row('a', 'left', null, 1, '2026-01-01'),
      ],
      [row('a', null, 1, null, null), row('b', null, 2, null, null)],
      [row('a', 'same', 1, 1, '2026-01-01'), row('b', 'same', 2, 2, '2026-01-01')],
      'overlay_changes: there is no snapshot of bullish_stocks on or before 2025-01-05.',
      2,
      ['2026-01-01', query, 'service.test'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A DuckDB that returns what `given` has under the text of a statement: a type and values. */
const givenRelations = `
import datetime, decimal, json, sys, types

class Relation:
    columns = ["a"]
    def __init__(self, name, read=None):
        self.name, self.types, self.read = name, [given[name][0]], read
    def project(self, columns):
        return Relation(self.name, columns)
    def fetchall(self):
        assert (self.read == "timezone('UTC', #1)") == (self.name == "instant")
        return [(value,) for value in given[self.name][1]]

class Connection:
    def execute(self, text):
        return None
    def sql(self, text):
        return Relation(text) if text in given else None

sys.modules["duckdb"] = types.SimpleNamespace(connect=Connection)
at = datetime.datetime(2026, 1, 2, 3, 4, 5, 678901)
nan = float("nan")
given = {
    "large": ["BIGINT", [9007199254740993, None]],
    "small": ["TINYINT", [-1, None]],
    "unsigned": ["UBIGINT", [2**64 - 1, 1]],
    "unsigned and null": ["UBIGINT", [2**64 - 1, None]],
    "float": ["FLOAT", [0.10000000149011612, None]],
    "wide": ["HUGEINT", [12345678901234567890, None, -1]],
    "decimal": ["DECIMAL(22,2)", [decimal.Decimal("0.10"), decimal.Decimal("12345678901234567890.12"), None]],
    "flag": ["BOOLEAN", [True, None]],
    "double": ["DOUBLE", [0.1, None]],
    "nan": ["DOUBLE", [nan, 1.0]],
    "nan and null": ["DOUBLE", [nan, None]],
    "day": ["DATE", [at.date(), None]],
    "time": ["TIMESTAMP", [at, None]],
    "far": ["TIMESTAMP", [at.replace(year=1), "20000-01-01 00:00:00", None]],
    "instant": ["TIMESTAMP WITH TIME ZONE", [at, None]],
    "nanoseconds": ["TIMESTAMP_NS", ["2026-01-02 03:04:05.123456789", None]],
    "infinite": ["TIMESTAMP_NS", ["infinity", None]],
    "text": ["VARCHAR", ["x", None]],
    "list": ["INTEGER[]", [[1, None], None]],
    "null": ["BIGINT", [None]],
    "none": ["BIGINT", []],
    "no time": ["TIMESTAMP", []],
}
`;

test('a data frame in Python has the exact values that DuckDB returns', t => {
  if (spawnSync(pythonWithRequests(), ['-c', 'import pandas']).status !== 0) {
    t.diagnostic('This Python has no pandas: no frame was made.');
    return;
  }
  const source = {
    ...{ title: null, description: null, fileName: 'n.signals', frontMatter: '' },
    ...{ cells: [], variables: [], portfolios: {} },
  };
  const program = `${givenRelations}\n${pythonScript(source)}
def shown(value):
    return "NULL" if value is None or value is pandas.NA or value is pandas.NaT else str(value)
made = {}
for name in given:
    frame = sql(name)
    made[name] = [re.sub(r"\\[.s", "[", str(frame["a"].dtype)), *map(shown, frame["a"])]
assert sql("CREATE TABLE t") is None
print(json.dumps(made))`;
  const { stdout, stderr } = spawnSync(pythonWithRequests(), ['-c', program], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), {
    large: ['Int64', '9007199254740993', 'NULL'],
    small: ['Int8', '-1', 'NULL'],
    unsigned: ['UInt64', '18446744073709551615', '1'],
    'unsigned and null': ['UInt64', '18446744073709551615', 'NULL'],
    float: ['float32', '0.10000000149011612', 'nan'],
    wide: ['object', '12345678901234567890', 'NULL', '-1'],
    decimal: ['object', '0.10', '12345678901234567890.12', 'NULL'],
    flag: ['boolean', 'True', 'NULL'],
    double: ['float64', '0.1', 'nan'],
    nan: ['float64', 'nan', '1.0'],
    'nan and null': ['object', 'nan', 'NULL'],
    day: ['object', '2026-01-02', 'NULL'],
    time: ['datetime64[]', '2026-01-02 03:04:05.678901', 'NULL'],
    far: ['object', '0001-01-02 03:04:05.678901', '20000-01-01 00:00:00', 'NULL'],
    instant: ['datetime64[, UTC]', '2026-01-02 03:04:05.678901+00:00', 'NULL'],
    nanoseconds: ['datetime64[]', '2026-01-02 03:04:05.123456789', 'NULL'],
    infinite: ['object', 'infinity', 'NULL'],
    text: ['object', 'x', 'NULL'],
    list: ['object', '[1, None]', 'NULL'],
    null: ['Int64', 'NULL'],
    none: ['Int64'],
    'no time': ['datetime64[]'],
  });
});

test('no error in Python quotes the token', () => {
  const token = 's3cr/t"&+%41\\x-and-more';
  const forms = [
    token,
    encodeURIComponent(token),
    JSON.stringify({ detail: JSON.stringify(token) }),
    token.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    Buffer.from(token).toString('hex').toUpperCase(),
    ...['', 'x', 'xy'].map(begin => Buffer.from(`${begin}${token}`).toString('base64')),
    JSON.stringify(Buffer.from(token).toString('base64').replace(/.{8}/g, '$&\n')),
    `${'x'.repeat(290)}${token}`,
  ];
  const asked = `
import sys
class Answer:
    status_code, headers = 422, {}
    def __init__(self, text):
        self.text = text
def message(answer):
    def answered(*words, **named):
        if isinstance(answer, Exception):
            raise answer
        return Answer(answer)
    requests.request = answered
    os.environ["SIGNALS_QUANT_URL"] = "https://service.test"
    try:
        fetch("bullish_stocks", None)
    except Exception as error:
        return [str(error), error.__suppress_context__]
given = json.load(sys.stdin)
print(json.dumps([[message(each), message(requests.ConnectionError(each))] for each in given]))`;
  const env = { SIGNALS_TOKEN: ` Bearer ${token}\n` };
  const made = python(asked, ['Unknown industry', ...forms], env) as [string, boolean][][];
  const plain = 'bullish_stocks: the service answered 422. Unknown industry';
  assert.deepEqual(made.shift(), [
    [plain, false],
    ['bullish_stocks: Unknown industry', true],
  ]);
  made.forEach((messages, at) => {
    const left = 'What it says is left out, since the token is in it.';
    const expected = [
      [`bullish_stocks: the service answered 422. ${left}`, false],
      [`bullish_stocks: ${left}`, true],
    ];
    assert.deepEqual(messages, expected, forms[at]);
  });
});

test('a token that no header can hold is refused in Python without being quoted', () => {
  for (const token of ['canary\ncanary', 'canary canary', 'canaryé', ' Bearer ']) {
    const made = python(
      `
try:
    fetch("bullish_stocks", None)
except Exception as error:
    print(json.dumps(str(error)))`,
      null,
      { SIGNALS_TOKEN: token, SIGNALS_QUANT_URL: 'http://127.0.0.1:9' },
    );
    assert.match(String(made), /SIGNALS_TOKEN (to your token|contains a character)/);
  }
});
