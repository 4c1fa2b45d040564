import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventFamily, eventIds, eventNames } from '../../../src/core/service/eventTypes';

/** The table "Event names seen for ids" of the specification. */
const published = `
E1_A QF Reporting Growth
E1_C QF Announcement
E2_A Product Launch
E2_B Product Cancellation/Delay
E2_C Product Launch Announcement
E5_A Market Expansion
E6_B Acquisition
E6_C Share Purchase
E6_F Company Spin-off
E8_B C-Level and Board Appointments
E9_A Sales Volume Increase
E9_B Sales Volume Decrease
E10_A Production Increase
E13_A Restructure/Job Cuts
E17_A Cyber Attack
E17_C Data Breach
E17_D Data Security Improvement
E19_B Strategic Alliance
E33_A CO2 Emissions
E33_B Decarbonisation
E34_A Energy Efficiency
E34_E Green Steel Development
E41_A Stock Price Up
E41_B Stock Price Down
E42_A Reorganization
E45_C Strategic Expenditure Cut
E47_A Unethical Business Activity
E53_A Lawsuit
E53_B Investigation
E55_A Fine
`;

/** Letters by family, from the list "Event ids accepted by the event_ids filter". */
const lettersByFamily: Record<string, string> = {
  E1: 'ABC',
  E2: 'ABC',
  E3: 'A',
  E5: 'A',
  E6: 'ABCDEF',
  E7: 'ABC',
  E8: 'ABC',
  E9: 'AB',
  E10: 'AB',
  E11: 'A',
  E12: 'AB',
  E13: 'AB',
  E14: 'AB',
  E15: 'A',
  E16: 'AB',
  E17: 'ABCD',
  E18: 'ABCG',
  E19: 'AB',
  E20: 'A',
  E21: 'AB',
  E22: 'ABC',
  E23: 'ABCD',
  E24: 'ABC',
  E25: 'ABCDE',
  E26: 'AB',
  E27: 'ABCD',
  E28: 'A',
  E29: 'AB',
  E30: 'A',
  E31: 'AB',
  E32: 'ACD',
  E33: 'ABCDEFGHIJKL',
  E34: 'ABCDEF',
  E35: 'ABC',
  E36: 'AB',
  E37: 'ABC',
  E38: 'ABCDE',
  E39: 'AB',
  E41: 'ABC',
  E42: 'AB',
  E45: 'ABC',
  E46: 'ABC',
  E47: 'A',
  E48: 'ABCDEFGHI',
  E49: 'ABC',
  E50: 'AB',
  E51: 'ABCDE',
  E52: 'AB',
  E53: 'AB',
  E54: 'A',
  E55: 'A',
  E56: 'A',
};

test('there are 148 event ids in 52 families, with the gaps of the specification', () => {
  const expected = Object.entries(lettersByFamily).flatMap(([family, letters]) =>
    [...letters].map(letter => `${family}_${letter}`),
  );
  assert.deepEqual([...eventIds].sort(), expected.sort());
  assert.equal(new Set(eventIds).size, 148);
  assert.equal(new Set(eventIds.map(eventFamily)).size, 52);
  for (const absent of ['E4_A', 'E40_A', 'E43_A', 'E44_A', 'E18_D', 'E18_F', 'E32_B']) {
    assert.ok(!eventIds.includes(absent), absent);
  }
});

test('event ids keep the order of the specification, which is not sorted', () => {
  assert.deepEqual(eventIds.slice(0, 5), ['E9_A', 'E9_B', 'E2_A', 'E2_B', 'E2_C']);
  assert.equal(eventIds.at(-1), 'E51_E');
});

test('thirty event ids have a name, each another one', () => {
  const expected = published
    .trim()
    .split('\n')
    .map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
  assert.deepEqual([...eventNames], expected);
  assert.equal(new Set(eventNames.values()).size, 30);
  for (const id of eventNames.keys()) {
    assert.ok(eventIds.includes(id), id);
  }
});

test('the family of an id is what stands before the underscore', () => {
  assert.equal(eventFamily('E33_A'), 'E33');
  assert.equal(eventFamily('E1'), 'E1');
});
