import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { PlainDate } from '../../src/core/base/plainDate';
import type { Json } from '../../src/core/base/json';
import { signalFunctionNamed } from '../../src/core/service/functions';
import { createSandbox } from '../../src/sandbox/handle';
import { defaultSandboxConfig } from '../../src/sandbox/config';
import { samplePrices } from '../../src/sandbox/samplePrices';
import { listen, type SandboxServer } from '../../src/sandbox/serve/listen';
import { pythonWithRequests } from '../support/python';
import { ended, signals } from './command';

const TOKEN = 'token-of-jupyter-5b1f';
const python = pythonWithRequests();
const runsWhole = spawnSync(python, ['-c', 'import duckdb, altair, pandas']).status === 0;

let folder: string;
let server: SandboxServer;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-jupyter-'));
  const sandbox = createSandbox({
    ...defaultSandboxConfig('2026-11-20' as PlainDate),
    token: TOKEN,
  });
  server = await listen(sandbox, { port: 0 });
});
after(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

interface Table {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Json[])[];
}

interface Ran {
  /** Packages that this Python has not. */
  readonly missing: readonly string[];
  readonly cells: readonly {
    readonly result: Table | null;
    readonly chart: readonly object[] | null;
  }[];
  /** Whether Jupyter shows each chart. */
  readonly shown: readonly boolean[];
  readonly fetched: readonly (readonly (readonly Json[])[])[];
}

