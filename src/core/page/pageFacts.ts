/** What a written notebook states of all its results together. */

import { t } from '../base/translations';
import { visibleText } from '../base/visibleText';
import type { Copyright } from '../protocol/outcome';
import type { ResultOutput } from '../protocol/output';

/** Which connections answered, that their data are synthetic, and when the last answer came. */
export function factsOf(results: readonly ResultOutput[]): string[] {
  const sources = results.map(({ provenance }) => provenance);
  const names = new Set(
    sources.flatMap(({ connection, synthetic }) =>
      connection === null ? [] : [synthetic ? connection.toUpperCase() : connection],
    ),
  );
  const latest = sources
    .map(({ fetchedAt }) => fetchedAt)
    .toSorted()
    .at(-1);
  const isSynthetic = sources.some(({ synthetic }) => synthetic);
  return [
    ...(names.size === 0 ? [] : [t('Data: {0}', [...names].join(', '))]),
    ...(isSynthetic ? [t('Synthetic data: not real market data')] : []),
    ...(latest === undefined ? [] : [t('As of {0} UTC', latest.slice(0, 16).replace('T', ' '))]),
  ];
}

/** @returns Every notice that the data carry, once and whole. */
export function noticesOf(results: readonly ResultOutput[]): string[] {
  const notices = new Set(results.flatMap(({ copyright }) => copyright ?? []).map(noticeText));
  notices.delete('');
  return [...notices];
}

function noticeText({ copyright_info, contact_email }: Copyright): string {
  const info = copyright_info?.trim() ?? '';
  return [
    ...(info === '' ? [] : [info]),
    ...(contact_email === null ? [] : [t('Contact: {0}', contact_email)]),
  ]
    .map(line => visibleText(line, { lines: true }))
    .join('\n');
}
