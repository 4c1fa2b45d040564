/** The lines under an exported chart: the source of its data, one line per subject. */

import { plural } from '../base/text';
import { t } from '../base/translations';
import type { ExportSubject } from './exportRecord';
import { callText, rowsText } from './footer';
import { incompleteSentence } from './missingRows';
import type { Copyright, Provenance } from './outcome';

/** Further requests are counted. */
const MAX_CALLS = 4;
const MAX_RIGHTS = 400;

/**
 * @returns Connection, rows and time; whether rows are missing; the requests with their intervals; that data are synthetic; the rights notice.
 */
export function provenanceLines({ provenance, rowCount, copyright }: ExportSubject): string[] {
  const { connection, synthetic, calls } = provenance;
  const named = calls.slice(0, MAX_CALLS).map(call => callText(call, synthetic));
  const more = calls.length - named.length;
  const incomplete = incompleteSentence(provenance);
  return [
    [
      ...(connection === null ? [] : [synthetic ? connection.toUpperCase() : connection]),
      ...(rowCount === null ? [] : [rowsText(rowCount)]),
      fetchedText(provenance),
    ].join(' · '),
    ...(incomplete === null ? [] : [incomplete]),
    ...(synthetic ? [t('Synthetic data: not real market data.')] : []),
    ...named,
    ...(more > 0 ? [plural(more, 'and {0} more request', 'and {0} more requests')] : []),
    ...(copyright ? rightsLines(copyright) : []),
  ];
}

/** `2026-11-20T12:00:05.123Z` as `fetched 2026-11-20 12:00 UTC`. */
function fetchedText({ fetchedAt }: Provenance): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(fetchedAt) ?? [];
  return t('fetched {0}', day === undefined ? fetchedAt : `${day} ${time ?? ''} UTC`);
}

function rightsLines({ copyright_info, contact_email }: Copyright): string[] {
  const text = copyright_info?.replace(/\s+/g, ' ').trim() ?? '';
  const cut = text.length > MAX_RIGHTS ? `${text.slice(0, MAX_RIGHTS)}…` : text;
  return [
    ...(cut === '' ? [] : [t('Rights: {0}', cut)]),
    ...(contact_email === null ? [] : [t('Rights contact: {0}', contact_email)]),
  ];
}
