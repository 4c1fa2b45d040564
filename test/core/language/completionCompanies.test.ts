import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptySession, type AssistFacts } from '../../../src/core/language/assist';
import type { CompletionItem } from '../../../src/core/language/completion/item';
import { completeCell } from '../../../src/core/language/completion/completeCell';
import { sandboxCompanies } from '../../../src/sandbox/sandbox';
import { demo } from '../../sandbox/asking';
import { atCursor, company, factsOf } from './assisted';

const isSearched = false;
const sandbox = {
  ...{ connection: 'Sandbox', synthetic: true, isSearched },
  entities: sandboxCompanies(demo),
};
const live = {
  ...{ connection: 'live', synthetic: false, isSearched },
  entities: [company('company:Z9', 'Zeta')],
};

/** What is offered at `|` in a notebook in which nothing ran. */
function fresh(
  marked: string,
  companies: AssistFacts['companies'],
  session = emptySession,
): CompletionItem[] {
  const { text, offset } = atCursor(marked);
  const facts = factsOf(text);
  const notebook = { ...facts.notebook, portfolios: [] };
  return completeCell({ ...facts, notebook, companies, session }, offset);
}

test('in a fresh notebook on the sandbox its companies are offered by name and by key', () => {
  for (const typed of ["'hal|'", "'hal|", "'Halervik|'", "['demo0001', 'hal|']", 'hal|']) {
    const offered = fresh(`FROM bull_bear_score_ts(${typed}`, sandbox);
    const item = offered.find(({ label }) => label === 'Halervik Medical');
    assert.match(item?.insert ?? '', /^'?company:demo0363'$/, typed);
    assert.match(item?.detail ?? '', /^company:demo0363, JSOX\.KY, sandbox, /);
    assert.match(item?.filter ?? '', /^Halervik Medical .*company:demo0363$/);
  }
  const first = fresh("FROM events_ts('hal|')", sandbox).slice(0, 11);
  assert.ok(first.every(({ label }) => label.startsWith('Hal')));
  const [byKey] = fresh("FROM events_ts('demo0363|')", sandbox);
  assert.equal(byKey?.label, 'Halervik Medical');
  const asked = fresh("FROM trading_volume_ts('ts|')", sandbox);
  assert.ok(!asked.some(({ kind }) => kind === 'companySearch'), 'the sandbox has no others');
});

test('companies are in the order of their names, those first whose name begins with what is typed', () => {
  const named = (...names: string[]): AssistFacts['companies'] => ({
    ...live,
    entities: names.map((name, at) => company(`company:k${at}`, name)),
  });
  const known = named('Old Hal', 'Shale', 'Halildis', 'Halervik', 'Alba Hal');
  const labels = (marked: string): string[] =>
    fresh(marked, known)
      .filter(({ kind }) => kind === 'entity')
      .map(({ label }) => label);
  assert.deepEqual(labels("FROM events_ts('hal|')"), [
    'Halervik',
    'Halildis',
    'Alba Hal',
    'Old Hal',
    'Shale',
  ]);
});

test('a call is completed with quotes to type in where no company is known yet', () => {
  const insertOf = (companies: AssistFacts['companies']): string | undefined =>
    fresh('FROM events_t|', companies).find(({ label }) => label === 'events_ts')?.insert;
  assert.equal(insertOf(null), "events_ts('${1:company:…}')$0");
  assert.equal(insertOf(sandbox), 'events_ts($1)$0');
});

test('on a live connection the companies are those that answers named, and finding more says its cost', () => {
  const offered = fresh("FROM events_ts('z|')", live);
  assert.deepEqual(
    offered.map(({ label, detail }) => [label, detail]),
    [
      ['Zeta', 'company:Z9, seen at live'],
      ['Find more companies…', '2 requests to live'],
    ],
  );
  const [, more] = offered;
  assert.deepEqual([more?.insert, more?.then], ['', 'findCompanies']);
  assert.match(more?.documentation ?? '', /up to 1000 of each \(2 requests\)/);
  for (const marked of ["FROM events_ts('nothing|')", "FROM prices WHERE entity = '|'"]) {
    const { text, offset } = atCursor(marked);
    const last = fresh(marked, live).at(-1);
    assert.equal(last?.label, 'Find more companies…', text);
    assert.deepEqual(last?.span, { from: offset, to: offset }, 'nothing is replaced');
  }
  assert.deepEqual(fresh("FROM events_ts('zzz|')", null), []);
  assert.deepEqual(fresh("FROM events_ts('zzz|')", { ...live, isSearched: true }), []);
});

test('what the session learned comes first and once, and only of the connection that is in use', () => {
  const entities = [company('company:Y8', 'Yota'), company('company:Z9', null)];
  const labels = (connection: string): string[] =>
    fresh("FROM events_ts('|')", live, { ...emptySession, connection, entities })
      .filter(({ kind }) => kind === 'entity')
      .map(({ label }) => label);
  assert.deepEqual(labels('live'), ['Yota', 'Zeta']);
  assert.deepEqual(labels('another'), ['Zeta']);
});
