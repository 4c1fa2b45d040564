/** The three forms of a date in an HTTP header (RFC 9110, 5.6.7), read without a `Date` made from text. */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const USUAL =
  /^[A-Za-z]+, (\d{1,2})[ -]([A-Za-z]{3})[ -](\d{2}|\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const OF_C = /^[A-Za-z]{3} ([A-Za-z]{3}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** @returns Epoch milliseconds, or `undefined` if `text` is no such date. */
export function parseHttpDate(text: string): number | undefined {
  const usual = USUAL.exec(text.trim());
  if (usual) {
    const [, day = '', month = '', year = '', ...time] = usual;
    return instant(fullYear(year), month, day, time);
  }
  const ofC = OF_C.exec(text.trim());
  if (ofC) {
    const [, month = '', day = '', hour = '', minute = '', second = '', year = ''] = ofC;
    return instant(Number(year), month, day, [hour, minute, second]);
  }
  return undefined;
}

function instant(
  year: number,
  month: string,
  day: string,
  time: readonly string[],
): number | undefined {
  const index = MONTHS.indexOf(month);
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  return index < 0 ? undefined : Date.UTC(year, index, Number(day), hour, minute, second);
}

/** Two digits are of the twentieth century from 70 on, as in the times when they were written. */
function fullYear(year: string): number {
  const value = Number(year);
  return year.length === 4 ? value : value < 70 ? 2000 + value : 1900 + value;
}
