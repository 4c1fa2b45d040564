import { t } from '../base/translations';
import { shownText } from './shownText';

const TITLES: readonly (readonly [header: string, title: () => string])[] = [
  ['deprecation', () => t('reports that it is deprecated')],
  ['sunset', () => t('reports when it will end')],
  ['warning', () => t('warns')],
];

/**
 * Headers in which the service announces changes: the specification makes no promise about versions and their end
 * (service-spec, "Versioning"), so such headers are shown.
 *
 * @returns One phrase per header, as in `warns: 299 - "old"`.
 */
export function headerNotes(headers: ReadonlyMap<string, string>): readonly string[] {
  return TITLES.flatMap(([header, title]) => {
    const value = shownText(headers.get(header) ?? '');
    return value === '' ? [] : [`${title()}: ${value}`];
  });
}
