import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { base64Forms } from '../../src/core/base/encodedText';
import { startOtherService, type OtherService } from '../support/otherService';
import { signals } from './command';

const token = 'canary-5f2b9c';
let service: OtherService;
let folder: string;
let urls: string[];

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-other-'));
  service = await startOtherService();
  urls = ['--quant-url', `${service.quantUrl}/`, '--data-url', service.dataUrl];
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** A call, the request that it is to make, and the rows that it is to give. */
const calls: [sql: string, request: string, rows: unknown[][]][] = [
  [
    `SELECT entity, date, score, ticker FROM bull_bear_score_ts('a/b', date_from := DATE '2026-01-01', date_through := DATE '2026-01-05', time_horizon := '1W')`,
    'GET | /deep/quant/trading/v3/company/a%2Fb/bull_bear_score_ts?date_from=2026-01-01&date_to=2026-01-06&time_horizon=1W | ',
    [['company:a/b', '2026-01-05', 12.5, 'A.B.XY']],
  ],
  [
    `SELECT entity, score FROM bull_bear_score_ts(['x', 'y'], default_time_back := '2w') ORDER BY entity`,
    'POST | /deep/quant/trading/v3/portfolio/bull_bear_score_ts_itemized?default_time_back=2w | ["company:x","company:y"]',
    [
      ['company:x', 12.5],
      ['company:y', 12.5],
    ],
  ],
  [
    `SELECT entity, rank, vendor_id, bull_bear_score, name FROM bullish_stocks()`,
    'GET | /deep/quant/signal/bullish_stocks | ',
    [['company:q1', 1, 'company:ACME-1', 41.5, 'Quelle & Söhne']],
  ],
  [
    `SELECT side, price_delta FROM bearish_stocks(stock_index := 'STOXX 600', amount := 5, source_country := 'ch')`,
    'GET | /deep/quant/signal/bearish_stocks?amount=5&source_country=ch&stock_index=STOXX%20600 | ',
    [['bearish', -0.5]],
  ],
  [
    `SELECT trading_volume FROM trading_volume_ts('z', date_to := DATE '2026-01-06')`,
    'GET | /deep/quant/trading/company/z/trading_volume_ts?date_to=2026-01-06 | ',
    [[5e9]],
  ],
  [
    `SELECT entity, trading_volume FROM trading_volume_ts(['z'])`,
    'POST | /deep/quant/trading/portfolio/trading_volume_ts_itemized | ["company:z"]',
    [['company:z', 5e9]],
  ],
  [
    `SELECT entity, event_id, event_name, count, last_updated FROM events_ts('z', factuality := ['FACT', 'PROBABLE'], temporality := 'PAST')`,
    'GET | /r7/d9/v2/api/company/z/events_ts?factuality=FACT&factuality=PROBABLE&temporality=PAST | ',
    [['company:z', 'E33_C', 'Odd', 7, '2026-01-06T08:00:00+00:00']],
  ],
  [
    `SELECT entity, count FROM events_ts(['x', 'y']) ORDER BY entity`,
    'POST | /r7/d9/v2/api/portfolio/events_ts_itemized | ["company:x","company:y"]',
    [
      ['company:x', 7],
      ['company:y', 7],
    ],
  ],
  [
    `SELECT entity, vendor_id, event_id, news_publish_time FROM company_events('q1', event_ids := ['E53_A', 'E55_A'])`,
    'POST | /deep/quant/company_data/events?event_ids=E53_A&event_ids=E55_A | ["company:ACME-1"]',
    [['company:q1', 'company:ACME-1', 'E53_A', '2026-01-05T23:59:59']],
  ],
];

test("a service of another make is asked exactly the specification's requests and gives its own values", async () => {
  const file = path.join(folder, 'calls.signals');
  writeFileSync(file, calls.map(([sql]) => `\`\`\`{sql}\n${sql}\n\`\`\`\n`).join('\n'));
  const words = ['run', file, '--format', 'json', ...urls];
  const { code, stdout, stderr } = await signals(words, { SIGNALS_TOKEN: ` Bearer ${token}\n` });
  const { cells } = JSON.parse(stdout) as { cells: { rows: unknown[][]; error: unknown }[] };
  assert.deepEqual(
    cells.map(({ error }) => error),
    calls.map(() => null),
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    cells.map(({ rows }) => rows),
    calls.map(([, , rows]) => rows),
  );
  assert.deepEqual(
    service.received,
    calls.map(([, request]) => {
      const type = request.startsWith('POST') ? 'application/json' : '-';
      return `${request} | application/json | ${type} | Bearer ${token}`;
    }),
  );
  assert.ok(!stdout.includes(token) && !stderr.includes(token));
});

test('a page of its data has the rights notice whole, and no form of the token', async () => {
  const file = path.join(folder, 'page.signals');
  writeFileSync(file, "```{sql}\nFROM company_events('q1')\n```\n");
  const words = ['run', file, '--format', 'html', ...urls];
  const { stdout, code } = await signals(words, { SIGNALS_TOKEN: token });
  assert.equal(code, 0);
  assert.ok(service.received.some(request => request.endsWith(token)));
  assert.match(stdout, /<\/strong> Mine\.\n\nAll\.\nContact: a@b\.test<\/p>/);
  const forms = [token, ...base64Forms(token).map(({ text }) => text)];
  assert.deepEqual(
    forms.filter(form => stdout.includes(form)),
    [],
  );
});
