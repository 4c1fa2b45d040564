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

const changedIds = async (): Promise<readonly string[] | undefined> =>
  (await tree.changed())?.map(({ id }) => id);

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
});

test('a row is drawn again until the editor has drawn it as it is', async () => {
  const b = row('b', 'Now with a score');
  lists[''] = [row('a'), b, row('c')];
  await tree.changed();
  assert.deepEqual(await changedIds(), ['b']);
  tree.draw(b);
  assert.deepEqual(await changedIds(), []);
});

test('a row whose rows are others, or in another order, is drawn again with them', async () => {
  lists['a'] = [row('a2'), row('a1')];
  assert.deepEqual(await changedIds(), ['a']);
  lists['a'] = [row('a1')];
  assert.deepEqual(await changedIds(), ['a']);
});

test('the whole tree is drawn again if its first level has other rows, and before it is drawn', async () => {
  lists[''] = [row('a'), row('b')];
  assert.equal(await changedIds(), undefined);
  await draw();
  assert.deepEqual(await changedIds(), []);
  tree.clear();
  assert.equal(await changedIds(), undefined);
});

test('a row that is new is known once its list was asked for again', async () => {
  lists[''] = [row('a'), row('new')];
  await tree.changed();
  assert.equal(tree.has(row('new')), false);
  await draw();
  assert.equal(tree.has(row('new')), true);
  assert.equal(tree.has(row('deep')), false);
});

test('a list of which the rows are still awaited is drawn again: they may be those of before the change', async () => {
  let now: readonly Row[] = [row('old')];
  const answers: (() => void)[] = [];
  const slow = new DrawnRows(() => {
    const rows = now;
    return new Promise(resolve => answers.push(() => resolve(rows)));
  });
  const drawing = slow.list(undefined);
  now = [row('new')];
  const changed = slow.changed();
  answers[1]?.();
  assert.equal(await changed, undefined);
  answers[0]?.();
  await drawing;
  const again = slow.changed();
  answers[2]?.();
  assert.equal(await again, undefined);
});

test('rows below a collapsed row are not asked for, and are drawn again when it is expanded', async () => {
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
