import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutOptions } from '../../../src/core/notebook/cellOptions';
import { pageLayout } from '../../../src/core/notebook/pageLayout';

const sql = 'signals-sql';

test('a cell says how a page shows it, in the words of Quarto', () => {
  const layout = (text: string) => pageLayout(sql, text);
  assert.deepEqual(layout('SELECT 1'), { isHalf: false, showsCode: true });
  assert.deepEqual(layout('-- why\n--| column: half\nSELECT 1'), {
    isHalf: true,
    showsCode: true,
  });
  assert.deepEqual(layout('--| echo: false\n--| column: half # two\nSELECT 1'), {
    isHalf: true,
    showsCode: false,
  });
  assert.deepEqual(layout('--| echo: false\n--| echo: true\nSELECT 1').showsCode, true);
  assert.deepEqual(layout('SELECT 1\n--| echo: false'), { isHalf: false, showsCode: true });
  assert.equal(pageLayout('vega-lite', '--| column: half').isHalf, false);
  assert.equal(
    withoutOptions('-- why\n--| column: half\n--| echo: false\nFROM a'),
    '-- why\nFROM a',
  );
});
