import { shownText } from './shownText';

const TITLES: readonly (readonly [header: string, title: string])[] = [
  ['deprecation', 'reports that it is deprecated'],
  ['sunset', 'reports when it will end'],
  ['warning', 'warns'],
];

/**
 * What the service says about its own future: nothing is promised of versions and their end (service-spec,
 * "Versioning"), so such headers are shown.
 *
 * @returns One phrase a header, as in `warns: 299 - "old"`.
 */
export function headerNotes(headers: ReadonlyMap<string, string>): readonly string[] {
  return TITLES.flatMap(([header, title]) => {
    const value = shownText(headers.get(header) ?? '');
    return value === '' ? [] : [`${title}: ${value}`];
  });
}
