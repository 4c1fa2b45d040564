/** Snapshots for tests. */

import type { OverlayName } from '../../../src/core/overlays/overlayQuery';
import type { Snapshot } from '../../../src/core/overlays/snapshot';
import { functionColumns } from '../../../src/core/service/functionColumns';

const msPerDay = 86_400_000;

/** @param entities In the order of the service; the score falls by 0.1 a place. */
export function snapshotOf(
  entities: readonly (string | null)[],
  {
    day,
    operation = 'bullish_stocks',
    parameters = { amount: '15' },
  }: {
    /** UTC day since 1970-01-01 on which it is taken, at noon. */
    readonly day: number;
    readonly operation?: OverlayName;
    readonly parameters?: Readonly<Record<string, string>>;
  },
): Snapshot {
  const columns = functionColumns[operation];
  const sign = operation === 'bullish_stocks' ? 1 : -1;
  const known: Readonly<Record<string, (index: number) => string | number | null>> = {
    entity: index => entities[index] ?? null,
    rank: index => index + 1,
    name: index => `Name of ${entities[index] ?? 'nobody'}`,
    date: () => day - 1,
    bull_bear_score: index => sign * (1 - index / 10),
  };
  const values = columns.map(({ name }) =>
    entities.map((_, index) => known[name]?.(index) ?? null),
  );
  return {
    query: { operation, parameters },
    connection: 'fixture',
    takenAtMs: (day + 0.5) * msPerDay,
    table: { columns, rowCount: entities.length, values },
  };
}
