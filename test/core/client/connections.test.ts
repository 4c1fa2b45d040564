import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameProblem, withoutEntry } from '../../../src/core/base/namedEntries';
import { chooseConnection } from '../../../src/core/client/chooseConnection';
import {
  readConnections,
  sandboxConnection,
  withConnection,
} from '../../../src/core/client/connections';
import { tokenBinding, tokenLapse } from '../../../src/core/client/tokenLife';

const live = { name: 'Live', quantUrl: 'https://q.test/a', dataUrl: 'https://d.test/x/v2/api' };
const second = { name: 'Second', quantUrl: 'https://q2.test', dataUrl: 'https://d2.test' };
const connections = readConnections([live, second]).connections;

test('the sandbox is always there and comes first', () => {
  for (const setting of [undefined, null, [], 'x', {}, [live]]) {
    assert.equal(readConnections(setting).connections[0], sandboxConnection);
  }
});

test('a connection keeps its name and its addresses without a slash at the end', () => {
  const [, read] = readConnections([
    { ...live, name: ' Live ', quantUrl: 'https://q.test/a/' },
  ]).connections;
  assert.deepEqual(read, { ...live, synthetic: false });
});

test('an entry at fault is left out with a sentence and takes nothing else with it', () => {
  const faults: [unknown, RegExp][] = [
    ['text', /not an object/],
    [{ name: 'A' }, /needs the strings/],
    [{ ...live, name: '' }, /name is empty/],
    [{ ...live, name: 'sandbox' }, /already a connection named sandbox/],
    [{ ...live, name: 'a\u202eb' }, /visible/],
    [{ ...live, quantUrl: 'http://q.test' }, /Live is ignored\. quantUrl: .*https/],
    ...[
      'lake',
      './lake',
      '~/lake',
      '/',
      'C:\\',
      '//',
      '/a/../b',
      '/a\nb',
      `/${'a'.repeat(5000)}`,
      1,
      [],
    ].map((lake): [unknown, RegExp] => [
      { ...live, lake },
      /Live is ignored\. lake: It is the absolute path of a folder/,
    ]),
    [{ ...live, dataUrl: 'https://user:pass@d.test' }, /dataUrl: .*user name/],
  ];
  for (const [entry, expected] of faults) {
    const { connections: read, problems } = readConnections([entry, second]);
    assert.deepEqual(
      read.map(({ name }) => name),
      ['Sandbox', 'Second'],
    );
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', expected);
  }
});

test('a connection has a lake where the setting names an absolute path', () => {
  const lakeOf = (lake: unknown) => readConnections([{ ...live, lake }]).connections[1]?.lake;
  for (const lake of ['/home/me/lake', 'D:\\lakes\\one', 'd:/lakes', '\\\\server\\share']) {
    assert.equal(lakeOf(lake), lake);
  }
  assert.equal(lakeOf(undefined), undefined);
  assert.equal(lakeOf(''), undefined);
});

test('the second of two connections with one name is left out', () => {
  const { connections: read, problems } = readConnections([live, { ...second, name: 'LIVE' }]);
  assert.deepEqual(
    read.map(({ quantUrl }) => quantUrl),
    ['', live.quantUrl],
  );
  assert.equal(problems.length, 1);
});

test('a new name is refused where it is taken, whatever its case', () => {
  assert.match(nameProblem('second', connections, name => `${name} is taken.`) ?? '', /is taken/);
  assert.equal(
    nameProblem('Third', connections, name => `${name} is taken.`),
    undefined,
  );
});

function checkChoice(
  names: { session?: string; frontMatter?: string; window?: string },
  expected: string,
  note: RegExp | null = null,
): void {
  const choice = chooseConnection(connections, {
    session: names.session,
    frontMatter: names.frontMatter,
    window: names.window,
  });
  assert.equal(choice.connection.name, expected, JSON.stringify(names));
  if (note) {
    assert.match(choice.note ?? '', note);
  } else {
    assert.equal(choice.note, null);
  }
}

test('the choice of the session wins over the notebook, and the notebook over the window', () => {
  checkChoice({}, 'Sandbox');
  checkChoice({ window: 'Live' }, 'Live');
  checkChoice({ frontMatter: 'second', window: 'Live' }, 'Second');
  checkChoice({ session: 'Sandbox', frontMatter: 'Second', window: 'Live' }, 'Sandbox');
});

test('a connection that is gone falls back to the next choice', () => {
  const gone = /Gone, which was selected, is no longer in your settings: cells run on /;
  checkChoice({ window: 'Gone' }, 'Sandbox', gone);
  checkChoice({ session: 'Gone', window: 'Live' }, 'Live', gone);
  checkChoice({ session: 'Gone', frontMatter: 'Second' }, 'Second', gone);
  checkChoice({ session: 'Sandbox', window: 'Gone' }, 'Sandbox');
});

test('a notebook that names an unknown connection says so', () => {
  checkChoice({ frontMatter: 'Elsewhere', window: 'Live' }, 'Live', /Elsewhere.*run on Live/);
  checkChoice({ session: 'Second', frontMatter: 'Elsewhere' }, 'Second');
});

test('an edited connection keeps its place, and the entries beside it stay as they are', () => {
  const setting = ['not an entry', { ...live, name: ' Live ', note: 'kept' }, second];
  const edited = { ...live, name: 'Desk', dataUrl: 'https://d.test/y/v2/api' };
  const [odd, , other] = setting;
  assert.deepEqual(withConnection(setting, 'Live', edited), [
    odd,
    { ...edited, note: 'kept' },
    other,
  ]);
  assert.deepEqual(withConnection(undefined, null, live), [live]);
  assert.deepEqual(withConnection([second], 'Gone', live), [second, live]);
  assert.deepEqual(withoutEntry(setting, 'Live'), [odd, other]);
});

test('a token is bound to the name and to both addresses', () => {
  const base = { ...live, synthetic: false };
  const others = [
    { ...base, name: 'Other' },
    { ...base, quantUrl: 'https://q.test/b' },
    { ...base, dataUrl: 'https://evil.test' },
  ];
  const bindings = new Set([base, ...others].map(tokenBinding));
  assert.equal(bindings.size, 4);
});

test('a token is said to lapse within its last day', () => {
  const hourMs = 3_600_000;
  const cases: [number | null, string][] = [
    [null, 'none'],
    [25 * hourMs, 'none'],
    [24 * hourMs, 'soon'],
    [1, 'soon'],
    [0, 'lapsed'],
    [-hourMs, 'lapsed'],
  ];
  for (const [expiry, expected] of cases) {
    assert.equal(
      tokenLapse(expiry === null ? null : 1e12 + expiry, 1e12),
      expected,
      String(expiry),
    );
  }
});
