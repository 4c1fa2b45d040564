import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  CancelledError,
  CancellationSource,
  uncancellable,
} from '../../../src/core/base/cancellation';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import { companySearch, companySearches } from '../../../src/core/client/companySearch';
import { sandboxConnection } from '../../../src/core/client/connections';
import { emptySession } from '../../../src/core/language/assist';
import type { Row } from '../../../src/core/sidebar/row';
import { Clients } from '../../../src/host/connection/clients';
import { Connections } from '../../../src/host/connection/connections';
import { ConnectionStates } from '../../../src/host/connection/connectionStates';
import { Tokens } from '../../../src/host/connection/tokens';
import { settings, settingsSection } from '../../../src/host/ids';
import { ConnectionCompanies } from '../../../src/host/language/connectionCompanies';
import { Log } from '../../../src/host/log';
import { LakeKernels } from '../../../src/host/overlays/lakeKernels';
import { Snapshots } from '../../../src/host/overlays/snapshots';
import { ConnectionsView } from '../../../src/host/sidebar/connectionsView';
import { EventTypesView } from '../../../src/host/sidebar/eventTypesView';
import { OverlayPolling, type PollingPorts } from '../../../src/host/sidebar/overlayPolling';
import { OverlaysView } from '../../../src/host/sidebar/overlaysView';
import { treeItem } from '../../../src/host/sidebar/rowTree';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { filesBelow } from '../../support/filesBelow';
import { until } from '../../support/until';
import { MemoryState, MemoryStorage } from './memory';

const name = 'Loopback';
const token = 'token-of-the-side-bar';

/** A window whose time passes when a test says so. */
class PolledWindow implements PollingPorts {
  readonly timers = new Map<number, { readonly ms: number; readonly call: () => void }>();
  readonly sentences: string[] = [];
  created = 0;
  pressesShow = false;
  private nowMs = Date.now();
  private isActive = true;
  private readonly focused = new vscode.EventEmitter<void>();
  private readonly visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly onDidChangeFocus = this.focused.event;
  readonly tree: {
    badge: vscode.ViewBadge | undefined;
    visible: boolean;
    readonly onDidChangeVisibility: vscode.Event<vscode.TreeViewVisibilityChangeEvent>;
  } = { badge: undefined, visible: false, onDidChangeVisibility: this.visibility.event };

  now(): number {
    return this.nowMs;
  }
  after(ms: number, call: () => void): vscode.Disposable {
    const id = this.created++;
    this.timers.set(id, { ms, call });
    return new vscode.Disposable(() => void this.timers.delete(id));
  }
  isFocused(): boolean {
    return this.isActive;
  }
  notify(sentence: string): Promise<boolean> {
    this.sentences.push(sentence);
    return Promise.resolve(this.pressesShow);
  }
  focus(isActive: boolean): void {
    this.isActive = isActive;
    this.focused.fire();
  }
  look(visible: boolean): void {
    this.tree.visible = visible;
    this.visibility.fire({ visible });
  }
  /** The only timer ends. */
  elapse(): void {
    const [entry] = this.timers;
    assert.ok(entry);
    const [id, { ms, call }] = entry;
    this.timers.delete(id);
    this.nowMs += ms;
    call();
  }
}

/** A service whose requests wait until they are released. */
interface HeldService {
  readonly quantUrl: string;
  readonly dataUrl: string;
  /** The most requests that waited at a time. */
  readonly most: number;
  /** Resolves once so many wait. */
  reach(count: number): Promise<void>;
  /** Passes the oldest on. */
  release(): void;
  /** Passes on what waits, and what comes. */
  releaseAll(): void;
  close(): Promise<void>;
}

