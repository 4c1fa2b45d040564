/** A company's score and trading volume in the days around one of them, for the details of a row. */

import { t } from '../base/translations';
import { errorMessage } from '../base/errorMessage';
import { addDays, parsePlainDate, type PlainDate } from '../base/plainDate';
import { planCall, type PlanLimits } from '../client/plan';
import { entitiesSql } from '../protocol/entityLink';
import type { Around, AroundParams, DaySeries } from '../protocol/exploration';
import type { CellOutcome } from '../protocol/outcome';
import type { PageAnswer, PageParams } from '../protocol/questions';
import { signalFunctionNamed } from '../service/functions';

/** Days before and after the day. */
const daysAround = { before: 20, after: 10 } as const;

const parts = [
  { label: () => t('Score'), call: 'bull_bear_score_ts', column: 'score' },
  { label: () => t('Volume'), call: 'trading_volume_ts', column: 'trading_volume' },
] as const;

export interface AroundPorts {
  readonly limits: PlanLimits;
  /** Runs SQL in the session of the rows: planned, requested and kept as a cell's calls are. */
  readonly run: (text: string) => Promise<CellOutcome>;
  readonly page: (params: PageParams) => Promise<PageAnswer>;
  readonly drop: (resultId: string) => Promise<void>;
}

/**
 * @returns What the two series cost, and the series if they are to be loaded. One that fails does not affect the other.
 * @throws {Error} If the day does not exist.
 */
export async function companyAround(
  { key, day, load }: AroundParams,
  ports: AroundPorts,
): Promise<Around> {
  const date = parsePlainDate(day);
  if (date === undefined) {
    throw new Error(t('{0} is not a day.', day));
  }
  const from = addDays(date, -daysAround.before);
  const to = addDays(date, daysAround.after);
  const range = { from, to };
  if (!load) {
    const requests = parts.map(({ call }) => requestsOf(call, key.value, range, ports.limits));
    const sum = requests.reduce((all, each) => all + each, 0);
    return { requests: sum, ...range, connection: null, series: [] };
  }
  let requests = 0;
  let connection: string | null = null;
  const series: DaySeries[] = [];
  for (const { label, call, column } of parts) {
    const outcome = await ports.run(
      `SELECT date, ${column} FROM ${call}(${entitiesSql(key)}, date_from := DATE '${from}', date_to := DATE '${addDays(to, 1)}') ORDER BY date`,
    );
    requests += outcome.requests.length;
    connection ??= outcome.provenance.connection;
    series.push({ label: label(), ...(await pointsOf(outcome, ports)) });
  }
  return { requests, ...range, connection, series };
}

function requestsOf(
  call: (typeof parts)[number]['call'],
  entity: string,
  { from, to }: { readonly from: PlainDate; readonly to: PlainDate },
  limits: PlanLimits,
): number {
  const called = signalFunctionNamed(call);
  if (!called) {
    throw new RangeError(`The service has no ${call}.`);
  }
  const parameters = { date_from: from, date_to: addDays(to, 1) };
  return planCall({ function: called, entities: entity, parameters }, limits).requests.length;
}

/** All days, of which the outcome has the first; the relation is not needed any more after that. */
async function pointsOf(
  { table, error, status }: CellOutcome,
  { page, drop }: AroundPorts,
): Promise<Omit<DaySeries, 'label'>> {
  if (!table) {
    return { points: [], problem: error?.message ?? t('The request was {0}.', status) };
  }
  const { id: resultId } = table;
  try {
    const { rows } = await page({ resultId, offset: 0, limit: 1_000 });
    const points = rows.flatMap(([day, value]) =>
      typeof day === 'string' && typeof value === 'number' ? [{ day, value }] : [],
    );
    return { points, problem: null };
  } catch (failure) {
    return { points: [], problem: errorMessage(failure) };
  } finally {
    await drop(resultId);
  }
}
