/** Ranked lists for the side bar: from the answers that cells have received, or from the service. */

import * as vscode from 'vscode';
import type { Cancellation } from '../../core/base/cancellation';
import { errorMessage } from '../../core/base/errorMessage';
import { addDays, plainDateOfInstant } from '../../core/base/plainDate';
import type { Connection, ServiceClient } from '../../core/client/serviceClient';
import type { OverlayQuery } from '../../core/overlays/overlayQuery';
import {
  comparedAlone,
  OverlayHistory,
  type DatedOverlay,
  type OverlayComparison,
} from '../../core/overlays/overlayHistory';
import type { DecodedAnswer } from '../../core/service/decodedAnswer';
import type { ServiceRequest } from '../../core/service/request';
import { ServiceError } from '../../core/service/serviceError';
import { rankedList, type RankedList } from '../../core/sidebar/overlayTree';
import type { Clients } from '../connection/clients';
import { restrictedSentence } from '../connection/restricted';
import type { ConnectionCompanies } from '../language/connectionCompanies';
import type { Snapshots } from '../overlays/snapshots';
import { kernelSettings } from '../settings';

export interface ListAnswerParts {
  readonly clients: Clients;
  readonly snapshots: Snapshots;
  readonly companies: ConnectionCompanies;
}

/** The sandbox's earlier list: long enough before for some ranks to change. */
const pastDays = 7;

/**
 * @param isFresh Whether to ask the service even if a recent answer is known.
 * @throws {ServiceError} If the service refused or did not answer.
 * @throws {Error} With a sentence, in Restricted Mode.
 */
export async function listAnswer(
  { clients, snapshots, companies }: ListAnswerParts,
  connection: Connection,
  query: OverlayQuery,
  { isFresh, cancellation }: { readonly isFresh: boolean; readonly cancellation: Cancellation },
): Promise<RankedList> {
  const request = { ...query, entities: [] };
  const client = await clients.of(connection);
  const options = { isFresh, cancellation };
  const asked = await askedAnswer({ clients }, connection, request, options);
  const { isRecent, receivedAtMs } = asked;
  const { table, notes, learned } = asked.answer;
  const place = await snapshots.placeOf(connection);
  const store = place === undefined ? undefined : await snapshots.store();
  const unkept: string[] = [];
  try {
    if (store && place !== undefined && !isRecent) {
      const { name } = connection;
      await store.keep(place, { query, connection: name, takenAtMs: receivedAtMs, table });
    }
    if (!connection.synthetic) {
      await companies.add(connection, learned);
    }
  } catch (error) {
    // The answer itself is there.
    unkept.push(`The list could not be kept for later comparisons: ${errorMessage(error)}`);
  }
  const current = { query, day: plainDateOfInstant(receivedAtMs), table };
  const history = store && place !== undefined ? new OverlayHistory(store, place) : null;
  const { changes, comparedWith } = await compared(current, history, () =>
    syntheticPast(client, request, current, cancellation),
  );
  const problems = history?.problems ?? [];
  return rankedList({
    table,
    changes,
    comparedWith,
    fetchedAtMs: receivedAtMs,
    notes: [...notes, ...problems, ...unkept],
  });
}

/**
 * @param isFresh Whether to ask the service even if a recent answer is known.
 * @returns The answer that a cell received within the cache time, or a new one.
 * @throws {ServiceError} If the service refused or did not answer.
 * @throws {Error} With a sentence, in Restricted Mode.
 */
export async function askedAnswer(
  { clients }: Pick<ListAnswerParts, 'clients'>,
  connection: Connection,
  request: ServiceRequest,
  { isFresh, cancellation }: { readonly isFresh: boolean; readonly cancellation: Cancellation },
): Promise<{
  readonly answer: DecodedAnswer;
  readonly receivedAtMs: number;
  readonly isRecent: boolean;
}> {
  if (!connection.synthetic && !vscode.workspace.isTrusted) {
    throw new Error(restrictedSentence);
  }
  const { cacheTtlMs } = kernelSettings();
  const recent = isFresh ? undefined : clients.recent(connection, request, Date.now() - cacheTtlMs);
  const { bytes, receivedAtMs } = recent ?? {
    ...(await (await clients.of(connection)).ask(request, cancellation)),
    receivedAtMs: Date.now(),
  };
  const answer = await decoded(request, bytes);
  return { answer, receivedAtMs, isRecent: recent !== undefined };
}

async function compared(
  current: DatedOverlay,
  history: OverlayHistory | null,
  past: () => Promise<DatedOverlay | null>,
): Promise<OverlayComparison> {
  const { query, day } = current;
  const stored = await history?.before(query, { day, since: null });
  const previous = stored ?? (await past());
  return history ? history.compare(current, previous) : comparedAlone(current, previous);
}

/** The sandbox's market is synthetic, past days included; the service returns today's list only. */
async function syntheticPast(
  client: ServiceClient,
  request: ServiceRequest,
  { query, day: today }: DatedOverlay,
  cancellation: Cancellation,
): Promise<DatedOverlay | null> {
  const day = addDays(today, -pastDays);
  const earlier = await client.sandbox?.asOf(day);
  if (!earlier) {
    return null;
  }
  const { bytes } = await earlier.ask(request, cancellation);
  return { query, day, table: (await decoded(request, bytes)).table };
}

async function decoded(request: ServiceRequest, bytes: Uint8Array): Promise<DecodedAnswer> {
  const { decodeText } = await import('../../core/service/decodeText');
  const read = decodeText(request, new TextDecoder().decode(bytes), kernelSettings().vendorField);
  if (!read.ok) {
    throw new ServiceError('malformed', read.message);
  }
  return read.answer;
}
