/** `12345` as `12,345`; whole numbers. */
export function groupedInteger(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
