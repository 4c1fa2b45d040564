import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberGridChoices } from '../../../src/view/gridChoices';
import { readTabMessage } from '../../../src/core/protocol/tabMessage';
import { beginWith, goOnFrom, keepTable, keptTable } from '../../../src/view/table/keptTables';
import { overlayTable, resultOutput } from '../browser/outputs';

test('a tab begins with the order, the filters, the columns and the pins of the grid that it was opened from', () => {
  const table = { ...overlayTable(10), id: 'left' };
  const filters = [{ kind: 'range', column: 4, from: '1', to: null }] as const;
  const arrangement = { sort: [{ column: 0, descending: true }], filters };
  const message = readTabMessage({
    type: 'result',
    output: resultOutput({ table }),
    place: { notebook: 'file:///a.signals', cell: 0, text: '' },
    shown: { arrangement, columns: [3, 1, 0], pinnedCount: 2, widths: [{ column: 3, px: 90 }] },
  });
  assert.ok(message?.type === 'result' && message.shown);
  beginWith(table, message.shown);
  const { order, pinnedCount, widths, arrangement: kept } = keptTable('left', table.columns.length);
  assert.equal(widths.get(3), 90);
  assert.deepEqual([order, pinnedCount, kept], [[3, 1, 0], 2, arrangement]);
});

test('the next result of a cell has the strip and the height that were chosen last, in its own grid first', () => {
  const [first, second] = ['first', 'second'].map(id => ({ ...overlayTable(10), id }));
  assert.ok(first && second);
  const count = first.columns.length;
  keepTable('first', { ...keptTable('first', count), ownChoices: { rows: 5 } });
  rememberGridChoices({ overview: true, rows: 20 });
  goOnFrom(first, second);
  assert.deepEqual(keptTable('second', count).choices, { overview: true, rows: 5 });
});
