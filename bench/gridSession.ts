/** A session without a service, results of any size in it, and the host's part for a page that shows them. */

import { uncancellable } from '../src/core/base/cancellation';
import type { HostMessage } from '../src/core/protocol/hostMessage';
import type { ResultTable } from '../src/core/protocol/outcome';
import type { RendererMessage } from '../src/core/protocol/rendererMessage';
import { Session } from '../src/kernel/session/session';
import { kernelOptions } from '../test/support/kernelOptions';
import { answerTo, askedIn } from '../test/view/browser/questions';

const rowsSql = (count: number): string =>
  `SELECT i AS id, (hash(i) % 1000)::BIGINT AS volume, (hash(i + 1) % 2000) / 100.0 - 10 AS score,
     DATE '2020-01-01' + (i % 2000)::INTEGER AS date, 'company:demo' || (hash(i) % 5000) AS entity FROM range(${count}) r(i)`;

export function openSession(spillDirectory: string): Promise<Session> {
  const options = {
    spillDirectory,
    ...kernelOptions,
    cacheTtlMs: 1000,
    entitiesPerRequest: 100,
  };
  const noService = () => Promise.reject(new Error('Nothing is asked for.'));
  return Session.open(options, noService, { now: () => Date.now() });
}

/** @returns `count` rows of five columns. */
export async function resultOf(session: Session, count: number): Promise<ResultTable> {
  const { table } = await session.runCell(
    {
      language: 'signals-sql',
      cell: null,
      text: rowsSql(count),
      connection: { name: 'bench', synthetic: true, epoch: '1' },
      useCache: true,
      access: 'session',
      portfolios: {},
      firstPageRows: 200,
    },
    uncancellable,
    () => undefined,
  );
  if (!table) {
    throw new Error('The query returned no table.');
  }
  return table;
}

export async function answerOf(
  session: Session,
  message: RendererMessage,
): Promise<HostMessage | null> {
  const asked = askedIn(message, 'page');
  return asked ? answerTo(asked.requestId, 'page', await session.ask('page', asked)) : null;
}
