/** Days as people write them, with months and days of one digit. */

/**
 * @param separators Allowed separators of the parts, the same one twice; an empty one: eight digits in a row.
 * @returns The day as `YYYY-mm-dd`, which may be none of the calendar's; null for a text that does not begin with a
 * year.
 */
export function dayText(text: string, separators: readonly string[]): string | null {
  const parts = /^\s*(\d{4})(\D?)(\d{1,2})\2(\d{1,2})\s*$/.exec(text);
  const [, year = '', separator = '', month = '', day = ''] = parts ?? [];
  const isWhole = separator !== '' || month.length + day.length === 4;
  return parts && isWhole && separators.includes(separator)
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : null;
}
