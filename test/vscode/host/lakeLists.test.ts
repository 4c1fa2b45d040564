import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import type { Row } from '../../../src/core/sidebar/row';
import { Clients } from '../../../src/host/connection/clients';
import { Connections } from '../../../src/host/connection/connections';
import { ConnectionStates } from '../../../src/host/connection/connectionStates';
import { Tokens } from '../../../src/host/connection/tokens';
import { settings, settingsSection } from '../../../src/host/ids';
import { ConnectionCompanies } from '../../../src/host/language/connectionCompanies';
import { Log } from '../../../src/host/log';
import { KernelSessions } from '../../../src/host/notebook/kernelSessions';
import { Snapshots } from '../../../src/host/overlays/snapshots';
import { OverlaysView } from '../../../src/host/sidebar/overlaysView';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { kernelPids } from './kernelProcesses';
import { MemoryState, MemoryStorage } from './memory';
import { until } from './notebooks';
import { syncLake } from './syncLake';

const name = 'With a lake';
const token = 'token-of-the-lake';
const list = 'Bullish';

function serve(epochMs: number, port = 0): Promise<SandboxServer> {
  const config = defaultSandboxConfig(plainDateOfInstant(epochMs));
  return listen(createSandbox({ ...config, token }), { port });
}

describe('the ranked lists of the side bar on a connection with a lake', () => {
  let service: SandboxServer;
  let folder: string;
  let connections: Connections;
  let sessions: KernelSessions;
  let overlays: OverlaysView;
  let owned: vscode.Disposable;

  beforeEach(async () => {
    service = await serve(Date.UTC(2026, 4, 29));
    folder = await mkdtemp(path.join(tmpdir(), 'signals-lake-lists-'));
    const log = new Log();
    const tokens = new Tokens(new MemoryStorage());
    connections = new Connections(new MemoryState(), log);
    const clients = new Clients(tokens);
    const states = new ConnectionStates(tokens, clients);
    const storage = vscode.Uri.file(folder);
    const snapshots = new Snapshots(storage);
    const companies = new ConnectionCompanies({ connections, clients, snapshots, storage });
    const extension = vscode.extensions.getExtension('market-signals.market-signals');
    sessions = new KernelSessions({
      ...{ log, snapshots, connections },
      kernelPath: path.join(extension?.extensionPath ?? '', 'dist', 'kernel.js'),
      companyName: () => Promise.resolve(null),
    });
    const view = { connections, states, clients, snapshots, sessions, companies, log };
    overlays = new OverlaysView(view);
    owned = vscode.Disposable.from(companies, tokens, connections, clients, states, overlays);
    await useLake(undefined);
    const live = connections.liveNamed(name);
    assert.ok(live);
    await tokens.store(live, token);
  });

  afterEach(async () => {
    owned.dispose();
    await sessions.close();
    await useLake(null);
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param lake Undefined: the connection has none; null: there is no connection. */
  async function useLake(lake: string | null | undefined): Promise<void> {
    const { quantUrl, dataUrl } = service;
    const entry = { name, quantUrl, dataUrl, ...(lake === undefined ? {} : { lake }) };
    await vscode.workspace
      .getConfiguration(settingsSection)
      .update(
        settings.connections,
        lake === null ? undefined : [entry],
        vscode.ConfigurationTarget.Global,
      );
    const live = connections.liveNamed(name);
    await (live && connections.select(live, undefined));
  }

  /** The row of the list and the rows below it, after a request that began now. */
  async function requested(): Promise<{ row: Row; below: readonly Row[]; notes: string }> {
    await overlays.rows(undefined);
    await overlays.poll();
    for (;;) {
      const rowOf = async () => (await overlays.rows(undefined)).find(({ id }) => id === list);
      const below = await overlays.rows(await rowOf());
      const row = await rowOf();
      if (row && below[0]?.kind !== 'loading') {
        const notes = row.facts?.filter(([of]) => of === 'note').map(([, note]) => note) ?? [];
        return { row, below, notes: notes.join(' ') };
      }
      await new Promise<void>(resolve => {
        const once = overlays.onDidChange(() => {
          once.dispose();
          resolve();
        });
      });
    }
  }

  it('are compared with a list that only the lake has, and a lake that cannot be read is a note', async () => {
    const { quantUrl, dataUrl } = service;
    const lake = path.join(folder, 'lake');
    const today = plainDateOfInstant(Date.now());
    const words = ['--only', 'bullish_stocks', '--from', today, '--entities', 'company:demo0001'];
    await syncLake(lake, words, { quantUrl, dataUrl, token });
    // As if the sync had been at some day before.
    const lists = path.join(lake, 'bullish_stocks');
    const [month = ''] = await readdir(lists);
    const [day = ''] = await readdir(path.join(lists, month));
    const earlier = path.join(lists, 'month=2026-05', 'day=2026-05-29');
    await mkdir(path.dirname(earlier));
    await rename(path.join(lists, month, day), earlier);
    await service.close();
    service = await serve(Date.UTC(2026, 5, 9), Number(new URL(quantUrl).port));

    const without = await requested();
    assert.doesNotMatch(without.row.description ?? '', /entered/);
    const pids = kernelPids();
    await useLake(lake);
    const compared = await requested();
    assert.equal(compared.notes, '');
    assert.match(compared.row.description ?? '', /^50 · .*\d+ entered/);
    const changes = compared.row.facts?.find(([of]) => of === 'changes')?.[1] ?? '';
    assert.match(changes, /^Since 2026-05-29: \d+ entered, \d+ left/);
    const changed = compared.below.map(({ description = '' }) => description);
    assert.ok(changed.some(word => word.startsWith('entered')));
    assert.ok(changed.some(word => /^left, was \d+/.test(word)));
    assert.ok(changed.some(word => /^(up|down) \d+/.test(word)));
    assert.equal(kernelPids().length, pids.length + 1, 'one kernel reads the lake');

    await truncate(path.join(earlier, 'snapshot.parquet'), 100);
    const damaged = await requested();
    assert.equal(damaged.below[0]?.kind, 'stock');
    assert.match(damaged.notes, /snapshot\.parquet is damaged/);
    assert.match(damaged.row.description ?? '', /^50 · 1 note/);

    await useLake(path.join(folder, 'nowhere'));
    const missing = await requested();
    assert.equal(missing.below[0]?.kind, 'stock');
    assert.match(missing.notes, /^The lake \S+nowhere does not exist\. /);
    await sessions.close();
    await until('the kernels have ended', () => kernelPids().length === pids.length);
  });
});