async function runPython(
  file: string,
  calls: readonly Json[],
  { of = server, prices = '' }: { readonly of?: SandboxServer; readonly prices?: string } = {},
): Promise<Ran> {
  const env = {
    ...process.env,
    SIGNALS_QUANT_URL: of.quantUrl,
    SIGNALS_DATA_URL: of.dataUrl,
    SIGNALS_TOKEN: TOKEN,
    SIGNALS_PRICES: prices,
  };
  const words = ['test/cli/runJupyter.py', file, JSON.stringify(calls)];
  const { code, stdout, stderr } = await ended(
    spawn(python, words, { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Ran;
}

async function run(file: string, format: string, ...words: string[]): Promise<string> {
  const connection = ['--quant-url', server.quantUrl, '--data-url', server.dataUrl];
  const all = ['run', file, '--format', format, ...connection, ...words];
  const { code, stdout, stderr } = await signals(all, { SIGNALS_TOKEN: TOKEN });
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

interface JsonReport {
  readonly cells: readonly (Table & { readonly kind: string; readonly chart: object | null })[];
}

/** Whatever differs from answer to answer of the same question. */
const unstable = new Set(['used_cache', 'cache_key', 'last_updated']);

function stable({ columns, rows }: Table): Table {
  const kept = columns.map(({ name }) => !unstable.has(name));
  return {
    columns: columns.filter((_, at) => kept[at]),
    rows: rows.map(row => row.filter((_, at) => kept[at])),
  };
}

function sorted({ columns, rows }: Table): Table {
  const key = (row: readonly Json[]): string =>
    JSON.stringify(row.map(each => (typeof each === 'number' ? each.toPrecision(9) : each)));
  return { columns, rows: rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)) };
}

/** Sums depend on the order of their rows in the last digits. */
function isNear(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
  }
  return Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length &&
        one.every((each: Json, at) => isNear(each, (other as readonly Json[])[at]))
    : one === other;
}

const front = `---
signals: 1
title: In Python
parameters:
  - name: since
    type: date
    default: 2026-09-01
---
`;

const cells = [
  'FROM bullish_stocks(amount := 60)',
  "FROM bearish_stocks(industry := 'technology', amount := 5)",
  "FROM bull_bear_score_ts('company:' || (SELECT alpha_id FROM bullish_stocks(amount := 1)), date_from := getvariable('since'))",
  // Two requests of at most 50 entities, whose answers come in any order.
  `WITH listed AS (FROM bullish_stocks(amount := 60))
FROM bull_bear_score_ts((SELECT list(entity) FROM listed), date_from := current_date - 10, date_through := current_date)
ORDER BY entity, date`,
  `FROM bull_bear_score_ts((SELECT list(entity) FROM bullish_stocks(amount := 3)), time_horizon := '1M', date_from := DATE '2026-11-01', date_to := DATE '2026-11-20') ORDER BY entity, date`,
  `FROM trading_volume_ts((SELECT list(entity) FROM bullish_stocks(amount := 4)), default_time_back := '1m')`,
  `FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 4)), date_from := getvariable('since'), factuality := ['FACT', 'PROBABLE'])`,
  `FROM events_ts((SELECT entity FROM bullish_stocks(amount := 1)), date_from := getvariable('since'))`,
  `FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 4)), date_from := getvariable('since'), date_to := DATE '2026-11-20') ORDER BY ALL`,
  'FROM company_events([]::VARCHAR[])',
  `-- A "quoted" comment with \\ and """ in it.
CREATE TABLE t AS SELECT 'it''s "x" \\n' AS text, 12345678901234567890::HUGEINT AS wide, 1.50::DECIMAL(9, 2) AS exact, TIMESTAMP '2026-01-02 03:04:05' AS at;
SELECT count(*) AS n FROM t;
FROM t`,
  `SELECT unnest([9007199254740993, NULL]) AS large, unnest([12345678901234567890::HUGEINT, NULL]) AS wide,
  unnest([18446744073709551615::UBIGINT, 1]) AS unsigned, unnest([0.1::DECIMAL(9, 2), NULL]) AS exact,
  unnest([true, NULL]) AS flag, unnest([1.5::DOUBLE, NULL]) AS number, unnest([DATE '2026-01-02', NULL]) AS day,
  unnest([TIMESTAMP '2026-01-02 03:04:05.678901', NULL]) AS at, unnest([[1, NULL], NULL]) AS several`,
  "SELECT 1 AS a, 'x' AS a, NULL AS b",
  'SELECT 1::BIGINT AS a, 2.5::DOUBLE AS b WHERE false',
  `SELECT date, score, entity FROM bull_bear_score_ts((SELECT list(entity) FROM bullish_stocks(amount := 2)), date_from := current_date - 30)
VISUALISE date AS x, score AS y, entity AS colour
DRAW line`,
  "FROM check_row_count('t', at_least := 1)",
  "SELECT label FROM industries WHERE value = 'technology'",
];

test('a Jupyter notebook gives in Python the columns, types and rows of the notebook', async t => {
  const file = path.join(folder, 'all.signals');
  writeFileSync(
    file,
    `${front}\n# Prose\n\n${cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n')}`,
  );
  const ipynb = path.join(folder, 'all.ipynb');
  assert.equal(await run(file, 'ipynb', '-o', ipynb), '');
  const written = readFileSync(ipynb, 'utf8');
  assert.ok(!written.includes(TOKEN) && !written.includes(server.quantUrl));
  assert.equal(await run(file, 'ipynb'), written, 'the same notebook gives the same bytes');
  // An earlier one is replaced without --force.
  assert.equal(await run(file, 'ipynb', '-o', ipynb), '');
  const report = JSON.parse(await run(file, 'json')) as JsonReport;
  const expected = report.cells.filter(({ kind }) => kind === 'code');
  const lists = expected.slice(0, 2);
  const ran = await runPython(ipynb, [
    ['bullish_stocks', null, { amount: '60' }],
    ['bearish_stocks', null, { industry: 'technology', amount: '5' }],
  ]);
  lists.forEach((list, at) => {
    assert.deepEqual(
      list.columns,
      signalFunctionNamed('bullish_stocks')?.columns.map(({ name, type }) => ({ name, type })),
    );
    assert.deepEqual(ran.fetched[at], list.rows);
  });
  if (ran.missing.some(name => name !== 'altair')) {
    const missing = ran.missing.join(' and ');
    t.diagnostic(`This Python has no ${missing}: only requests and rows of calls were compared.`);
    return;
  }
  assert.equal(ran.cells.length, expected.length);
  expected.forEach((cell, at) => {
    const made = ran.cells[at];
    if (cell.chart) {
      assert.equal(made?.chart?.length, cell.rows.length, cells[at]);
    } else {
      assert.ok(made?.result, cells[at]);
      const { columns, rows } = cell;
      assert.deepEqual(stable(made.result), stable({ columns, rows }), cells[at]);
    }
  });
  assert.deepEqual(ran.shown, ran.missing.length > 0 ? [] : [true]);
  if (ran.missing.length > 0) {
    t.diagnostic(`This Python has no ${ran.missing.join(', ')}: charts were not drawn.`);
  }
});

const samples = readdirSync('notebooks').filter(name => name.endsWith('.signals'));

test('the notebooks that ship run to their end in Python, with the same columns, types and rows', async t => {
  if (!runsWhole) {
    t.diagnostic('This Python has no duckdb, pandas or altair: the notebooks were not run.');
    return;
  }
  const today = new Date().toISOString().slice(0, 10) as PlainDate;
  const sandbox = createSandbox({ ...defaultSandboxConfig(today), token: TOKEN });
  const prices = path.join(folder, 'prices.csv');
  writeFileSync(prices, [...samplePrices(sandbox)].join(''));
  const live = await listen(sandbox, { port: 0 });
  try {
    for (const name of samples) {
      const file = path.join('notebooks', name);
      // The built-in sandbox has prices; a connection has no list of a week before.
      const hasPrices = readFileSync(file, 'utf8').includes('\nFROM sandbox_prices');
      const urls = ['--quant-url', live.quantUrl, '--data-url', live.dataUrl];
      const words = ['--max-rows', '5000', ...(hasPrices ? [] : urls)];
      const ipynb = path.join(folder, `${name}.ipynb`);
      const [json, written] = await Promise.all([
        signals(['run', file, '--format', 'json', ...words], { SIGNALS_TOKEN: TOKEN }),
        signals(['run', file, '--format', 'ipynb', '-o', ipynb, ...words], {
          SIGNALS_TOKEN: TOKEN,
        }),
      ]);
      assert.deepEqual([json.code, written.code], [0, 0], json.stderr + written.stderr);
      const report = JSON.parse(json.stdout) as JsonReport;
      const expected = report.cells.filter(({ kind }) => kind === 'code');
      const ran = await runPython(ipynb, [], { of: live, prices });
      assert.deepEqual([ran.missing, ran.cells.length], [[], expected.length]);
      expected.forEach((cell, at) => {
        const made = ran.cells[at];
        const shown = `${name}, cell ${at + 1}`;
        assert.equal((made?.chart ?? null) !== null, cell.chart !== null, shown);
        if (cell.columns) {
          // The order of what is drawn is that of its scales.
          const inOrder = (table: Table): Table => (cell.chart ? sorted(table) : table);
          const { columns, rows } = inOrder(stable(made?.result ?? { columns: [], rows: [] }));
          const own = inOrder(stable(cell));
          assert.deepEqual(columns, own.columns, shown);
          assert.equal(rows.length, own.rows.length, shown);
          const other = rows.findIndex((row, place) => !isNear(row, own.rows[place]));
          assert.equal(other, -1, `${shown}: ${JSON.stringify([rows[other], own.rows[other]])}`);
        }
      });
    }
  } finally {
    await live.close();
  }
});

test('a chart of an exported notebook loads no address', () => {
  const check = (specification: Json, expected: string[]): void => {
    const script = [
      'import ast, json, sys',
      "tree = ast.parse(open('content/python/cells.py').read())",
      "tree.body = [each for each in tree.body if getattr(each, 'name', '') == '_outside']",
      "exec(compile(tree, 'cells.py', 'exec'))",
      "print(json.dumps(list(_outside(json.loads(sys.argv[1]), '$'))))",
    ].join('\n');
    const { stdout, stderr } = spawnSync(python, ['-c', script, JSON.stringify(specification)]);
    assert.deepEqual(JSON.parse(stdout.toString()), expected, stderr.toString());
  };
  check({ data: { url: 'https://a.test/b.json' }, mark: 'bar' }, ['$.data.url']);
  check({ layer: [{ mark: { type: 'image' } }] }, ['$.layer[0].mark.type']);
  check({ mark: 'image', encoding: { href: { value: 'a' } } }, ['$.mark', '$.encoding.href']);
  check({ data: { values: [{ url: 'a' }] }, mark: 'bar', encoding: { x: { field: 'url' } } }, []);
});
