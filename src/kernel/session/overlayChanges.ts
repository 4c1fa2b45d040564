/**
 * What a cell can read of earlier days: the table `snapshots`, `overlay_changes(…)`, and the line below a ranked list.
 */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { overlayQueryOf, type OverlayQuery } from '../../core/overlays/overlayQuery';
import { changesColumns, changesTable } from '../../core/overlays/overlayChanges';
import { planCall } from '../../core/client/plan';
import { MergedSnapshots } from '../../core/overlays/mergedSnapshots';
import {
  parametersText,
  snapshotsTable,
  snapshotsTableName,
  type SnapshotKeeper,
  type SnapshotList,
} from '../../core/overlays/snapshot';
import { factsOfList } from '../../core/service/entityFact';
import type { SnapshotSource } from '../../core/protocol/kernelRpc';
import { countChanges, type ChangesSummary } from '../../core/protocol/changesSummary';
import { changesFunction, type CheckedChanges } from '../../core/sql/changesArguments';
import type { CheckedCall } from '../../core/sql/arguments';
import type { Statement } from '../../core/sql/statements';
import { identifierOf, tokenize } from '../../core/sql/tokens';
import type { CallTable } from '../fetch/callTable';
import { CellFailure } from '../engine/cellFailure';
import type { RunState } from './runState';
import { signalsSchema } from '../engine/engine';
import { readAnswer } from '../fetch/fetchCall';
import { heldCompanies, heldEventNames } from '../fetch/heldRows';
import { LakeSnapshots } from '../fetch/lakeSnapshots';
import { appendRows, createTable } from '../fetch/loadTable';
import {
  OverlayHistory,
  comparedWithLast,
  sandboxPast,
  type DatedOverlay,
  type OverlayComparison,
} from '../../core/overlays/overlayHistory';
import type { SessionParts } from './sessionParts';

const unkept = (): string =>
  t('Snapshots are not kept here, so overlay_changes has nothing to compare with.');

/** Stores a complete answer about a ranked list. A failure is only a note, since the answer itself exists. */
export async function keepSnapshot(
  parts: SessionParts,
  run: RunState,
  call: CheckedCall,
  { overlay, fetchedAtMs }: CallTable,
): Promise<void> {
  const query = overlayQueryOf(call.function.name, call.parameters);
  const stored = snapshotsOf(parts, run.params.connection);
  if (!overlay || !query || !stored) {
    return;
  }
  const connection = run.params.connection.name;
  const snapshot = { query, connection, takenAtMs: fetchedAtMs, table: overlay };
  try {
    await stored.keeper.keep(stored.place, snapshot);
  } catch (error) {
    run.note([
      t('The snapshot of {0} could not be kept: {1}', query.operation, errorMessage(error)),
    ]);
  }
}

/** @returns The snapshots of a connection. */
async function listSnapshots(
  parts: SessionParts,
  connection: SnapshotSource,
): Promise<SnapshotList> {
  const stored = snapshotsOf(parts, connection);
  return stored ? stored.keeper.list(stored.place) : { snapshots: [], problems: [] };
}

/** Snapshots that are read for the ids of a call's companies, the newest first: those of about a month. */
const mostListsRead = 60;

/**
 * Learns what a call of `company_events` needs and no answer of this session contained: names of event ids from the
 * lake, and the service's own ids of companies from stored ranked lists, and from the events in the lake. What cannot be
 * read is left out: the service then receives the company's key.
 *
 * @throws {LakeError} If the lake's events cannot be read.
 */
export async function learnForEvents(
  parts: SessionParts,
  run: RunState,
  call: CheckedCall,
): Promise<void> {
  if (call.function.first !== 'companies') {
    return;
  }
  const { directory, lakes } = parts;
  const { lake } = run.params.connection;
  if (lake && !directory.read.has(lake.directory)) {
    directory.learn([], await heldEventNames(lakes, lake));
    directory.read.add(lake.directory);
  }
  const unknown = (): string[] =>
    [call.entities ?? []].flat().filter(entity => directory.vendorIdOf(entity) === undefined);
  await learnFromLists(parts, run, unknown);
  if (lake) {
    const keyOf = (entity: string): string => `${lake.directory}\n${entity}`;
    const left = unknown().filter(entity => !directory.read.has(keyOf(entity)));
    if (left.length > 0) {
      directory.learn(await heldCompanies(lakes, lake, left), []);
      left.forEach(entity => directory.read.add(keyOf(entity)));
    }
  }
}