async function holdRequests(service: SandboxServer): Promise<HeldService> {
  const waiting: (() => void)[] = [];
  let [underWay, most, isOpen] = [0, 0, false];
  const server = createServer((incoming, outgoing) => {
    underWay++;
    most = Math.max(most, underWay);
    outgoing.on('close', () => underWay--);
    const { url = '', method, headers } = incoming;
    const pass = (): void => {
      const { host: _, ...others } = headers;
      const target = new URL(url, service.quantUrl);
      const passed = request(target, { method, headers: others }, answer => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      // A cancelled request ends on both sides.
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    };
    if (isOpen) {
      pass();
    } else {
      waiting.push(pass);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const moved = (url: string): string => url.replace(/:\d+/, `:${port}`);
  return {
    quantUrl: moved(service.quantUrl),
    dataUrl: moved(service.dataUrl),
    get most() {
      return most;
    },
    async reach(count) {
      while (underWay < count) {
        await nextTurn();
      }
    },
    release: () => waiting.shift()?.(),
    releaseAll: () => {
      isOpen = true;
      waiting.splice(0).forEach(pass => pass());
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const nextTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 1));

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
    readonly snapshots: Snapshots;
    readonly companies: ConnectionCompanies;
    readonly storage: vscode.Uri;
    readonly connections: Connections;
    readonly overlays: OverlaysView;
    readonly connectionsView: ConnectionsView;
  };
  let state: MemoryState;
  let owned: vscode.Disposable;

  // Not disposed: VS Code has one channel of a name, which the extension writes to as well.
  const log = new Log();

  beforeEach(async () => {
    const config = defaultSandboxConfig(plainDateOfInstant(Date.UTC(2026, 5, 1)));
    service = await listen(createSandbox({ ...config, token }), { port: 0 });
    const { quantUrl, dataUrl } = service;
    await set(settings.connections, [{ name, quantUrl, dataUrl }]);
    folder = await mkdtemp(path.join(tmpdir(), 'signals-side-bar-'));
    const tokens = new Tokens(new MemoryStorage());
    state = new MemoryState();
    const connections = new Connections(state, log);
    const clients = new Clients(tokens);
    const storage = vscode.Uri.file(folder);
    const snapshots = new Snapshots(storage);
    const states = new ConnectionStates(tokens, clients);
    const companies = new ConnectionCompanies({ connections, clients, snapshots, storage });
    const sessions = { lakes: new LakeKernels(() => Promise.reject(new Error('no lake'))) };
    const view = { connections, states, clients, snapshots, sessions, companies, log };
    const overlays = new OverlaysView(view);
    const connectionsView = new ConnectionsView(connections, states);
    parts = { ...view, tokens, overlays, connectionsView, storage };
    owned = vscode.Disposable.from(companies, tokens, connections, clients, states, overlays);
    await connections.select({ name, quantUrl, dataUrl, synthetic: false }, undefined);
  });

  afterEach(async () => {
    owned.dispose();
    await set(settings.connections, undefined);
    await set(settings.overlayViews, undefined);
    await set(settings.overlayPoll, undefined);
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A service that was closed, at the same address, on another day. */
  async function serveDay(epochMs: number): Promise<void> {
    const { port } = new URL(service.quantUrl);
    const config = defaultSandboxConfig(plainDateOfInstant(epochMs));
    service = await listen(createSandbox({ ...config, token }), { port: Number(port) });
  }

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
      // An event could come just before somebody waits for it.
      await delay(20);
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

  it('shows a list whose snapshot could not be kept, with a note', async () => {
    await parts.tokens.store(connection(), token);
    await writeFile(path.join(folder, 'snapshots'), 'a file in place of the folder');
    assert.equal((await rowsBelow('Bullish'))[0]?.kind, 'stock');
    const list = (await parts.overlays.rows(undefined)).find(({ id }) => id === 'Bullish');
    const notes = list?.facts?.flatMap(([of, value]) => (of === 'note' ? [value] : []));
    assert.equal(notes?.length, 2);
    assert.match(notes[0] ?? '', /^The answer could not be kept on this computer: /);
    assert.match(notes[1] ?? '', /^Earlier lists could not be read: /);
    assert.equal(await parts.companies.count(connection()), 50, 'its companies are learned');
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
    await service.close();
    const [failed] = await rowsBelow('Bullish');
    assert.equal(failed?.kind, 'failed');
    assert.equal(failed.press?.action, 'retryList');
    await serveDay(Date.UTC(2026, 5, 1));
    parts.overlays.refresh('Bullish');
    assert.equal((await rowsBelow('Bullish'))[0]?.kind, 'stock');
  });

  it('shows other lists when the connection is left, whatever else asked for it meanwhile', async () => {
    await parts.tokens.store(connection(), token);
    const live = connection();
    // The lists of both are there already.
    for (const each of [sandboxConnection, live]) {
      await parts.connections.select(each, undefined);
      assert.equal((await rowsBelow('Bullish'))[0]?.kind, 'stock');
      assert.equal((await rowsBelow('Bearish'))[0]?.kind, 'stock');
    }
    const sent = service.requests.length;
    const update = state.update.bind(state);
    // Portfolios take the usual lists as well, before the views are told.
    state.update = async (key, value) => {
      await update(key, value);
      await parts.overlays.usualLists();
    };
    const changed = new Promise(resolve => parts.overlays.onDidChange(resolve));
    await parts.connections.leave(name);
    await changed;
    assert.equal((await rowsBelow('Bullish'))[0]?.kind, 'stock');
    assert.equal(service.requests.length, sent, 'the rows are those of the sandbox');
  });

  it('stays with a connection under its new name, and says so where it is gone', async () => {
    const { quantUrl, dataUrl } = service;
    const current = () => parts.connections.current(undefined);
    const seen: string[] = [];
    const reading: Promise<void>[] = [];
    const watching = parts.connections.onDidChange(() =>
      reading.push(current().then(choice => void seen.push(choice.connection.name))),
    );
    await parts.connections.rename(name, 'Renamed', () =>
      set(settings.connections, [{ name: 'Renamed', quantUrl, dataUrl }]),
    );
    await Promise.all(reading);
    watching.dispose();
    assert.deepEqual([...new Set(seen)], ['Renamed'], 'never on the sandbox meanwhile');
    assert.equal((await current()).note, null);
    await set(settings.connections, []);
    const { connection: instead, note } = await current();
    assert.equal(instead.synthetic, true);
    assert.match(note ?? '', /^The connection Renamed, which was selected, is no longer in your/);
    await set(settings.connections, [{ name: 'Renamed', quantUrl, dataUrl }]);
    assert.equal((await current()).connection.name, 'Renamed', 'it is selected again');
    await parts.connections.leave('Renamed');
    assert.equal((await current()).note, null, 'it was left on purpose');
  });

  it('finds the companies of lists again after a restart, until their connection is removed', async () => {
    await parts.tokens.store(connection(), token);
    await rowsBelow('Bullish');
    const { entities } = await parts.companies.of(undefined);
    assert.equal(entities.length, 50);
    const restarted = new ConnectionCompanies(parts);
    assert.deepEqual((await restarted.of(undefined)).entities, entities);
    const kept = () => filesBelow(path.join(folder, 'companies'), /./);
    const files = kept();
    assert.equal(files.length, 1);
    const text = await readFile(files[0] ?? '', 'utf8');
    assert.ok(!text.includes(token) && !text.includes(service.quantUrl));
    await restarted.forgetRemoved();
    assert.deepEqual(kept(), files);
    await set(settings.connections, undefined);
    await restarted.forgetRemoved();
    assert.deepEqual(kept(), []);
  });

  it('names event types from answers again after a restart, on their connection alone', async () => {
    const nameOf = async (view: EventTypesView, id: string) =>
      (await view.typeOf(id))?.name ?? 'name not published';
    const view = new EventTypesView(parts);
    assert.equal(await nameOf(view, 'E3_A'), 'name not published');
    const changed = new Promise<void>(resolve => void view.onDidChange(resolve));
    await parts.companies.learn({
      ...emptySession,
      connection: name,
      eventNames: [
        ['E3_A', 'Plant $(x) closure\u202e'],
        ['E99_B', 'y'.repeat(300)],
      ],
    });
    await changed;
    assert.match(await nameOf(view, 'E3_A'), /^Plant/);
    const restarted = new EventTypesView({ ...parts, companies: new ConnectionCompanies(parts) });
    const family = (await restarted.rows(undefined)).find(({ label }) => label === 'E3');
    const [row] = await restarted.rows(family);
    assert.equal(row?.id, 'E3_A');
    assert.equal(treeItem(row).label, 'Plant $\u200b(x) closure\\u{202e}');
    assert.equal(await nameOf(restarted, 'E99_B'), 'name not published');
    const sandbox = parts.connections.all().find(({ synthetic }) => synthetic);
    assert.ok(sandbox);
    await parts.connections.select(sandbox, undefined);
    assert.equal(await nameOf(restarted, 'E3_A'), 'name not published');
    await parts.companies.clear();
    await parts.connections.select(connection(), undefined);
    assert.equal(await nameOf(view, 'E3_A'), 'name not published');
    view.dispose();
    restarted.dispose();
  });

  it('learns companies with two requests at a time and four beside cells, and keeps those of before a cancellation', async () => {
    const held = await holdRequests(service);
    const { quantUrl, dataUrl } = held;
    const slow = { name, quantUrl, dataUrl, synthetic: false };
    await set(settings.connections, [{ name, quantUrl, dataUrl }]);
    await parts.tokens.store(slow, token);
    const client = await parts.clients.of(slow);
    const requests = companySearches.find(({ by }) => by === 'industry')?.requests ?? [];
    const cancellation = new CancellationSource();
    let answered = 0;
    const search = parts.companies.search(slow, requests, {
      cancellation,
      answered: () => answered++,
    });
    await held.reach(2);
    const cells = [1, 2, 3, 4, 5].map(amount =>
      client.ask(
        { operation: 'bullish_stocks', entities: [], parameters: { amount: String(amount) } },
        uncancellable,
      ),
    );
    await held.reach(4);
    while (answered < 6) {
      held.release();
      await nextTurn();
    }
    cancellation.cancel();
    await assert.rejects(search, CancelledError);
    held.releaseAll();
    await Promise.all(cells);
    assert.equal(held.most, 4);
    const kept = await parts.companies.count(slow);
    assert.ok(kept > 0, 'companies of the first answers');
    assert.ok(service.requests.length < requests.length);
    const restarted = new ConnectionCompanies(parts);
    assert.equal(await restarted.count(slow), kept);
    const before = service.requests.length;
    await restarted.search(slow, requests.slice(0, 2), {
      cancellation: uncancellable,
      answered: () => undefined,
    });
    assert.equal(service.requests.length, before, 'answers of a minute ago are used again');
    await held.close();
  });

  it('has a timer only while polling is on, a list is open and the window has the focus', async () => {
    await parts.tokens.store(connection(), token);
    const polled = new PolledWindow();
    const polling = new OverlayPolling(
      parts.overlays,
      polled.tree,
      { addToPortfolio: () => Promise.resolve() },
      polled,
    );
    await rowsBelow('Bullish');
    assert.equal(polled.created, 0, 'off by default');
    await set(settings.overlayPoll, 1);
    await until(() => polled.timers.size === 1);
    polled.focus(false);
    assert.equal(polled.timers.size, 0);
    polled.focus(true);
    const [ms] = [...polled.timers.values()].map(timer => timer.ms);
    assert.ok(ms !== undefined && Math.abs(ms - 15 * 60_000) < 60_000, String(ms));
    await set(settings.overlayPoll, 0);
    await until(() => polled.timers.size === 0);
    polling.dispose();
  });

  it('polls open lists alone, and reports all changes once, with a badge until the view is looked at', async () => {
    await parts.tokens.store(connection(), token);
    await set(settings.overlayPoll, 20);
    await set(settings.overlayViews, [{ name: 'Same', side: 'bullish', amount: 50 }]);
    const polled = new PolledWindow();
    const polling = new OverlayPolling(
      parts.overlays,
      polled.tree,
      { addToPortfolio: () => Promise.resolve() },
      polled,
    );
    await rowsBelow('Bullish');
    await rowsBelow('Same');
    assert.equal(service.requests.length, 1);
    polled.elapse();
    await until(() => polled.timers.size === 1);
    assert.equal(service.requests.length, 2, 'neither Bearish, nor the same list twice');
    assert.deepEqual(polled.sentences, []);
    await service.close();
    await serveDay(Date.UTC(2026, 5, 8));
    polled.elapse();
    await until(() => polled.sentences.length === 1);
    const [count] = /\d+/.exec(polled.sentences[0] ?? '') ?? [];
    assert.match(polled.sentences[0] ?? '', /^Signals: \d+ changes: \d+ in \w+$/);
    assert.equal(polled.tree.badge?.value, Number(count));
    await until(() => polled.timers.size === 1);
    await service.close();
    await serveDay(Date.UTC(2026, 5, 15));
    polled.elapse();
    await until(() => polled.sentences.length === 2);
    assert.ok(polled.tree.badge.value > Number(count), 'changes of both polls');
    polled.look(true);
    assert.equal(polled.tree.badge, undefined);
    await until(() => polled.timers.size === 1);
    await parts.tokens.store(connection(), 'a wrong one');
    polled.elapse();
    await until(() => polled.timers.size === 1);
    assert.equal(polled.sentences.length, 2);
    assert.equal((await rowsBelow('Bullish'))[0]?.kind, 'stock', 'the list stays');
    polling.dispose();
    assert.equal(polled.timers.size, 0);
  });

  it('shows the changes of a poll at a press, and draws the score of one', async () => {
    await parts.tokens.store(connection(), token);
    await set(settings.overlayPoll, 15);
    const polled = new PolledWindow();
    polled.pressesShow = true;
    const polling = new OverlayPolling(
      parts.overlays,
      polled.tree,
      { addToPortfolio: () => Promise.resolve() },
      polled,
    );
    await rowsBelow('Bullish');
    await service.close();
    await serveDay(Date.UTC(2026, 5, 8));
    polled.elapse();
    const drawn = () =>
      vscode.window.activeNotebookEditor?.notebook.getCells().map(cell => cell.document.getText());
    // The first stock, and then the first of its actions.
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return drawn()?.some(text => text.startsWith('FROM bull_bear_score_ts(')) ?? false;
    });
    assert.equal(polled.tree.badge, undefined);
    polling.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('learns nothing with a wrong token, and says why', async () => {
    await parts.tokens.store(connection(), 'a wrong one');
    const ignored = { cancellation: uncancellable, answered: () => assert.fail('an answer') };
    const search = parts.companies.search(connection(), companySearch, ignored);
    await assert.rejects(search, { name: 'ServiceError', kind: 'unauthorized' });
    assert.equal(await parts.companies.count(connection()), 0);
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
