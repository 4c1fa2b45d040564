import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryNames } from '../../../src/core/service/countryNames';
import {
  factualities,
  industries,
  sourceCountries,
  stockIndices,
  temporalities,
  timeHorizons,
} from '../../../src/core/service/enumerations';

test('a time horizon is one of four, and never all', () => {
  assert.deepEqual([...timeHorizons], ['1D', '1W', '1M', '3M']);
});

test('an industry is one of fifteen, all among them', () => {
  assert.equal(
    industries.join(', '),
    'all, energy, basic_materials, health_care, consumer_discretionary, industrials, consumer_goods, ' +
      'oil_gas, consumer_services, real_estate, consumer_staples, technology, telecommunications, ' +
      'financials, utilities',
  );
  assert.equal(new Set(industries).size, 15);
});

test('a source country is all or one of fifty-one lower-case codes', () => {
  assert.equal(
    sourceCountries.join(', '),
    'all, ar, at, au, bd, be, bm, br, ca, ch, cl, cn, co, cy, de, dk, es, fi, fr, gb, gg, gr, hk, id, ' +
      'ie, il, im, in, it, je, jp, kr, ky, lu, mx, nl, no, nz, pk, pl, pt, ru, sa, se, sg, th, tr, tw, ' +
      'us, vg, vn, za',
  );
  assert.equal(new Set(sourceCountries).size, 52);
  assert.deepEqual(['all', ...countryNames.keys()], [...sourceCountries]);
});

test('a stock index is one of eight, six of them with a space', () => {
  assert.deepEqual(
    [...stockIndices],
    [
      'all',
      'STOXX 600',
      'SP 500',
      'DAX',
      'Russell 3000',
      'Russell 2000',
      'Russell 1000',
      'MSCI World',
    ],
  );
  assert.equal(stockIndices.filter(index => index.includes(' ')).length, 6);
});

test('a factuality filter is one of eight upper-case words, UNKNOWN and NONE among them', () => {
  assert.equal(
    factualities.join(', '),
    'FACT, UNKNOWN, POSSIBLE, COUNTERPROBABLE, NONE, COUNTERPOSSIBLE, COUNTERFACT, PROBABLE',
  );
});

test('a temporality filter is one of five upper-case words, UNKNOWN and NONE among them', () => {
  assert.equal(temporalities.join(', '), 'UNKNOWN, PRESENT, NONE, PAST, FUTURE');
});