/** @param unknown The companies whose own id no answer contained. */
async function learnFromLists(
  parts: SessionParts,
  run: RunState,
  unknown: () => readonly string[],
): Promise<void> {
  const { directory } = parts;
  const stored = snapshotsOf(parts, run.params.connection);
  if (!stored || unknown().length === 0) {
    return;
  }
  const { keeper, place } = stored;
  const { snapshots } = await keeper.list(place);
  for (const { id } of snapshots.slice(-mostListsRead).reverse()) {
    if (unknown().length === 0) {
      return;
    }
    const list = `${place}/${id}`;
    const read = directory.read.has(list) ? null : await keeper.read(place, id);
    directory.read.add(list);
    if (read?.ok) {
      directory.learn(
        factsOfList(read.snapshot.table).filter(
          ({ entity }) => directory.vendorIdOf(entity) === undefined,
        ),
        [],
      );
    }
  }
}

/** Updates the table `snapshots` for a statement that names it. */
export async function fillSnapshots(
  parts: SessionParts,
  run: RunState,
  { span }: Statement,
): Promise<void> {
  const tokens = tokenize(run.params.text.slice(span.from, span.to));
  if (!tokens.some(token => identifierOf(token) === snapshotsTableName)) {
    return;
  }
  const { engine } = parts;
  const list = await listSnapshots(parts, run.params.connection);
  await engine.own.run(`DELETE FROM ${signalsSchema}.${snapshotsTableName}`);
  await appendRows(engine.own, [signalsSchema, snapshotsTableName], snapshotsTable(list.snapshots));
  run.note(list.problems);
}

/**
 * Creates the table of one call of `overlay_changes`.
 *
 * @param ask Requests the ranked list.
 * @returns The table's schema.
 * @throws {CellFailure} If a snapshot that the call names does not exist.
 */
export async function changesOfCall(
  parts: SessionParts,
  run: RunState,
  { asked, offset }: { asked: CheckedChanges; offset: number },
  ask: (call: CheckedCall) => Promise<CallTable>,
): Promise<string> {
  const query = overlayQueryOf(asked.overlay.function.name, asked.overlay.parameters);
  if (!query) {
    const message = t(
      '{0}: an argument is too long or too large for a comparison.',
      changesFunction,
    );
    throw new CellFailure('argument', message, offset);
  }
  const history = historyOf(parts, run);
  const current =
    asked.until === null
      ? overlayOfCall(query, await ask(asked.overlay))
      : await overlayOfDay(history, query, { asked, offset });
  const compared =
    history && asked.snapshot !== null
      ? await comparedWithNamed(history, current, { id: asked.snapshot, offset })
      : await comparedWithLast(current, history, {
          since: asked.since,
          past: () => madeUpPast(parts, run, current, asked),
        });
  if (compared.comparedWith === null) {
    run.note([history ? await noSnapshot(history, current, asked) : unkept()]);
  }
  run.note(history?.problems ?? []);
  return storeChanges(parts, compared);
}

/** @returns The summary in the output of a cell's ranked list; undefined if it has none or several. */
export async function changesSummary(
  parts: SessionParts,
  run: RunState,
): Promise<ChangesSummary | undefined> {
  const [only, ...others] = run.overlays;
  const history = historyOf(parts, run);
  const query = only && overlayQueryOf(only.call.function.name, only.call.parameters);
  if (!only || others.length > 0 || !history || !query) {
    return undefined;
  }
  try {
    const current = overlayOfCall(query, only.table);
    const previous = await history.before(query, { day: current.day, since: null });
    const { changes } = await history.compare(current, previous);
    run.note(history.problems);
    return { query, counts: previous && countChanges(changes, previous.day) };
  } catch (error) {
    run.note([t('The comparison with earlier snapshots failed: {0}', errorMessage(error))]);
    return undefined;
  }
}

function historyOf(parts: SessionParts, run: RunState): OverlayHistory | null {
  const stored = snapshotsOf(parts, run.params.connection);
  return stored && new OverlayHistory(stored.keeper, stored.place);
}

interface StoredSnapshots {
  readonly keeper: SnapshotKeeper;
  readonly place: string;
}

