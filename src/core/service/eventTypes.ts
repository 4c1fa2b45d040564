/** Event ids and the names seen for them (service-spec, "Events"). */

/** The 148 ids that the `event_ids` filter accepts, in the order of the specification. */
export const eventIds: readonly string[] = (
  'E9_A E9_B E2_A E2_B E2_C E3_A E10_A E10_B E15_A E8_A E8_B E8_C E13_A E13_B E1_A E1_B ' +
  'E1_C E11_A E12_A E12_B E18_A E18_B E18_C E18_G E20_A E21_A E21_B E42_A E42_B E45_A ' +
  'E45_C E54_A E6_A E6_B E6_C E6_D E6_E E6_F E19_A E19_B E5_A E7_A E7_B E7_C E17_A ' +
  'E17_B E17_C E17_D E16_A E16_B E14_B E14_A E22_A E22_B E22_C E23_A E23_B E23_C E23_D ' +
  'E45_B E47_A E35_A E35_B E35_C E53_A E53_B E55_A E24_A E24_B E24_C E26_A E26_B E27_A ' +
  'E27_B E27_C E27_D E28_A E29_A E29_B E30_A E31_A E31_B E36_A E36_B E32_A E32_C E32_D ' +
  'E33_A E33_B E33_C E33_D E33_E E33_F E33_G E33_H E33_I E33_J E33_K E34_A E34_B E25_A ' +
  'E25_B E25_C E25_D E25_E E34_C E34_D E33_L E34_E E34_F E37_A E37_B E37_C E38_A E38_B ' +
  'E38_C E38_D E38_E E39_A E39_B E41_A E41_B E41_C E56_A E46_A E46_B E46_C E48_A E48_B ' +
  'E48_C E48_D E48_E E48_F E48_G E48_H E48_I E49_A E49_B E49_C E50_A E50_B E51_A E52_A ' +
  'E52_B E51_B E51_C E51_D E51_E'
).split(' ');

/** The names in the specification, which has none for the other ids. */
export const eventNames: ReadonlyMap<string, string> = new Map([
  ['E1_A', 'QF Reporting Growth'],
  ['E1_C', 'QF Announcement'],
  ['E2_A', 'Product Launch'],
  ['E2_B', 'Product Cancellation/Delay'],
  ['E2_C', 'Product Launch Announcement'],
  ['E5_A', 'Market Expansion'],
  ['E6_B', 'Acquisition'],
  ['E6_C', 'Share Purchase'],
  ['E6_F', 'Company Spin-off'],
  ['E8_B', 'C-Level and Board Appointments'],
  ['E9_A', 'Sales Volume Increase'],
  ['E9_B', 'Sales Volume Decrease'],
  ['E10_A', 'Production Increase'],
  ['E13_A', 'Restructure/Job Cuts'],
  ['E17_A', 'Cyber Attack'],
  ['E17_C', 'Data Breach'],
  ['E17_D', 'Data Security Improvement'],
  ['E19_B', 'Strategic Alliance'],
  ['E33_A', 'CO2 Emissions'],
  ['E33_B', 'Decarbonisation'],
  ['E34_A', 'Energy Efficiency'],
  ['E34_E', 'Green Steel Development'],
  ['E41_A', 'Stock Price Up'],
  ['E41_B', 'Stock Price Down'],
  ['E42_A', 'Reorganization'],
  ['E45_C', 'Strategic Expenditure Cut'],
  ['E47_A', 'Unethical Business Activity'],
  ['E53_A', 'Lawsuit'],
  ['E53_B', 'Investigation'],
  ['E55_A', 'Fine'],
]);

/** The most names of event ids that are kept, and the most characters of one. */
const mostNames = 1000;
const mostCharacters = 200;

/**
 * @param named Ids and names of an answer or a file; anything else is left out.
 * @returns Those that can be kept.
 */
export function keptEventNames(named: readonly unknown[]): readonly (readonly [string, string])[] {
  return named.filter(isEventName).slice(0, mostNames);
}

function isEventName(entry: unknown): entry is readonly [string, string] {
  const parts: readonly unknown[] = Array.isArray(entry) ? entry : [];
  const [id, name] = parts;
  return (
    typeof id === 'string' &&
    /^[A-Za-z0-9_.-]{1,40}$/.test(id) &&
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= mostCharacters
  );
}

/** @returns The family of an event id: `E33` for `E33_A`. */
export function eventFamily(eventId: string): string {
  return eventId.split('_')[0] ?? eventId;
}
