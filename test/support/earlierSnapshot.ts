/** Snapshots of earlier days, without waiting for days: the same session over the sandbox of that day. */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uncancellable } from '../../src/core/base/cancellation';
import { dayOfPlainDate, type PlainDate } from '../../src/core/base/plainDate';
import { createServiceClient } from '../../src/core/client/client';
import type { ServiceClient } from '../../src/core/client/serviceClient';
import { answerOf } from '../../src/io/askAnswer';
import { snapshotPlace, SnapshotStore } from '../../src/io/snapshotStore';
import { systemClock } from '../../src/io/systemClock';
import { Session } from '../../src/kernel/session/session';
import {
  createInProcessTransport,
  createSandbox,
  defaultSandboxConfig,
  sandboxConnectionUrls,
} from '../../src/sandbox/sandbox';
import { kernelOptions } from './kernelOptions';

const msPerDay = 86_400_000;

/** Runs `text` as on `day`, on the sandbox as it was then, and keeps its snapshots in `folder`. */
export async function keepEarlierAnswer(
  folder: string,
  day: PlainDate,
  text: string,
): Promise<void> {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-test-'));
  const client = sandboxOf(day);
  const options = {
    spillDirectory,
    ...kernelOptions,
    cacheTtlMs: 0,
    maxRows: 10_000,
  };
  const session = await Session.open(
    options,
    (request, cancellation) => answerOf(request, client.ask(request, cancellation)),
    { now: () => (dayOfPlainDate(day) + 0.5) * msPerDay },
    { snapshots: new SnapshotStore(folder, () => 400) },
  );
  const place = snapshotPlace(client.connection);
  const { error } = await session.runCell(
    {
      language: 'signals-sql',
      cell: null,
      text,
      connection: { name: 'Sandbox', synthetic: true, epoch: '1', place },
      useCache: false,
      access: 'session',
      portfolios: {},
      firstPageRows: 10,
    },
    uncancellable,
    () => undefined,
  );
  await session.close();
  await rm(spillDirectory, { recursive: true, force: true });
  assert.equal(error, null, error?.message);
}

function sandboxOf(day: PlainDate): ServiceClient {
  const transport = createInProcessTransport(createSandbox(defaultSandboxConfig(day)));
  const connection = { name: 'Sandbox', ...sandboxConnectionUrls, synthetic: true };
  return createServiceClient({ connection, transport, clock: systemClock });
}
