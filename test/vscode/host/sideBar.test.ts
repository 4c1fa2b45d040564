import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { uncancellable } from '../../../src/core/base/cancellation';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import type { Row } from '../../../src/core/sidebar/row';
import { Clients } from '../../../src/host/connection/clients';
import { Connections } from '../../../src/host/connection/connections';
import { ConnectionStates } from '../../../src/host/connection/connectionStates';
import { Tokens } from '../../../src/host/connection/tokens';
import { settings, settingsSection } from '../../../src/host/ids';
import { ConnectionCompanies } from '../../../src/host/language/connectionCompanies';
import { Log } from '../../../src/host/log';
import { Snapshots } from '../../../src/host/overlays/snapshots';
import { ConnectionsView } from '../../../src/host/sidebar/connectionsView';
import { OverlaysView } from '../../../src/host/sidebar/overlaysView';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { MemoryState, MemoryStorage } from './memory';

const name = 'Loopback';
const token = 'token-of-the-side-bar';

async function set(key: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration(settingsSection)
    .update(key, value, vscode.ConfigurationTarget.Global);
}

describe('the side bar on a live connection', () => {
  let service: SandboxServer;
  let folder: string;
  let parts: {
    readonly tokens: Tokens;
    readonly clients: Clients;
    readonly connections: Connections;
    readonly overlays: OverlaysView;
    readonly connectionsView: ConnectionsView;
  };
  let owned: vscode.Disposable;

  beforeEach(async () => {
    const config = defaultSandboxConfig(plainDateOfInstant(Date.UTC(2026, 5, 1)));
    service = await listen(createSandbox({ ...config, token }), { port: 0 });
    const { quantUrl, dataUrl } = service;
    await set(settings.connections, [{ name, quantUrl, dataUrl }]);
    folder = await mkdtemp(path.join(tmpdir(), 'signals-side-bar-'));
    const log = new Log();
    const tokens = new Tokens(new MemoryStorage());
    const connections = new Connections(new MemoryState(), log);
    const clients = new Clients(tokens);
    const storage = vscode.Uri.file(folder);
    const snapshots = new Snapshots(storage);
    const states = new ConnectionStates(tokens, clients);
    // Its command exists already: that of the extension itself.
    const companies = Object.create(ConnectionCompanies.prototype, {
      add: { value: () => Promise.resolve() },
    }) as ConnectionCompanies;
    const view = { connections, states, clients, snapshots, companies, log };
    const overlays = new OverlaysView(view);
    const connectionsView = new ConnectionsView(connections, states);
    parts = { tokens, clients, connections, overlays, connectionsView };
    owned = vscode.Disposable.from(log, tokens, connections, clients, states, overlays);
    await connections.select({ name, quantUrl, dataUrl, synthetic: false }, undefined);
  });

  afterEach(async () => {
    owned.dispose();
    await set(settings.connections, undefined);
    await set(settings.overlayViews, undefined);
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const connection = () => {
    const found = parts.connections.liveNamed(name);
    assert.ok(found);
    return found;
  };

  /** The rows below a list, after its request ended. */
  async function rowsBelow(list: string): Promise<readonly Row[]> {
    for (;;) {
      const parent = (await parts.overlays.rows(undefined)).find(({ id }) => id === list);
      assert.ok(parent, list);
      const rows = await parts.overlays.rows(parent);
      if (rows[0]?.kind !== 'loading') {
        return rows;
      }
      await new Promise<void>(resolve => {
        const once = parts.overlays.onDidChange(() => {
          once.dispose();
          resolve();
        });
      });
    }
  }

  async function stateOfConnection(): Promise<string | undefined> {
    const rows = await parts.connectionsView.rows(undefined);
    return rows.find(({ id }) => id === name)?.description;
  }

  it('requests nothing before a list is expanded, and then what the specification has, once', async () => {
    await parts.tokens.store(connection(), token);
    await parts.overlays.rows(undefined);
    assert.equal(service.requests.length, 0);
    const rows = await rowsBelow('Bullish');
    assert.equal(rows[0]?.kind, 'stock');
    await rowsBelow('Bullish');
    const sent = service.requests.map(({ method, url }) => `${method} ${url}`);
    assert.equal(sent.length, 1);
    assert.match(sent[0] ?? '', /^GET .*\/signal\/bullish_stocks\?amount=50$/);
    assert.equal(await stateOfConnection(), 'in use · token set');
  });

  it('takes the answer that a cell received a minute ago, and a new one where it is refreshed', async () => {
    await parts.tokens.store(connection(), token);
    const client = await parts.clients.of(connection());
    const request = {
      operation: 'bearish_stocks',
      entities: [],
      parameters: { amount: '50' },
    } as const;
    await client.ask(request, uncancellable);
    const rows = await rowsBelow('Bearish');
    assert.equal(rows[0]?.kind, 'stock');
    assert.equal(service.requests.length, 1);
    parts.overlays.refresh('Bearish');
    await rowsBelow('Bearish');
    assert.equal(service.requests.length, 2);
  });

  it('says that no token is set, that one was refused, and shows the lists with the right one', async () => {
    const [missing] = await rowsBelow('Bullish');
    assert.equal(missing?.label, 'No token is set');
    assert.equal(missing.press?.action, 'setToken');
    assert.equal(await stateOfConnection(), 'in use · no token');
    await parts.tokens.store(connection(), 'a wrong one');
    const [refused] = await rowsBelow('Bullish');
    assert.equal(refused?.label, 'The token was refused');
    assert.equal(await stateOfConnection(), 'in use · token was refused');
    await parts.tokens.store(connection(), token);
    assert.equal((await rowsBelow('Bullish'))[0]?.kind, 'stock');
    assert.equal(await stateOfConnection(), 'in use · token set');
  });

  it('says that the service cannot be reached, and shows the list once it can be', async () => {
    await parts.tokens.store(connection(), token);
    const { port } = new URL(service.quantUrl);
    await service.close();
    const [failed] = await rowsBelow('Bullish');
    assert.equal(failed?.kind, 'failed');
    assert.equal(failed.press?.action, 'retryList');
    const config = defaultSandboxConfig(plainDateOfInstant(Date.UTC(2026, 5, 1)));
    service = await listen(createSandbox({ ...config, token }), { port: Number(port) });
    parts.overlays.refresh('Bullish');
    assert.equal((await rowsBelow('Bullish'))[0]?.kind, 'stock');
  });

  it('shows 600 stocks a page at a time, and those that a filter finds among all of them', async () => {
    await parts.tokens.store(connection(), token);
    await set(settings.overlayViews, [{ name: 'All', side: 'bullish', amount: 600 }]);
    const first = await rowsBelow('All');
    assert.equal(first.length, 201);
    assert.equal(first.at(-1)?.kind, 'more');
    const last = first.at(-1)?.description;
    parts.overlays.showMore('All');
    assert.ok((await rowsBelow('All')).length > 201, last);
    parts.overlays.setFilter('hal');
    const found = await rowsBelow('All');
    assert.ok(found.length > 0 && found.length < 200);
    assert.ok(found.every(({ label, facts }) => /hal/i.test(JSON.stringify([label, facts]))));
    parts.overlays.setFilter('');
  });
});
