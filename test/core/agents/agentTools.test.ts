import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentRuns } from '../../../src/core/agents/agentRuns';
import {
  AgentError,
  type AgentAnswer,
  type AgentCell,
  type AgentServices,
  type CellEdit,
  type Confirmation,
  type EditQuestion,
} from '../../../src/core/agents/agentTool';
import { agentTools, callTool } from '../../../src/core/agents/agentTools';
import { inputSchemaOf } from '../../../src/core/agents/inputSchema';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
  type Cancellation,
} from '../../../src/core/base/cancellation';
import { mimeTypes } from '../../../src/core/protocol/mimeTypes';
import type { CellOutcome, ResultTable, Value } from '../../../src/core/protocol/outcome';
import { injections } from './injections';

/** A word that only rows, and what follows from them, contain. */
const canary = 'umbrella7719';

const provenance = {
  ...{ connection: 'sandbox', synthetic: true, calls: [] },
  ...{ fetchedAt: '2026-11-20T12:00:00.000Z', elapsedMs: 12 },
};

function outcome(given: Partial<CellOutcome> = {}): CellOutcome {
  return {
    ...{ status: 'ok', table: table([[canary, 1]]), chart: null, notes: [], copyright: null },
    ...{ error: null, requests: [], provenance },
    ...given,
  };
}

function table(rows: Value[][], names = ['entity', 'score']): ResultTable {
  const columns = names.map(name => ({ name, type: 'VARCHAR' }));
  return { id: 'r1', columns, rowCount: rows.length, rows };
}

const cells: readonly AgentCell[] = [
  { language: 'markdown', text: 'Morning', outputs: [] },
  {
    language: 'signals-sql',
    text: 'FROM scores',
    outputs: [
      {
        [mimeTypes.result]: {
          ...{ version: 1, chart: null, notes: [`a note of ${canary}`], copyright: null },
          ...{ table: table([[canary, 1]]), provenance, restored: false },
        },
      },
    ],
  },
  {
    language: 'signals-sql',
    text: 'FROM wrong',
    outputs: [
      {
        [mimeTypes.error]: {
          ...{ version: 1, notes: [], provenance, actions: [] },
          error: { code: 'sql', message: `Could not convert ${canary}`, at: null, request: null },
        },
      },
    ],
  },
];

interface Fake extends AgentServices {
  readonly statements: string[];
  readonly questions: EditQuestion[];
  readonly edits: CellEdit[];
}

function fake({
  outcomes = [],
  sharesRows = () => true,
  answer = 'accepted',
  shared = ['sandbox'],
}: {
  outcomes?: CellOutcome[];
  sharesRows?: () => boolean;
  answer?: Confirmation;
  shared?: string[];
} = {}): Fake {
  const [statements, questions, edits] = [[] as string[], [] as EditQuestion[], [] as CellEdit[]];
  return {
    ...{ statements, questions, edits },
    runs: new AgentRuns(),
    notebooks: () => Promise.resolve(['morning.signals']),
    notebook: name => {
      if (name !== 'morning.signals') {
        throw new AgentError('There is no such notebook.');
      }
      return Promise.resolve({ name, cells });
    },
    session: () =>
      Promise.resolve({
        connection: 'sandbox',
        sharesRows: sharesRows(),
        sharesRowsOf: ({ connection }) => connection !== null && shared.includes(connection),
        run: sql => {
          statements.push(sql);
          return Promise.resolve(outcomes.shift() ?? outcome());
        },
      }),
    confirm: question => {
      questions.push(question);
      return Promise.resolve(answer);
    },
    edit: edit => {
      edits.push(edit);
      return Promise.resolve();
    },
    link: () => 'vscode://somewhere',
    timeLimit: { seconds: 60, clock: { sleep: (_, stop) => untilCancelled(stop) } },
    timeAdvice: 'The person can make it longer.',
    sharingAdvice: 'The person can allow it.',
  };
}

function untilCancelled(cancellation: Cancellation): Promise<never> {
  return new Promise((_, reject) => {
    cancellation.onCancellationRequested(() => reject(new CancelledError()));
  });
}

function call(services: AgentServices, name: string, input: object = {}): Promise<AgentAnswer> {
  return callTool(`signals_${name}`, input, services, uncancellable);
}

