/** The command line's kernel: one per command, ended with it. */

import path from 'node:path';
import type { RunCellParams } from '../core/protocol/kernelRpc';
import { defaultPlanLimits } from '../core/client/plan';
import type { ServiceClient } from '../core/client/serviceClient';
import { startKernel, type KernelHandle } from '../io/kernelProcess';
import { snapshotPlace, SnapshotStore } from '../io/snapshotStore';
import type { StartedProcess } from '../io/startProcess';
import { startKernelProcess } from './startKernelProcess';

const CACHE_TTL_MS = 5 * 60_000;

/** The most rows that the requests of one cell may return. */
const MAX_ROWS = 5_000_000;

/** Days that snapshots are kept. */
const SNAPSHOT_DAYS = 400;

/** Folders of a command; null: none. */
interface KernelFolders {
  readonly snapshots: string | null;
  /** Answers calls first. Cells may read files in it. */
  readonly lake: string | null;
}

interface OwnStart {
  readonly cacheTtlMs?: number;
  /** Its process, if it was started. */
  readonly process?: StartedProcess | undefined;
}

/** @param directory Cells may read files in it and below; null: no files. */
export function startCliKernel(
  client: ServiceClient,
  directory: string | null,
  { snapshots, lake }: KernelFolders,
  { cacheTtlMs = CACHE_TTL_MS, process = startKernelProcess(directory) }: OwnStart = {},
): Promise<KernelHandle> {
  return startKernel({
    process,
    kernel: {
      ...defaultPlanLimits,
      readableDirectories: [directory, lake].flatMap(each =>
        each === null ? [] : path.resolve(each),
      ),
      memoryLimit: null,
      spillLimit: null,
      vendorField: null,
      cacheTtlMs,
      maxRows: MAX_ROWS,
    },
    ask: (request, cancellation) => client.ask(request, cancellation),
    sandbox: () => Promise.resolve(client.sandbox),
    snapshots:
      snapshots === null
        ? undefined
        : new SnapshotStore(path.resolve(snapshots), () => SNAPSHOT_DAYS),
  });
}

/** The parameters that all cells of a command share. */
export function cellParams(
  client: ServiceClient,
  { snapshots, lake }: KernelFolders,
): Omit<RunCellParams, 'text' | 'language' | 'firstPageRows'> {
  const { name, synthetic } = client.connection;
  return {
    connection: {
      name,
      synthetic,
      epoch: 'command line',
      place: snapshots === null ? undefined : snapshotPlace(client.connection),
      lake:
        lake === null
          ? undefined
          : { directory: path.resolve(lake), place: snapshotPlace(client.connection) },
    },
    cell: null,
    useCache: true,
    access: 'session',
    portfolios: {},
  };
}
