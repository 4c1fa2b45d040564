import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gallery } from '../../../src/core/gallery/gallery';
import type { ColumnRole } from '../../../src/core/gallery/galleryChart';
import { suggestFor } from '../../../src/core/gallery/suggest';

const types: Readonly<Record<ColumnRole, string>> = {
  date: 'DATE',
  category: 'VARCHAR',
  number: 'DOUBLE',
  flag: 'BOOLEAN',
};

test('every clause of the gallery is offered for the result of its own query, and one of the gallery first', () => {
  for (const chart of gallery) {
    const clause = chart.kind === 'visualise' ? chart : chart.alone;
    if (clause) {
      const columns = clause.columns.map(({ name, role }) => ({ name, type: types[role] }));
      const offered = suggestFor({ columns, rows: [] });
      const own = offered.find(({ id }) => id === chart.name);
      assert.equal(own?.clause, clause.drawing, chart.name);
      assert.match(own?.question ?? '', /\?$/, chart.name);
      const known = gallery.map(({ name }) => name);
      assert.ok(known.includes(offered[0]?.id ?? ''), chart.name);
    }
  }
});

test('a ranked list is drawn with the names of its own columns', () => {
  const columns = [
    { name: 'company', type: 'VARCHAR' },
    { name: 'Bull Bear Score', type: 'DOUBLE' },
    { name: 'side', type: 'VARCHAR' },
  ];
  const [best] = suggestFor({ columns, rows: [] });
  assert.equal(best?.id, 'ranked-bars');
  assert.match(best.clause, /^VISUALISE "Bull Bear Score" AS x, company AS y\n/);
});

test('a list of one side is drawn without the labels that stand on the other side', () => {
  const columns = [
    { name: 'name', type: 'VARCHAR' },
    { name: 'score', type: 'DOUBLE' },
    { name: 'side', type: 'VARCHAR' },
  ];
  const best = (rows: readonly unknown[][]) => suggestFor({ columns, rows })[0];
  const bullish = ['a', 0.9, 'bullish'];
  assert.match(best([bullish, ['b', -0.9, 'bearish']])?.clause ?? '', /DRAW text/);
  const oneSided = best([bullish, ['b', 0.8, 'bullish']]);
  assert.equal(oneSided?.id, 'ranked-bars');
  assert.doesNotMatch(oneSided?.clause ?? '', /DRAW text/);
});

test('a chart of one row each is not offered for many days, and none is offered twice', () => {
  const columns = [
    { name: 'date', type: 'DATE' },
    { name: 'name', type: 'VARCHAR' },
    { name: 'score', type: 'DOUBLE' },
    { name: 'side', type: 'VARCHAR' },
  ];
  const ids = (days: readonly string[]): string[] =>
    suggestFor({ columns, rows: days.map(day => [day, 'a', 1, 'bullish']) }).map(({ id }) => id);
  assert.equal(ids(['2026-11-19'])[0], 'ranked-bars');
  assert.ok(!ids(['2026-11-19', '2026-11-20']).includes('ranked-bars'));
  assert.equal(new Set(ids(['2026-11-19'])).size, ids(['2026-11-19']).length);
});

test('what the gallery does not know is drawn simply, and nothing is made of nothing', () => {
  const [best] = suggestFor({ columns: [{ name: 'price', type: 'DOUBLE' }], rows: [] });
  assert.equal(best?.id, 'histogram');
  assert.deepEqual(suggestFor({ columns: [], rows: [] }), []);
});

test('a result without rows is not drawn', () => {
  const columns = [
    { name: 'date', type: 'DATE' },
    { name: 'score', type: 'DOUBLE' },
  ];
  assert.ok(suggestFor({ columns, rows: [], rowCount: 1 }).length > 0);
  assert.deepEqual(suggestFor({ columns, rows: [], rowCount: 0 }), []);
});