/** @returns The snapshots of the connection: those of the host and of its lake; null if none are stored. */
function snapshotsOf(
  { snapshots, lakes }: SessionParts,
  connection: SnapshotSource,
): StoredSnapshots | null {
  const { lake, place = lake?.place } = connection;
  const host = connection.place === undefined ? null : snapshots;
  const keeper = lake ? new MergedSnapshots(host, new LakeSnapshots(lakes, lake)) : host;
  return keeper && place !== undefined ? { keeper, place } : null;
}

function overlayOfCall(query: OverlayQuery, { overlay, fetchedAtMs }: CallTable): DatedOverlay {
  if (!overlay) {
    throw new RangeError(`no rows of ${query.operation}`);
  }
  return { query, day: plainDateOfInstant(fetchedAtMs), table: overlay };
}

/** @returns The sandbox's earlier list; null if the call names a day or a snapshot, or another connection answers. */
async function madeUpPast(
  { earlier, options }: SessionParts,
  run: RunState,
  current: DatedOverlay,
  { overlay: call, since, until, snapshot }: CheckedChanges,
): Promise<DatedOverlay | null> {
  const isOther = since !== null || until !== null || snapshot !== null;
  const [request] = planCall(call, options).requests;
  if (isOther || !earlier || !request || !run.params.connection.synthetic) {
    return null;
  }
  return sandboxPast(current, async day => {
    const answer = await earlier({ request, day }, run.cancellation);
    return answer?.ok
      ? readAnswer(request, answer, {
          entityOfSent: new Map(),
          eventIdOfName: () => null,
          vendorField: options.vendorField ?? undefined,
        }).table
      : null;
  });
}

interface Asked {
  readonly asked: CheckedChanges;
  readonly offset: number;
}

/** The list as it was known on the day `until`. */
async function overlayOfDay(
  history: OverlayHistory | null,
  query: OverlayQuery,
  { asked: { until }, offset }: Asked,
): Promise<DatedOverlay> {
  if (!history || until === null) {
    throw new CellFailure('argument', unkept(), offset);
  }
  const overlay = await history.before(query, { day: until, since: until });
  if (!overlay) {
    const message = t(
      '{0}: there is no snapshot of {1} on or before {2}. {3}',
      changesFunction,
      shownQuery(query),
      until,
      await firstDay(history, query),
    );
    throw new CellFailure('argument', message, offset);
  }
  return overlay;
}

async function comparedWithNamed(
  history: OverlayHistory,
  current: DatedOverlay,
  { id, offset }: { readonly id: string; readonly offset: number },
): Promise<OverlayComparison> {
  const { operation } = current.query;
  const named = await history.named(id);
  if (typeof named === 'string' || named.query.operation !== operation) {
    const other = t('The snapshot {0} does not belong to {1}: choose another.', id, operation);
    throw new CellFailure('argument', typeof named === 'string' ? named : other, offset);
  }
  return history.compare(current, named);
}

async function noSnapshot(
  history: OverlayHistory,
  { query, day }: DatedOverlay,
  { since }: CheckedChanges,
): Promise<string> {
  const first = await firstDay(history, query);
  return since === null
    ? t(
        'There is no snapshot of {0} before {1}, so no change is known. {2}',
        shownQuery(query),
        day,
        first,
      )
    : t(
        'There is no snapshot of {0} on or before {1}, so no change is known. {2}',
        shownQuery(query),
        since,
        first,
      );
}

async function firstDay(history: OverlayHistory, query: OverlayQuery): Promise<string> {
  const [first] = await history.days(query);
  return first === undefined
    ? t('One is stored on each day on which the list is requested.')
    : t('The first is from {0}.', first);
}

function shownQuery(query: OverlayQuery): string {
  return `${query.operation}(${parametersText(query)})`;
}

async function storeChanges(
  parts: SessionParts,
  { changes, comparedWith: day }: OverlayComparison,
): Promise<string> {
  const { engine, calls, clock } = parts;
  const schema = calls.nextSchema();
  const table = changesTable(changes, day);
  await engine.own.run(`CREATE SCHEMA "${schema}"`);
  await createTable(engine.own, [schema, changesFunction], changesColumns);
  await appendRows(engine.own, [schema, changesFunction], table);
  calls.retire({
    schema,
    key: '',
    rowCount: table.rowCount,
    requests: [],
    notes: [],
    lake: null,
    copyright: null,
    overlay: null,
    fetchedAtMs: clock.now(),
  });
  return schema;
}
