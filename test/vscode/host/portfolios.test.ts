import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import type { Row } from '../../../src/core/sidebar/row';
import type { EntityFact } from '../../../src/core/service/entityFact';
import { Clients } from '../../../src/host/connection/clients';
import { Connections } from '../../../src/host/connection/connections';
import { ConnectionStates } from '../../../src/host/connection/connectionStates';
import { Tokens } from '../../../src/host/connection/tokens';
import { settings, settingsSection } from '../../../src/host/ids';
import { ConnectionCompanies } from '../../../src/host/language/connectionCompanies';
import { Log } from '../../../src/host/log';
import { LakeKernels } from '../../../src/host/overlays/lakeKernels';
import { Snapshots } from '../../../src/host/overlays/snapshots';
import { PortfolioChanges } from '../../../src/host/portfolios/changePortfolios';
import type { LearningParts } from '../../../src/host/language/learnCompanies';
import { KnownPortfolios } from '../../../src/host/portfolios/knownPortfolios';
import { OverlaysView, type OverlayViewParts } from '../../../src/host/sidebar/overlaysView';
import {
  movePortfolioRow,
  pastePortfolio,
  type PortfolioParts,
} from '../../../src/host/sidebar/portfolioCommands';
import { carryStocks, companyDrops } from '../../../src/host/sidebar/portfolioDrops';
import { PortfoliosView } from '../../../src/host/sidebar/portfoliosView';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  sandboxCompanies,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { MemoryState, MemoryStorage } from './memory';
import { close, readFile, rowsOf, runCells, showCells, until, writeFile } from './notebooks';

const name = 'Loopback';
const token = 'token-of-the-portfolios';
const file = 'core.portfolio.csv';

async function set(key: string, value: unknown): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration(settingsSection).update(key, value, Global);
}

