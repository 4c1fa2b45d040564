import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { counted } from '../../../src/core/base/text';
import { t, useTranslations } from '../../../src/core/base/translations';

afterEach(() => useTranslations({}));

test('without translations a text is in English, with its values', () => {
  assert.equal(t('{0} of {1}', 3, '12 rows'), '3 of 12 rows');
  assert.equal(t('{1} before {0}, and no {2}', 'b', 'a'), 'a before b, and no {2}');
  assert.equal(t('{0}', '{1}', 'x'), '{1}', 'a value is no text');
  assert.equal(counted(1, 'row'), '1 row');
  assert.equal(counted(1234, 'entity', 'entities'), '1,234 entities');
});

test('a translation may put the values in another order, and what has none stays in English', () => {
  assert.ok(useTranslations({ '{0} of {1}': '{1}, davon {0}', '{0} rows': '{0} Zeilen' }));
  assert.ok(!useTranslations({ '{0} of {1}': '{1}, davon {0}', '{0} rows': '{0} Zeilen' }));
  assert.equal(t('{0} of {1}', 3, counted(12, 'row')), '12 Zeilen, davon 3');
  assert.equal(t('Filter…'), 'Filter…');
  assert.equal(t('toString'), 'toString');
});