const inNotebook = { notebook: 'morning.signals' };

/** A good input of each tool. */
const inputs: readonly (readonly [name: string, input: object])[] = [
  ['describe', { name: 'bullish_stocks' }],
  ['run_sql', { sql: 'SELECT 1' }],
  ['run_sql', { sql: 'SELECT 1', ...inNotebook }],
  ['list_overlays', { side: 'bullish' }],
  ['company_events', { company: 'company:x' }],
  ['compare_runs', { before: 'run-1', after: 'run-2' }],
  ['read_cell', {}],
  ['read_cell', inNotebook],
  ['read_cell', { ...inNotebook, cell: 2 }],
  ['read_cell', { ...inNotebook, cell: 3 }],
  ['insert_cell', { ...inNotebook, after: 1, language: 'sql', text: 'SELECT 2' }],
  ['replace_cell', { ...inNotebook, cell: 2, text: 'SELECT 2' }],
];

test('every tool has a description, and JSON Schema for its input', () => {
  assert.deepEqual(
    agentTools.map(({ name, isEdit }) => [name.replace('signals_', ''), isEdit]),
    [
      ['describe', false],
      ['run_sql', false],
      ['list_overlays', false],
      ['company_events', false],
      ['compare_runs', false],
      ['read_cell', false],
      ['insert_cell', true],
      ['replace_cell', true],
    ],
  );
  for (const tool of agentTools) {
    assert.match(tool.name, /^signals_[a-z_]+$/);
    assert.ok(tool.description.length > 60, tool.name);
    const schema = inputSchemaOf(tool);
    assert.equal(schema.type, 'object', tool.name);
    assert.equal(schema.additionalProperties, false, tool.name);
  }
  assert.ok(inputs.every(([name]) => agentTools.some(tool => tool.name === `signals_${name}`)));
});

test('without leave no row leaves by any tool, and no statement runs', async () => {
  let isShared = true;
  const services = fake({ sharesRows: () => isShared, outcomes: [outcome(), outcome()] });
  // Two runs from before the switch was turned off.
  await call(services, 'run_sql', { sql: 'SELECT 1' });
  await call(services, 'run_sql', { sql: 'SELECT 1' });
  isShared = false;
  const before = services.statements.length;
  for (const [name, input] of inputs) {
    const { text } = await call(services, name, input);
    assert.ok(!text.includes(canary), `${name}: ${text}`);
    assert.doesNotMatch(text, /\d+ rows?\b|failed/, `${name}: ${text}`);
  }
  assert.equal(services.statements.length, before);
  const { text, isError } = await call(services, 'run_sql', { sql: 'SELECT 1' });
  assert.ok(isError);
  assert.match(text, /^Rows of this connection are not given to language models.*The person can/);
});

test('whether a cell failed, and how many rows it has, is not said without leave', async () => {
  const services = fake({ sharesRows: () => false });
  const [result, error] = [
    await call(services, 'read_cell', { ...inNotebook, cell: 2 }),
    await call(services, 'read_cell', { ...inNotebook, cell: 3 }),
  ];
  const without = ({ text }: AgentAnswer): string =>
    text.replace(/"cell":\d/, '').replace(/"text":"[^"]*"/, '');
  assert.equal(without(result), without(error));
  assert.match(result.text, /"text":"FROM scores"/);
});

test('rows of another connection are withheld, though the session is shared', async () => {
  const other = { ...provenance, connection: 'live', synthetic: false };
  const services = fake({ outcomes: [outcome({ provenance: other })] });
  const ran = await call(services, 'run_sql', { sql: 'SELECT 1' });
  const read = await call(fake({ shared: [] }), 'read_cell', { ...inNotebook, cell: 2 });
  for (const { text } of [ran, read]) {
    assert.ok(!text.includes(canary), text);
    assert.match(text, /not given to language models/);
  }
});

test('rows of a statement that are not of the service are those of the session', async () => {
  const own = { ...provenance, connection: null, synthetic: false };
  const services = fake({ outcomes: [outcome({ provenance: own })] });
  assert.ok((await call(services, 'run_sql', { sql: 'SELECT 1' })).text.includes(canary));
});

