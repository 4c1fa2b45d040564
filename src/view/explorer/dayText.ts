/** Days as the axes of charts write them. */

const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
];

/** @returns `Sep`, for a plain date. */
export function monthText(day: string): string {
  return months[Number(day.slice(5, 7)) - 1] ?? '';
}

/** @returns `26 Sep`, for a plain date. */
export function dayText(day: string): string {
  return `${Number(day.slice(8))} ${monthText(day)}`;
}
