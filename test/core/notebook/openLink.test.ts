import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  linkedNotebook,
  notebookLink,
  type LinkedTexts,
} from '../../../src/core/notebook/openLink';
import { readNotebook } from '../../../src/core/notebook/notebookFile';

const texts: LinkedTexts = {
  pack: text => deflateRawSync(text).toString('base64url'),
  unpack: (packed, most) =>
    inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: most }).toString(),
};

const open = (query: string, path = '/open') => linkedNotebook(path, query, texts);

function callOf(query: string): string {
  const { cells, frontMatter } = open(query);
  assert.equal(frontMatter.raw, '');
  assert.deepEqual(
    cells.map(({ kind, language }) => [kind, language]),
    [['code', 'signals-sql']],
  );
  return cells[0]?.text ?? '';
}

test('a link of a call opens a cell with the call', () => {
  const cases = [
    ['function=bullish_stocks', 'FROM bullish_stocks()'],
    ['function=bullish_stocks&amount=50', 'FROM bullish_stocks(amount := 50)'],
    [
      'amount=7&function=bearish_stocks&source_country=gb',
      "FROM bearish_stocks(amount := 7, source_country := 'gb')",
    ],
    [
      'function=bull_bear_score_ts&date_from=2026-01-05&Entities=company:a&date_through=2026-02-01',
      "FROM bull_bear_score_ts('company:a', date_from := DATE '2026-01-05', date_through := DATE '2026-02-01')",
    ],
    [
      'function=events_ts&entities=company:a&entities=company:b&factuality=FACT&factuality=PROBABLE',
      "FROM events_ts(['company:a', 'company:b'], factuality := ['FACT', 'PROBABLE'])",
    ],
    [
      "function=company_events&companies=company:o'neil:1)--&default_time_back=3d",
      "FROM company_events('company:o''neil:1)--', default_time_back := '3d')",
    ],
  ] as const;
  for (const [query, text] of cases) {
    assert.equal(callOf(query), text, query);
  }
});

test('every argument of a call is checked as in a cell', () => {
  const cases = [
    ['', /has either notebook=… or function=…/],
    ['command=x', /has either notebook=… or function=…/],
    ['function=bullish_stocks&notebook=abc', /has either notebook=… or function=…/],
    ['function=bulish_stocks', /bulish_stocks does not exist. Did you mean bullish_stocks\?/],
    ['function=read_csv', /read_csv does not exist/],
    ['function=bullish_stocks&function=events_ts', /does not exist/],
    ['function=bullish_stocks&sql=DROP', /has no argument sql/],
    ['function=bullish_stocks&amount=many', /takes a whole number, not 'many'/],
    ['function=bullish_stocks&amount=1&amount=2', /takes one value, not a list/],
    ['function=bullish_stocks&source_country=uk', /Did you mean 'gb'\?/],
    ['function=events_ts', /needs entities/],
    ['function=events_ts&entities=company:a&date_from=yesterday', /takes a date, not 'yesterday'/],
    ['function=events_ts&entities=company:a&date_from=2026-02-30', /takes a date/],
    [
      'function=events_ts&entities=company:a&date_to=2026-02-20&date_through=2026-02-20',
      /both date_to and date_through/,
    ],
    [`function=events_ts&entities=${'a'.repeat(301)}`, /longer than 300 characters/],
    [`function=events_ts${'&entities=a'.repeat(200)}`, /more than 200 values/],
    [`function=events_ts&entities=a&x=${'b'.repeat(30_000)}`, /longer than 30000 characters/],
  ] as const;
  for (const [query, message] of cases) {
    assert.throws(() => open(query), message, query);
  }
});

test('a link opens nothing but a notebook', () => {
  for (const path of ['', '/', '/run', '/open/x', '/Open']) {
    assert.throws(() => open('function=bullish_stocks', path), /can only open a notebook/, path);
  }
});

const text = `---
signals: 1
title: Größe & 100 %
---

# Title

\`\`\`{sql}
--| code-fold: true
SELECT '+&%=\u{1f600}' AS x
\`\`\`

\`\`\`{signals-outputs}
{"outputs":[{"text/plain":"old"}],"copyright":null}
\`\`\`

\`\`\`{vega-lite}
{}
\`\`\`
`;

test('a link of a notebook opens its cells and front matter, without outputs', () => {
  const link = notebookLink('vscode://publisher.name', text, texts);
  assert.match(link, /^vscode:\/\/publisher\.name\/open\?notebook=[\w-]+$/);
  const { cells, frontMatter } = open(link.slice(link.indexOf('?') + 1));
  const original = readNotebook(text);
  assert.deepEqual(frontMatter, original.frontMatter);
  assert.deepEqual(
    cells,
    original.cells.map(({ kind, language, text: own }) => ({ kind, language, text: own })),
  );
});

test('a notebook of a link that is cut, damaged, too large or too new is an error', () => {
  const packed = texts.pack(text);
  const cases = [
    ['notebook=', /damaged or cut/],
    [`notebook=${packed.slice(0, packed.length / 2)}`, /damaged or cut/],
    ['notebook=hello', /damaged or cut/],
    [`notebook=${packed}&amount=3`, /has nothing else/],
    [`notebook=${packed}&notebook=${packed}`, /has nothing else/],
    [`notebook=${texts.pack(' '.repeat(1_000_001))}`, /damaged or cut/],
    [`notebook=${texts.pack('\n')}`, /without cells/],
    [`notebook=${texts.pack('---\nsignals: 99\n---\n')}`, /version 99/],
  ] as const;
  for (const [query, message] of cases) {
    assert.throws(() => open(query), message, query);
  }
});

test('a notebook that does not fit a link says what to do', () => {
  const noise = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 9973).join(' ');
  assert.throws(() => notebookLink('vscode://a.b', noise, texts), /Send its file instead/);
});
