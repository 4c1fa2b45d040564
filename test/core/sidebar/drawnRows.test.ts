import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { DrawnRows } from '../../../src/core/sidebar/drawnRows';
import type { Row } from '../../../src/core/sidebar/row';

/** Rows below each row, by its id; those of the first level by ''. */
type Lists = Record<string, readonly Row[]>;

const row = (id: string, label = id): Row => ({ id, label, kind: 'any' });

let lists: Lists;
/** The lists that were asked for. */
let asked: string[];
let tree: DrawnRows;

/** Draws as an editor does in which every row is expanded. */
async function draw(parent?: Row): Promise<void> {
  for (const each of await tree.list(parent)) {
    tree.draw(each);
    if (lists[each.id]) {
      await draw(each);
    }
  }
}

/** Ids of the rows to refresh, or what else is to be done. */
async function changedIds(of = tree): Promise<readonly string[] | string> {
  const change = await of.changes();
  return change.kind === 'rows' ? change.rows.map(({ id }) => id) : change.kind;
}

beforeEach(async () => {
  lists = { '': [row('a'), row('b'), row('c')], a: [row('a1'), row('a2')], a1: [row('deep')] };
  asked = [];
  tree = new DrawnRows(async (parent): Promise<readonly Row[]> => {
    const id = parent?.id ?? '';
    asked.push(id);
    return Promise.resolve(lists[id] ?? []);
  });
  await draw();
});

test('nothing is drawn again where nothing changed', async () => {
  assert.deepEqual(await changedIds(), []);
});

test('a row that changed is drawn again, and no other', async () => {
  lists[''] = [row('a'), row('b', 'Now with a score'), row('c')];
  assert.deepEqual(await changedIds(), ['b']);
  lists['a1'] = [row('deep', 'changed too')];
  assert.deepEqual(await changedIds(), ['deep', 'b']);
  lists['a'] = [row('a1', 'above it'), row('a2')];
  assert.deepEqual(await changedIds(), ['a1', 'b']);
});

test('a row is drawn again until the editor has drawn it as it is', async () => {
  const b = row('b', 'Now with a score');
  lists[''] = [row('a'), b, row('c')];
  await tree.changes();
  assert.deepEqual(await changedIds(), ['b']);
  tree.draw(b);
  assert.deepEqual(await changedIds(), []);
});

test('a row whose rows are others, or in another order, is drawn again with them', async () => {
  lists['a'] = [row('a2'), row('a1')];
  assert.deepEqual(await changedIds(), ['a']);
  await tree.list(row('a'));
  assert.deepEqual(await changedIds(), []);
  lists['a'] = [row('a1')];
  assert.deepEqual(await changedIds(), ['a']);
});

test('the whole tree is drawn again if its first level has other rows, and before it is drawn', async () => {
  lists[''] = [row('a'), row('b')];
  assert.equal(await changedIds(), 'tree');
  await draw();
  assert.deepEqual(await changedIds(), []);
  tree.clear();
  assert.equal(await changedIds(), 'tree');
});

test('a row that is new is known once its list was asked for again', async () => {
  lists[''] = [row('a'), row('new')];
  await tree.changes();
  assert.equal(tree.has(row('new')), false);
  await draw();
  assert.equal(tree.has(row('new')), true);
  assert.equal(tree.has(row('deep')), false);
});

/** A tree of one row, whose answers are given by the test. */
function slowTree(): { tree: DrawnRows; answer: (id: string, rows: readonly Row[]) => void } {
  const waiting = new Map<string, (rows: readonly Row[]) => void>();
  return {
    tree: new DrawnRows(parent => new Promise(resolve => waiting.set(parent?.id ?? '', resolve))),
    answer: (id, rows) => waiting.get(id)?.(rows),
  };
}

test('a list that the editor asks for again may be of before the change: it is compared when it is there', async () => {
  const { tree: slow, answer } = slowTree();
  for (let time = 0; time < 2; time++) {
    const asked = slow.list(undefined);
    assert.equal(await changedIds(slow), time === 0 ? 'tree' : 'awaited');
    let isAnswered = false;
    const answered = slow.whenAnswered().then(() => (isAnswered = true));
    await Promise.resolve();
    assert.equal(isAnswered, false);
    answer('', [row('a')]);
    await Promise.all([asked, answered]);
  }
  const change = changedIds(slow);
  answer('', [row('a', 'changed')]);
  assert.deepEqual(await change, ['a']);
});

test('the list of a row that the user expands is awaited at a change: the whole tree would collapse the row again', async () => {
  const { tree: slow, answer } = slowTree();
  const first = slow.list(undefined);
  assert.equal(await changedIds(slow), 'tree');
  answer('', [row('a')]);
  await first;
  const below = slow.list(row('a'));
  assert.equal(await changedIds(slow), 'awaited');
  answer('a', [row('a1')]);
  await below;
  const change = changedIds(slow);
  answer('', [row('a')]);
  await Promise.resolve();
  await Promise.resolve();
  answer('a', [row('a1', 'changed')]);
  assert.deepEqual(await change, ['a1']);
});