test('a run has a name, a source and a link', async () => {
  const { text, isError } = await call(fake(), 'run_sql', { sql: 'SELECT 1' });
  assert.ok(!isError);
  assert.match(text, /^run-1: 1 row\./);
  assert.match(text, /"source":"SANDBOX synthetic · 1 row · 0\.01 s"/);
  assert.match(text, /"synthetic":"Synthetic data/);
  assert.match(text, /"link":"vscode:\/\/somewhere"/);
  const cell = await call(fake(), 'read_cell', { ...inNotebook, cell: 2 });
  assert.match(cell.text, /"notebook":"morning.signals",\n"cell":2,/);
  assert.match(cell.text, /"notes":\["a note of umbrella7719"\],\n"text":"FROM scores"/);
});

test('the error of a statement is data, with its place', async () => {
  const error = {
    ...({ code: 'sql', message: `No ${injections[1] ?? ''}` } as const),
    ...{ at: { line: 2, column: 3 }, request: null },
  };
  const services = fake({ outcomes: [outcome({ status: 'error', error, table: null })] });
  const { text, isError } = await call(services, 'run_sql', { sql: 'SELECT 1' });
  assert.ok(isError);
  assert.match(text, /^The statement failed \(sql\)\.\n/);
  const [, data = ''] = text.split(/^<\/?data>$/m);
  assert.deepEqual(JSON.parse(data), { error: error.message, line: 2, column: 3, notes: [] });
});

test('ranked lists and events become calls, whose values are literals', async () => {
  const services = fake();
  await call(services, 'list_overlays', { side: 'bearish', amount: 5, stock_index: 'STOXX 600' });
  await call(services, 'company_events', {
    company: "x'); DROP TABLE t; --",
    date_from: '2026-01-01',
    date_through: '2026-01-31',
    event_ids: ['E53_A'],
  });
  await call(services, 'company_events', {
    company: 'company:x',
    event_ids: ['E53_A', 'E1'],
    detail: 'mentions',
  });
  await call(services, 'company_events', { company: 'company:x', event_ids: [] });
  const [list, counts, mentions, all] = services.statements;
  assert.match(all ?? '', /FROM events_ts\('company:x'\) ORDER BY/);
  assert.match(list ?? '', /FROM bearish_stocks\(amount := 5, stock_index := 'STOXX 600'\)/);
  assert.match(
    counts ?? '',
    /FROM events_ts\('x''\); DROP TABLE t; --', date_from := DATE '2026-01-01', date_through := DATE '2026-01-31'\) WHERE event_id IN \('E53_A'\) ORDER/,
  );
  assert.match(
    mentions ?? '',
    /FROM company_events\('company:x', event_ids := \['E53_A', 'E1'\]\) ORDER BY news_publish_time DESC/,
  );
});

test('an input that does not fit is refused, and nothing runs', async () => {
  const services = fake();
  const refused: [name: string, input: object, message: RegExp][] = [
    ['run_sql', {}, /^The input does not fit\. sql: /],
    ['run_sql', { sql: 1 }, /sql: Invalid type/],
    ['run_sql', { sql: 'SELECT 1', notebok: 'x' }, /notebok: /],
    ['run_sql', { sql: 'x'.repeat(20_001) }, /sql: Invalid length/],
    ['list_overlays', { side: 'up' }, /side: /],
    ['list_overlays', { side: 'bullish', amount: 51 }, /amount: /],
    ['company_events', { company: 'x', date_from: '2026-02-30' }, /A day is written YYYY-MM-DD/],
    ['company_events', { company: 'x', event_ids: [`E1') --`] }, /event_ids\.0: /],
    ['compare_runs', { before: 'run-1', after: 'it' }, /A run is named as in an answer/],
    ['compare_runs', { before: 'run-1', after: 'run-2' }, /There is no run-1 any more/],
    ['read_cell', { ...inNotebook, cell: 9 }, /There is no cell 9: the notebook has 3\./],
    ['read_cell', { notebook: '../x' }, /There is no such notebook\./],
    ['replace_cell', { ...inNotebook, cell: 0, text: '' }, /cell: /],
    ['nothing', {}, /There is no such tool/],
  ];
  for (const [name, input, message] of refused) {
    const { text, isError } = await call(services, name, input);
    assert.ok(isError, name);
    assert.match(text, message);
  }
  assert.deepEqual([services.statements, services.edits], [[], []]);
});

test('a failure of ours is said without its message, and a cancelled call ends', async () => {
  const services = fake();
  const failing: AgentServices = {
    ...services,
    notebooks: () => Promise.reject(new Error(`/home/somebody ${canary}`)),
  };
  assert.deepEqual(await call(failing, 'read_cell'), { text: 'The tool failed.', isError: true });
  const cancelled = new CancellationSource();
  cancelled.cancel();
  await assert.rejects(
    callTool('signals_run_sql', { sql: 'SELECT 1' }, services, cancelled),
    CancelledError,
  );
  assert.deepEqual(services.statements, []);
});

test('an edit asks with the whole text, and is made only after yes', async () => {
  const edits = [
    ['insert_cell', { ...inNotebook, after: 2, language: 'sql', text: 'SELECT\u202e 2' }],
    ['insert_cell', { ...inNotebook, after: 0, language: 'markdown', text: 'Hello' }],
    ['replace_cell', { ...inNotebook, cell: 2, text: 'SELECT 2' }],
  ] as const;
  for (const answer of ['accepted', 'declined', 'unavailable'] as const) {
    const services = fake({ answer });
    for (const [name, input] of edits) {
      const { isError } = await call(services, name, input);
      assert.equal(isError, answer !== 'accepted');
    }
    assert.deepEqual(
      services.questions.map(({ title, detail }) => [title, detail]),
      [
        ['Insert a sql cell after cell 2 of morning.signals?', 'SELECT\\u{202e} 2'],
        ['Insert a markdown cell at the start of morning.signals?', 'Hello'],
        ['Replace cell 2 of morning.signals?', 'New text:\nSELECT 2\n\nOld text:\nFROM scores'],
      ],
    );
    const asked = services.questions.map(({ edit }) => edit);
    assert.deepEqual(services.edits, answer === 'accepted' ? asked : []);
    assert.deepEqual(
      asked.map(({ expected }) => expected),
      ['FROM scores', null, 'FROM scores'],
    );
  }
});

test('two runs are compared by their key, and another client cannot name them', async () => {
  const rows = (all: Value[][]): CellOutcome =>
    outcome({ table: table(all, ['entity', 'date', 'score']) });
  const services = fake({
    outcomes: [
      rows([
        ['a', '2026-01-01', 1],
        ['b', '2026-01-01', 2],
        ['c', '2026-01-01', 3],
      ]),
      rows([
        ['d', '2026-01-01', 4],
        ['c', '2026-01-01', 3],
        ['b', '2026-01-01', 5],
      ]),
    ],
  });
  await call(services, 'run_sql', { sql: 'SELECT 1' });
  await call(services, 'run_sql', { sql: 'SELECT 2' });
  const { text } = await call(services, 'compare_runs', { before: 'run-1', after: 'run-2' });
  assert.match(text, /^run-1 and run-2 compared\. 1 row added, 1 removed, 1 changed, 1 the same\./);
  const [, data = ''] = text.split(/^<\/?data>$/m);
  assert.deepEqual((JSON.parse(data) as { rows: unknown }).rows, [
    ['removed', 'a', '2026-01-01', null, null, null],
    ['changed', 'b', '2026-01-01', 'score', 2, 5],
    ['added', 'd', '2026-01-01', null, null, null],
  ]);
  const own = await call(services, 'compare_runs', {
    ...{ before: 'run-1', after: 'run-2', key: ['score'] },
  });
  assert.match(own.text, /2 rows added, 2 removed, 0 changed, 1 the same/);
  const wrong = await call(services, 'compare_runs', {
    ...{ before: 'run-1', after: 'run-2', key: ['nope'] },
  });
  assert.match(wrong.text, /A column of the key is not in both runs/);
  const other = await call(fake(), 'compare_runs', { before: 'run-1', after: 'run-2' });
  assert.match(other.text, /There is no run-1/);
});

test('of many rows a comparison says how many it knows', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => [`e${index}`, index]);
  const services = fake({ outcomes: [outcome({ table: table(many) }), outcome()] });
  await call(services, 'run_sql', { sql: 'SELECT 1' });
  await call(services, 'run_sql', { sql: 'SELECT 2' });
  const { text } = await call(services, 'compare_runs', { before: 'run-1', after: 'run-2' });
  assert.match(text, /2,000 removed.*of the first 2,000 and 1 rows, which are not all\./);
  assert.ok(Buffer.byteLength(text) <= 8_000);
});