describe('portfolios of files and settings', () => {
  let service: SandboxServer;
  let folder: string;
  let companies: readonly EntityFact[];
  let overlays: OverlaysView;
  let portfolios: KnownPortfolios;
  let view: PortfoliosView;
  let learning: LearningParts;
  let memory: MemoryState;
  let changes: PortfolioChanges;
  let commandParts: PortfolioParts;
  let owned: vscode.Disposable;
  let isClosed: boolean;
  let parts: OverlayViewParts;

  beforeEach(async () => {
    const config = defaultSandboxConfig(plainDateOfInstant(Date.now()));
    const sandbox = createSandbox({ ...config, token });
    companies = sandboxCompanies(sandbox);
    service = await listen(sandbox, { port: 0 });
    isClosed = false;
    const { quantUrl, dataUrl } = service;
    await set(settings.connections, [{ name, quantUrl, dataUrl }]);
    folder = await mkdtemp(path.join(tmpdir(), 'signals-portfolios-'));
    const log = new Log();
    const tokens = new Tokens(new MemoryStorage());
    const connections = new Connections(new MemoryState(), log);
    const clients = new Clients(tokens);
    const snapshots = new Snapshots(vscode.Uri.file(folder));
    const states = new ConnectionStates(tokens, clients);
    // Its command exists already: that of the extension itself.
    const directory = Object.create(ConnectionCompanies.prototype, {
      add: { value: () => Promise.resolve() },
      directory: {
        value: () => Promise.resolve(new Map(companies.map(fact => [fact.entity, fact]))),
      },
    }) as ConnectionCompanies;
    portfolios = new KnownPortfolios(log);
    const sessions = { lakes: new LakeKernels(() => Promise.reject(new Error('no lake'))) };
    parts = { connections, states, clients, snapshots, sessions, companies: directory, log };
    overlays = new OverlaysView(parts);
    learning = { connections, companies: directory };
    memory = new MemoryState();
    view = new PortfoliosView({ ...parts, portfolios, memory }, overlays);
    changes = new PortfolioChanges(portfolios);
    commandParts = { view, changes, learning, reveal: () => Promise.resolve() };
    owned = vscode.Disposable.from(tokens, connections, clients, states, overlays);
    owned = vscode.Disposable.from(owned, portfolios, view);
    const connection = { name, quantUrl, dataUrl, synthetic: false };
    await connections.select(connection, undefined);
    const live = connections.liveNamed(name);
    assert.ok(live);
    await tokens.store(live, token);
  });

  afterEach(async () => {
    owned.dispose();
    await set(settings.connections, undefined);
    await set(settings.portfolios, undefined);
    const found = await vscode.workspace.findFiles('**/*.portfolio.csv');
    await Promise.all(found.map(uri => vscode.workspace.fs.delete(uri)));
    await (isClosed ? undefined : service.close());
    await rm(folder, { recursive: true, force: true });
  });

  const entity = (at: number): string => companies[at]?.entity ?? '';

  /** Rows as soon as none of them and no list is loading. */
  async function settled(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    for (;;) {
      const lists = await overlays.usualLists();
      const rows = await read();
      const kinds = [...rows, ...lists.map(({ state }) => state)].map(({ kind }) => kind);
      if (!kinds.includes('loading')) {
        return rows;
      }
      await delay(20);
    }
  }

  const top = (): Promise<readonly Row[]> => settled(() => view.rows(undefined));

  async function below(portfolio: string): Promise<readonly Row[]> {
    const row = (await top()).find(({ label }) => label === portfolio);
    assert.ok(row, portfolio);
    return settled(() => view.rows(row));
  }

  async function named(portfolio: string) {
    const found = (await view.all()).find(each => each.name === portfolio);
    assert.ok(found, portfolio);
    return found;
  }

  const sent = (): string[] =>
    service.requests.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);

  it('requests the two lists for all portfolios, and two answers for the one that is expanded, once', async () => {
    await set(settings.portfolios, { mine: [entity(0), entity(1)], other: [entity(2)] });
    await writeFile(file, `entity,weight\n${entity(3)},0.5\n${entity(4)},\nbad,x\n`);
    await portfolios.readAgain();
    assert.equal(service.requests.length, 0);
    const rows = await top();
    assert.deepEqual(
      rows.map(({ label, kind }) => [label, kind]),
      [
        ['core', 'filePortfolio'],
        ['mine', 'settingPortfolio'],
        ['other', 'settingPortfolio'],
      ],
    );
    assert.match(rows[0]?.description ?? '', /^1 problem · .* of 3 listed/);
    assert.equal(service.requests.length, 2);
    assert.ok(
      sent().every(url => /^GET .*(bullish|bearish)_stocks$/.test(url)),
      sent().join(),
    );
    const own = await below('core');
    assert.deepEqual(own.map(({ facts }) => facts?.[0]?.[1]).slice(0, 2), [
      companies[3]?.name,
      companies[4]?.name,
    ]);
    assert.match(own[0]?.label ?? '', /^[+−]?\d\.\d\d {2}/);
    assert.match(own[0]?.description ?? '', /^(\d+ events? · )?weight 0\.5 · /);
    await below('core');
    await top();
    const added = sent().slice(2).sort();
    assert.equal(added.length, 2);
    assert.match(added[0] ?? '', /^POST .*events_ts_itemized$/);
    assert.match(added[1] ?? '', /^POST .*bull_bear_score_ts_itemized$/);
    await view.refresh(rows[0]);
    // The figures so far are shown until the others are there.
    await until('both answers are requested again', () => service.requests.length >= 6);
    await below('core');
    assert.equal(service.requests.length, 6);
  });

  it('says what hides what, and takes a change of a file', async () => {
    await set(settings.portfolios, { core: [entity(0)] });
    assert.equal((await top())[0]?.kind, 'settingPortfolio');
    await writeFile(file, `entity\n${entity(1)}\n`);
    for (let row = (await top())[0]; row?.kind !== 'filePortfolio'; row = (await top())[0]) {
      await delay(20);
    }
    assert.match((await top())[0]?.description ?? '', /hides the settings/);
  });

  it('reports a file that was written here once, not again when the editor hears of it', async () => {
    let reports = 0;
    let heard = 0;
    owned = vscode.Disposable.from(
      owned,
      portfolios.onDidChange(() => reports++),
    );
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.portfolio.csv');
    owned = vscode.Disposable.from(
      owned,
      watcher,
      watcher.onDidCreate(() => heard++),
      watcher.onDidChange(() => heard++),
    );
    const names = async () => (await portfolios.of(undefined)).map(each => each.name);
    assert.deepEqual(await names(), []);
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    await changes.create('written', [{ entity: entity(0), weight: null, name: '' }], workspace);
    assert.deepEqual(await names(), ['written']);
    await until('the editor hears of the file', () => heard > 0);
    await names();
    const before = reports;
    await writeFile('written.portfolio.csv', `entity\n${entity(1)}\n`);
    await until('another content is reported', () => reports > before);
    assert.equal(before, 1);
    // The editor may hear of the file while it is still empty.
    await until(
      'the other content is known',
      async () => (await portfolios.of(undefined))[0]?.members[0]?.entity === entity(1),
    );
  });

  it('reports a file once also where the editor hears of it before its write has ended', async () => {
    let searches = 0;
    let reports = 0;
    const known = new KnownPortfolios(new Log(), () => {
      searches++;
      return vscode.workspace.findFiles('**/*.portfolio.csv');
    });
    owned = vscode.Disposable.from(
      owned,
      known,
      known.onDidChange(() => reports++),
    );
    assert.deepEqual(await known.of(undefined), []);
    await writeFile('written.portfolio.csv', `entity\n${entity(0)}\n`);
    await until('the editor reports the file', () => reports > 0);
    const before = searches;
    await known.readAgain();
    // The editor may report the end of the write as well.
    assert.ok(searches > before);
    assert.equal(reports, 1);
  });

  it('pages the companies of a large portfolio', async () => {
    const all = Array.from({ length: 1000 }, (_, at) => ({ name: `Unknown ${at}` }));
    await set(settings.portfolios, { large: all });
    const labels = async () => (await below('large')).map(({ label }) => label);
    assert.deepEqual((await labels()).slice(-2), ['Unknown 199', 'Load 200 more']);
    const more = (await below('large')).at(-1)?.press;
    assert.equal(more?.action, 'loadMoreCompanies');
    view.showMore(more.argument);
    assert.deepEqual((await labels()).slice(-2), ['Unknown 399', 'Load 200 more']);
    for (let turn = 0; turn < 3; turn++) {
      view.showMore(more.argument);
    }
    assert.equal((await labels()).at(-1), 'Unknown 999');
  });

  it('shows the portfolios beside the reason why the lists are not there', async () => {
    await set(settings.portfolios, { mine: [entity(0)] });
    await service.close();
    isClosed = true;
    const rows = await top();
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['failed', 'settingPortfolio'],
    );
    const own = await below('mine');
    assert.equal(own[0]?.press?.action, 'retryPortfolio');
    assert.equal(own.at(-1)?.facts?.[0]?.[1], companies[0]?.name);
  });

  it('shows the portfolios of the settings where files cannot be searched, until they can be', async () => {
    await set(settings.portfolios, { mine: [entity(0)] });
    await writeFile(file, `entity\n${entity(1)}\n`);
    let fails = true;
    const log = new Log();
    const known = new KnownPortfolios(log, () =>
      fails
        ? Promise.reject(new Error('rg is missing'))
        : vscode.workspace.findFiles('**/*.portfolio.csv'),
    );
    const own = new PortfoliosView(
      { ...parts, portfolios: known, memory: new MemoryState() },
      overlays,
    );
    const shown = async () => (await settled(() => own.rows(undefined))).map(({ label }) => label);
    assert.deepEqual(await shown(), ['Files not searched', 'mine']);
    fails = false;
    await own.refresh(undefined);
    assert.deepEqual(await shown(), ['core', 'mine']);
    vscode.Disposable.from(own, known).dispose();
  });

  it('changes a file and keeps what it does not know, and brings a removed one back', async () => {
    const text = `entity,weight,name,note\r\n# mine,,,\r\n${entity(1)},2,"B, B",kept\r\n${entity(0)},1,A,\r\n`;
    const uri = await writeFile(file, text);
    await portfolios.readAgain();
    await changes.add(await named('core'), [{ entity: entity(5), weight: null, name: 'F' }]);
    await changes.move(await named('core'), [entity(5)], entity(1));
    await changes.remove(await named('core'), [entity(0)]);
    const expected = `entity,weight,name,note\r\n# mine,,,\r\n${entity(5)},,F,\r\n${entity(1)},2,"B, B",kept\r\n`;
    assert.equal((await readFile(uri)).toString(), expected);
    await changes.rename(await named('core'), 'First');
    const restore = await changes.delete(await named('First'));
    assert.deepEqual(await view.all(), []);
    await restore();
    assert.equal((await named('First')).members.length, 3);
  });

  it('changes the text of an editor, and leaves a file as it is that is not UTF-8', async () => {
    const added = [{ entity: entity(5), weight: null, name: null }];
    const uri = await writeFile(file, `\uFEFFentity\n${entity(0)}\n`);
    await portfolios.readAgain();
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(1, 0), `${entity(1)}\n`);
    await vscode.workspace.applyEdit(edit);
    await changes.add(await named('core'), added);
    assert.equal(
      (await readFile(uri)).toString(),
      `\uFEFFentity\n${[1, 0, 5].map(entity).join('\n')}\n`,
    );
    assert.ok(!document.isDirty);

    const latin = Buffer.from(`entity,name\n${entity(0)},Caf\u00E9\n`, 'latin1');
    await vscode.workspace.fs.writeFile(uri, latin);
    await portfolios.readAgain();
    await assert.rejects(changes.add(await named('core'), added), /is not UTF-8/);
    assert.deepEqual(Buffer.from(await readFile(uri)), latin);
  });

  it('changes the setting, and brings a removed portfolio back', async () => {
    const mine = [entity(0), { entity: entity(1), weight: 2, note: 'kept' }];
    await set(settings.portfolios, { mine, odd: 'kept' });
    await changes.add(await named('mine'), [{ entity: entity(2), weight: 0.5, name: 'C' }]);
    await changes.move(await named('mine'), [entity(1)], entity(0));
    await changes.remove(await named('mine'), [entity(0)]);
    await changes.rename(await named('mine'), 'first');
    const value = (): unknown =>
      vscode.workspace.getConfiguration(settingsSection).inspect(settings.portfolios)?.globalValue;
    const expected = {
      first: [mine[1], { entity: entity(2), weight: 0.5, name: 'C' }],
      odd: 'kept',
    };
    assert.deepEqual(value(), expected);
    const restore = await changes.delete(await named('first'));
    assert.deepEqual(value(), { odd: 'kept' });
    await restore();
    assert.deepEqual(value(), expected);
    await changes.create('new', [{ entity: entity(3), weight: null, name: null }], 'settings');
    await view.move(['new'], 'first');
    assert.deepEqual(
      (await view.all()).map(each => each.name),
      ['new', 'first', 'odd'],
    );
  });

  it('takes stocks that are dragged onto a portfolio, and its own companies into another order', async () => {
    await set(settings.portfolios, { mine: [entity(0), entity(1)], other: [entity(2)] });
    const drops = companyDrops(view, changes);
    const { token: uncancelled } = new vscode.CancellationTokenSource();
    const members = async (of: string) => (await named(of)).members.map(each => each.entity);
    const drop = async (onto: Row | undefined, transfer: vscode.DataTransfer): Promise<void> => {
      assert.ok(onto);
      await drops.handleDrop?.({ row: onto }, transfer, uncancelled);
    };
    const drag = async (...dragged: (Row | undefined)[]): Promise<vscode.DataTransfer> => {
      const transfer = new vscode.DataTransfer();
      await drops.handleDrag?.(
        dragged.map(row => ({ row })),
        transfer,
        uncancelled,
      );
      return transfer;
    };
    const stock = { entity: entity(7), name: 'S', ticker: null, isin: null, date: null };
    const stocks = new vscode.DataTransfer();
    carryStocks(stocks, [stock]);
    await drop((await top())[0], stocks);
    assert.deepEqual(await members('mine'), [entity(0), entity(1), entity(7)]);
    const [first, , last] = await below('mine');
    await drop(first, await drag(last));
    assert.deepEqual(await members('mine'), [entity(7), entity(0), entity(1)]);
    await drop((await top())[1], await drag(first));
    assert.deepEqual(await members('other'), [entity(2), entity(0)]);
    const [, second] = await below('mine');
    const pressed = { argument: { row: second }, selected: undefined };
    await movePortfolioRow(pressed, commandParts, 'up');
    assert.deepEqual(await members('mine'), [entity(0), entity(7), entity(1)]);
    await movePortfolioRow(pressed, commandParts, 'down');
    await movePortfolioRow(pressed, commandParts, 'down');
    await movePortfolioRow(pressed, commandParts, 'down');
    assert.deepEqual(await members('mine'), [entity(7), entity(1), entity(0)]);
    const [mine, other] = await top();
    await drop(mine, await drag(other));
    assert.deepEqual(
      (await top()).map(({ label }) => label),
      ['other', 'mine'],
    );
    // The user's order is synced, as saved lists are.
    assert.deepEqual(memory.keys(), memory.synced);
  });

  it('neither offers nor changes a file that cannot be read, and names it', async () => {
    const text = 'firm|share\na|1\n';
    const uri = await writeFile(file, text);
    await portfolios.readAgain();
    const [row] = await top();
    assert.equal(row?.description, 'cannot be read: no “entity” column');
    const portfolio = await named('core');
    const added = [{ entity: entity(1), weight: null, name: null }];
    await assert.rejects(changes.add(portfolio, added), /core\.portfolio\.csv cannot be changed/);
    const bytes = await vscode.workspace.fs.readFile(uri);
    assert.equal(new TextDecoder().decode(bytes), text);
  });

  it('keeps the semicolons of a file that a company is added to', async () => {
    const uri = await writeFile(file, `entity;weight\n${entity(0)};0,5\n`);
    await portfolios.readAgain();
    await changes.add(await named('core'), [{ entity: entity(1), weight: 0.25, name: null }]);
    const expected = `entity;weight\n${entity(0)};0,5\n${entity(1)};0,25\n`;
    assert.equal((await readFile(uri)).toString(), expected);
  });

  it('pastes forty tickers into a file, where a cell reads them', async () => {
    const uri = await writeFile(file, 'entity,weight,name\n');
    await portfolios.readAgain();
    const tickers = companies
      .filter(({ ticker }) => companies.filter(each => each.ticker === ticker).length === 1)
      .slice(0, 40)
      .map(({ ticker }) => ticker);
    const column = tickers.map((ticker, at) => `${ticker}\t${at + 1}%`);
    await vscode.env.clipboard.writeText([...column, 'No such thing\t1%'].join('\r\n'));
    const [row] = await top();
    const pasted = pastePortfolio({ row }, commandParts);
    let isDone = false;
    void pasted.finally(() => (isDone = true));
    while (!isDone) {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await delay(50);
    }
    await pasted;
    const { members } = await named('core');
    assert.equal(members.length, 41);
    assert.deepEqual(
      members.slice(0, 40).map(each => companies.find(fact => fact.entity === each.entity)?.ticker),
      tickers,
    );
    assert.equal(members[6]?.weight, 0.07);
    assert.deepEqual(members[40], { entity: null, weight: 0.01, name: 'No such thing' });
    assert.match((await readFile(uri)).toString(), /,0\.01,No such thing\n$/);
    const notebook = await showCells(
      "SELECT count(*), sum(weight) FROM portfolio_weights('core')",
      "SELECT len(portfolio('core'))",
    );
    await runCells(notebook, 0, 2);
    assert.deepEqual(rowsOf(notebook, 0), [[40, 8.2]]);
    assert.deepEqual(rowsOf(notebook, 1), [[40]]);
    await close();
  });
});