test('a row is not refreshed while the editor waits for those below it, which it asked for during the comparison', async () => {
  const { tree: slow, answer } = slowTree();
  const first = slow.list(undefined);
  answer('', [row('a')]);
  await first;
  const change = changedIds(slow);
  void slow.list(row('a'));
  answer('', [row('a', 'changed')]);
  assert.equal(await change, 'awaited');
});

test('an answer that is late does not replace that of a later request, nor what is known after a refresh of all', async () => {
  const answers: ((rows: readonly Row[]) => void)[] = [];
  const slow = new DrawnRows(() => new Promise(resolve => answers.push(resolve)));
  const [one, other] = [slow.list(undefined), slow.list(undefined)];
  answers[1]?.([row('new')]);
  await other;
  answers[0]?.([row('old')]);
  await one;
  assert.deepEqual([slow.has(row('new')), slow.has(row('old'))], [true, false]);
  const last = slow.list(undefined);
  slow.clear();
  answers[2]?.([row('gone')]);
  await last;
  assert.equal(slow.has(row('gone')), false);
});

test('a list that fails is not awaited any more', async () => {
  const failing = new DrawnRows(() => Promise.reject(new Error('no rows')));
  await assert.rejects(failing.list(undefined), /no rows/);
  assert.equal(await changedIds(failing), 'tree');
});

test('rows below a collapsed row are not asked for, and are refreshed when it is expanded', async () => {
  tree.collapse(row('a'));
  lists['a'] = [];
  asked = [];
  assert.deepEqual(await changedIds(), ['a']);
  assert.deepEqual(asked, ['']);
  assert.deepEqual(await changedIds(), []);
  await tree.list(row('a'));
  asked = [];
  assert.deepEqual(await changedIds(), []);
  assert.deepEqual(asked, ['', 'a']);
});

test('a list of a row that is refreshed is refreshed at each change until the editor asks for it; those below are not asked for', async () => {
  lists[''] = [row('a', 'changed'), row('b'), row('c')];
  assert.deepEqual(await changedIds(), ['a']);
  tree.draw(row('a', 'changed'));
  asked = [];
  assert.deepEqual(await changedIds(), ['a']);
  assert.deepEqual(asked, ['', 'a']);
  await tree.list(row('a'));
  assert.deepEqual(await changedIds(), []);
});

test('a row that comes back is a new one', async () => {
  const [a, b, c] = lists[''] ?? [];
  lists[''] = [b, c].flatMap(each => each ?? []);
  await tree.list(undefined);
  lists[''] = [a, b, c].flatMap(each => each ?? []);
  await tree.list(undefined);
  asked = [];
  assert.deepEqual(await changedIds(), []);
  assert.deepEqual(asked, ['']);
});

test('a list that was to be refreshed is owed until the editor asks for it, where it is visible', async () => {
  assert.deepEqual(tree.owedLists, []);
  lists['a'] = [row('a1', 'changed'), row('a2')];
  await tree.changes();
  assert.deepEqual(tree.owedLists, ['a1']);
  void tree.list(row('a1', 'changed'));
  assert.deepEqual(tree.owedLists, []);
  await draw();
  lists[''] = [row('a', 'changed'), row('b'), row('c')];
  await tree.changes();
  // The editor has not said which rows are below it now.
  assert.deepEqual(tree.owedLists, ['a']);
  await tree.list(row('a', 'changed'));
  assert.deepEqual(tree.owedLists, ['a1']);
  tree.collapse(row('a1'));
  assert.deepEqual(tree.owedLists, []);
});

test('what is owed is refreshed once more where it is overdue', async () => {
  lists['a'] = [row('a1', 'changed'), row('a2')];
  await tree.changes();
  tree.draw(row('a1', 'changed'));
  const change = await tree.changes(true);
  assert.deepEqual(change.kind === 'rows' && change.unasked, ['a1']);
  tree.clear();
  assert.deepEqual(await tree.changes(true), { kind: 'tree' });
});

test('a list that was awaited for the first time is owed after a refresh of all', async () => {
  const { tree: slow, answer } = slowTree();
  const root = slow.list(undefined);
  answer('', [row('a')]);
  await root;
  void slow.list(row('a'));
  assert.equal(slow.isAwaited, true);
  slow.clear();
  assert.deepEqual(slow.owedLists, [undefined]);
  const again = slow.list(undefined);
  answer('', [row('a')]);
  await again;
  assert.deepEqual(slow.owedLists, ['a']);
});

test('nothing is owed below a collapsed row', async () => {
  tree.clear();
  await tree.list(undefined);
  await tree.list(row('a'));
  assert.deepEqual(tree.owedLists, ['a1']);
  tree.collapse(row('a'));
  assert.deepEqual(tree.owedLists, []);
});

test('after a refresh of all, the first level is owed, and then what was expanded below it', async () => {
  tree.clear();
  assert.deepEqual(tree.owedLists, [undefined]);
  await tree.list(undefined);
  assert.deepEqual(tree.owedLists, ['a']);
  lists[''] = [row('b')];
  await tree.list(undefined);
  assert.deepEqual(tree.owedLists, []);
});