test('only the last runs are kept', async () => {
  const services = fake();
  for (let run = 0; run < 32; run++) {
    await call(services, 'run_sql', { sql: 'SELECT 1' });
  }
  assert.equal(services.runs.find('run-2'), undefined);
  assert.ok(services.runs.find('run-3'));
});

test('functions and reference tables are described with what they take', async () => {
  const services = fake({ sharesRows: () => false });
  const described = async (input: object): Promise<string> =>
    (await call(services, 'describe', input)).text;
  assert.match(await described({}), /- bull_bear_score_ts: Daily bull\/bear scores/);
  const events = await described({ name: 'company_events' });
  assert.match(events, /^FROM company_events\(companies, /);
  assert.match(events, /- companies \(required\) \(one value or a list\)/);
  assert.match(events, /- news_publish_time TIMESTAMP: Publication time/);
  assert.match(
    await described({ name: 'event_types', search: 'lawsuit' }),
    /\nE53_A \| E53 \| Lawsuit$/,
  );
  const types = await described({ name: 'event_types' });
  assert.equal(types.split('\n').length, 3 + 148);
  assert.match(await described({ name: 'bulish_stocks' }), /Did you mean bullish_stocks\?/);
  assert.match(
    await described({ search: 'lawsuit' }),
    /- event_types: 1 row\. Call signals_describe with this name and the same search\./,
  );
  assert.match(await described({ search: 'volume' }), /^- trading_volume_ts: /m);
  assert.doesNotMatch(await described({ search: 'volume' }), /bull_bear_score_ts/);
  assert.match(await described({ search: 'zebra' }), /No name, description or row/);
});

/** Services whose statements never end, cancelled or not, and what they were told. */
function endless(clock: Fake['timeLimit']['clock']): Fake & { readonly stops: Cancellation[] } {
  const stops: Cancellation[] = [];
  const services = fake();
  return {
    ...services,
    stops,
    timeLimit: { seconds: 7, clock },
    session: async of => ({
      ...(await services.session(of)),
      run: (_sql, _rows, cancellation) => {
        stops.push(cancellation);
        return new Promise(() => undefined);
      },
    }),
  };
}

test('a statement is cancelled at the time limit, and the answer says so without waiting for its end', async () => {
  const waits: number[] = [];
  const services = endless({
    sleep: ms => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const { text, isError } = await call(services, 'run_sql', { sql: 'SELECT 1' });
  assert.ok(isError);
  assert.match(
    text,
    /^The statement was stopped after 7 seconds, .* The person can make it longer\.$/,
  );
  assert.deepEqual(waits, [7000]);
  assert.deepEqual(
    services.stops.map(stop => stop.isCancellationRequested),
    [true],
  );
});

test('a call that is cancelled ends without waiting for its statement', async () => {
  const services = endless({ sleep: (_, stop) => untilCancelled(stop) });
  const cancellation = new CancellationSource();
  const running = callTool('signals_run_sql', { sql: 'SELECT 1' }, services, cancellation);
  await Promise.resolve();
  cancellation.cancel();
  await assert.rejects(running, CancelledError);
  assert.ok(services.stops.every(stop => stop.isCancellationRequested));
});

test('the clock of a call stops with its answer', async () => {
  const clocks: Cancellation[] = [];
  const services = {
    ...fake(),
    timeLimit: {
      seconds: 7,
      clock: {
        sleep: (_: number, stop: Cancellation) => {
          clocks.push(stop);
          return untilCancelled(stop);
        },
      },
    },
  };
  assert.ok(!(await call(services, 'run_sql', { sql: 'SELECT 1' })).isError);
  assert.deepEqual(
    clocks.map(clock => clock.isCancellationRequested),
    [true],
  );
});
