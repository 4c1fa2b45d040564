import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { instructions as text } from '../../src/core/agents/instructions';
import { analyses } from '../../src/core/analyses/analyses';
import { overlayChanges } from '../../src/core/overlays/overlayChanges';
import { signalFunctions } from '../../src/core/service/functions';
import { referenceTables } from '../../src/core/service/referenceTables';
import { GallerySession } from '../support/galleryCharts';

const examples = [...text.matchAll(/^```sql\n([^]*?)^```$/gm)].map(match => match[1] ?? '');

describe('the instructions for agents', () => {
  let session: GallerySession;
  before(async () => {
    session = await GallerySession.open();
  });
  after(() => session.close());

  test('have examples that run on the sandbox and return rows', async () => {
    assert.ok(examples.length >= 7);
    for (const example of examples) {
      const { error, table, chart } = await session.run(example);
      assert.equal(error, null, `${example}\n${error?.message ?? ''}`);
      assert.ok((table?.rowCount ?? chart?.datasets[0]?.rowCount ?? 0) > 0, example);
    }
  });

  test('name every function of the service with arguments that it has, and no other function', () => {
    const rows = [...text.matchAll(/^\| `(\w+)\(([^`]*)\)` \|/gm)];
    const functions = [...signalFunctions, overlayChanges];
    assert.deepEqual(rows.map(row => row[1]).sort(), functions.map(({ name }) => name).sort());
    for (const [, name, written = ''] of rows) {
      const args = [...written.matchAll(/(\w+) :=/g)].map(match => match[1] ?? '');
      const known = JSON.stringify(functions.find(each => each.name === name));
      args.forEach(arg => assert.ok(known.includes(`"${arg}"`), `${name} has no ${arg}`));
    }
  });

  test('name tables and analyses that exist', () => {
    const tables = [...referenceTables.map(({ name }) => name), 'entities', 'portfolios'];
    const rows = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(match => match[1] ?? ''),
    );
    assert.deepEqual(rows.sort(), tables.sort());
    const [, section = ''] = /## Analyses\n([^]*?)Let the tool/.exec(text) ?? [];
    const named = [...section.matchAll(/`(\w+)`/g)].map(match => match[1] ?? '');
    assert.ok(named.length >= 5);
    const known = analyses().map(({ name }) => name);
    named.forEach(name => assert.ok(known.includes(name), name));
  });
});
