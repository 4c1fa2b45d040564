import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from './openSession';

test('a session tells the tables and views that its cells made, and none of its own', async () => {
  const opened = await openSession();
  await opened.run('CREATE TABLE "A b" AS SELECT 1 AS x, [2] AS "y z"; FROM bullish_stocks()');
  await opened.run("CREATE TEMP VIEW v AS SELECT 'a' AS a");
  assert.deepEqual(await opened.session.tables(), [
    {
      name: 'A b',
      kind: 'table',
      columns: [
        { name: 'x', type: 'INTEGER' },
        { name: 'y z', type: 'INTEGER[]' },
      ],
    },
    { name: 'v', kind: 'view', columns: [{ name: 'a', type: 'VARCHAR' }] },
  ]);
  await opened.run('DROP TABLE "A b"');
  assert.deepEqual(
    (await opened.session.tables()).map(({ name }) => name),
    ['v'],
  );
  await opened.close();
});
