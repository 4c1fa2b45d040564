/** Ranked lists for the side bar: from the answers that cells have received, or from the service. */

import * as vscode from 'vscode';
import { CancelledError, type Cancellation } from '../../core/base/cancellation';
import { errorMessage } from '../../core/base/errorMessage';
import { plainDateOfInstant, type PlainDate } from '../../core/base/plainDate';
import type { Connection } from '../../core/client/serviceClient';
import type { OverlayQuery } from '../../core/overlays/overlayQuery';
import { comparedWithLast, OverlayHistory, sandboxPast } from '../../core/overlays/overlayHistory';
import type { ColumnTable } from '../../core/service/columns';
import type { DecodedAnswer } from '../../core/service/decodedAnswer';
import type { ServiceRequest } from '../../core/service/request';
import { ServiceError } from '../../core/service/serviceError';
import { rankedList, type RankedList } from '../../core/sidebar/overlayTree';
import type { Clients } from '../connection/clients';
import { RestrictedError } from '../connection/restricted';
import type { ConnectionCompanies } from '../language/connectionCompanies';
import type { KernelSessions } from '../notebook/kernelSessions';
import type { Snapshots } from '../overlays/snapshots';
import { kernelSettings } from '../settings';

export interface ListAnswerParts {
  readonly clients: Clients;
  readonly snapshots: Snapshots;
  readonly sessions: Pick<KernelSessions, 'lakes'>;
  readonly companies: ConnectionCompanies;
}

export interface Asking {
  /**
   * `shown`: a view is shown, which takes a recent answer. `polled`: takes a new one. `pressed`: somebody pressed Refresh or
   * Retry, which sends the request at once, also while the client pauses after failures.
   */
  readonly occasion: 'shown' | 'polled' | 'pressed';
  readonly cancellation: Cancellation;
}

/**
 * @throws {ServiceError} If the service refused or did not answer.
 * @throws {RestrictedError} In Restricted Mode.
 */
export async function listAnswer(
  { clients, snapshots, sessions, companies }: ListAnswerParts,
  connection: Connection,
  query: OverlayQuery,
  asking: Asking,
): Promise<RankedList> {
  const { cancellation } = asking;
  const request = { ...query, entities: [] };
  const client = await clients.of(connection);
  const asked = await askedAnswer({ clients }, connection, request, asking);
  const { isRecent, receivedAtMs } = asked;
  const { table, notes, learned } = asked.answer;
  const stored = await snapshots.of(connection, sessions.lakes);
  // The answer itself is there, whether or not these succeed.
  const kept = await Promise.allSettled([
    stored && !isRecent
      ? stored.keeper.keep(stored.place, {
          ...{ query, connection: connection.name, takenAtMs: receivedAtMs, table },
        })
      : null,
    connection.synthetic ? null : companies.add(connection, learned),
  ]);
  const failures = kept.flatMap(each =>
    each.status === 'rejected'
      ? [
          vscode.l10n.t(
            'The answer could not be kept on this computer: {0}',
            errorMessage(each.reason),
          ),
        ]
      : [],
  );
  const current = { query, day: plainDateOfInstant(receivedAtMs), table };
  const history = stored && new OverlayHistory(stored.keeper, stored.place);
  const pastTable = async (day: PlainDate): Promise<ColumnTable | null> => {
    const earlier = await client.sandbox?.asOf(day);
    const answer = await earlier?.ask(request, cancellation);
    return answer ? (await decoded(request, answer.bytes)).table : null;
  };
  const past = () => sandboxPast(current, pastTable);
  const options = { since: null, past };
  const { changes, comparedWith } = await comparedWithLast(current, history, options).catch(
    (error: unknown) => {
      if (!history || error instanceof CancelledError) {
        throw error;
      }
      failures.push(vscode.l10n.t('Earlier lists could not be read: {0}', errorMessage(error)));
      return comparedWithLast(current, null, options);
    },
  );
  const problems = history?.problems ?? [];
  return rankedList({
    table,
    changes,
    comparedWith,
    fetchedAtMs: receivedAtMs,
    notes: [...notes, ...problems, ...failures],
  });
}

/**
 * @returns The answer that a cell received within the cache time, or a new one.
 * @throws {ServiceError} If the service refused or did not answer.
 * @throws {RestrictedError} In Restricted Mode.
 */
export async function askedAnswer(
  { clients }: Pick<ListAnswerParts, 'clients'>,
  connection: Connection,
  request: ServiceRequest,
  { occasion, cancellation }: Asking,
): Promise<{
  readonly answer: DecodedAnswer;
  readonly receivedAtMs: number;
  readonly isRecent: boolean;
}> {
  if (!connection.synthetic && !vscode.workspace.isTrusted) {
    throw new RestrictedError();
  }
  const { cacheTtlMs } = kernelSettings();
  const recent =
    occasion === 'shown' ? clients.recent(connection, request, Date.now() - cacheTtlMs) : undefined;
  const client = await clients.of(connection);
  if (occasion === 'pressed') {
    client.endPauses();
  }
  const { bytes, receivedAtMs } = recent ?? {
    ...(await client.ask(request, cancellation)),
    receivedAtMs: Date.now(),
  };
  const answer = await decoded(request, bytes);
  return { answer, receivedAtMs, isRecent: recent !== undefined };
}

async function decoded(request: ServiceRequest, bytes: Uint8Array): Promise<DecodedAnswer> {
  const { decodeText } = await import('../../core/service/decodeText');
  const read = decodeText(request, new TextDecoder().decode(bytes), kernelSettings().vendorField);
  if (!read.ok) {
    throw new ServiceError('malformed', read.message);
  }
  return read.answer;
}
