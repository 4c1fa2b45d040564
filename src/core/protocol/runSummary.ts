/** The status bar items below a cell about its last run. */

import { t } from '../base/translations';
import * as v from 'valibot';
import { counted, plural } from '../base/text';
import { rowsText } from './footer';
import type { RunProgress } from './kernelRpc';
import type { CellOutcome } from './outcome';
import { name, read, type Described } from './shape';

const runSummary = v.object({
  status: v.picklist(['ok', 'error', 'cancelled']),
  /** Null if the cell returned no table. */
  rowCount: v.nullable(v.number()),
  requestCount: v.number(),
  /** How many of the requests were answered from the session's cache. */
  cachedCount: v.number(),
  /** Null if the cell read nothing of the service. */
  connection: v.nullable(name),
  /** Whether the data are made up. */
  synthetic: v.boolean(),
});

/** Kept in the metadata of a cell's output, so that it is there again when the notebook is reopened. */
export type RunSummary = Described<typeof runSummary>;

/** One item of a status bar: an icon of VS Code's set, a text and a tooltip. */
export interface SummaryItem {
  readonly icon: 'error' | 'circle-slash' | 'table' | 'cloud' | 'archive';
  readonly text: string;
  readonly tooltip: string;
}

export function summarise(outcome: CellOutcome): RunSummary {
  const { status, table, requests, provenance } = outcome;
  return {
    status,
    rowCount: table?.rowCount ?? null,
    requestCount: requests.length,
    cachedCount: requests.filter(request => request.cached).length,
    connection: provenance.connection,
    synthetic: provenance.synthetic,
  };
}

/** @returns The summary that `metadata` holds, or null: another extension may have written it. */
export function readSummary(metadata: unknown): RunSummary | null {
  return read(runSummary, metadata);
}

/** Only what VS Code does not show itself, such as the run time. */
export function summaryItems(summary: RunSummary): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  if (summary.status === 'error') {
    items.push({
      icon: 'error',
      text: t('Failed'),
      tooltip: t('The cell failed; its output shows why'),
    });
  } else if (summary.status === 'cancelled') {
    items.push({
      icon: 'circle-slash',
      text: t('Cancelled'),
      tooltip: t('The cell was cancelled'),
    });
  }
  if (summary.rowCount !== null) {
    const text = counted(summary.rowCount, 'row');
    items.push({ icon: 'table', text, tooltip: t('Rows of the result') });
  }
  if (summary.requestCount > 0) {
    items.push(requestItem(summary));
  }
  return items;
}

/** @returns What a running cell is waiting for: `events_ts: 3 of 10 requests done, 1,200 rows`, or its query. */
export function progressText({ done, total, rows, what, percentage }: RunProgress): string {
  if (what === 'query') {
    return t('Running the query{0}', percentage === undefined ? '' : `: ${percentage}%`);
  }
  const came = rows === 0 ? '' : `, ${rowsText(rows)}`;
  return total === 0
    ? t('Starting')
    : plural(
        total,
        '{1}: {2} of {0} request done{3}',
        '{1}: {2} of {0} requests done{3}',
        ...[what, done, came],
      );
}

function requestItem({
  requestCount,
  cachedCount,
  connection,
  synthetic,
}: RunSummary): SummaryItem {
  const requests = counted(requestCount, 'request');
  if (cachedCount === requestCount) {
    const tooltip = t("Answered from this session's cache of {0}", connection);
    return { icon: 'archive', text: `${requests} · ${t('cached')}`, tooltip };
  }
  const fresh = synthetic ? t('sandbox') : t('live');
  const source = cachedCount === 0 ? fresh : t('{0} cached', cachedCount);
  const tooltip = plural(
    requestCount - cachedCount,
    '{1}: {0} request sent, {2} answered from the cache',
    '{1}: {0} requests sent, {2} answered from the cache',
    ...[connection, cachedCount],
  );
  return { icon: 'cloud', text: `${requests} · ${source}`, tooltip };
}
