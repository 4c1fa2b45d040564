import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { Accounts } from '../../../src/host/connection/accounts';
import { Connections } from '../../../src/host/connection/connections';
import { Tokens } from '../../../src/host/connection/tokens';
import { settings, settingsSection } from '../../../src/host/ids';
import { Log } from '../../../src/host/log';
import { until } from '../../support/until';
import { MemoryState, MemoryStorage } from './memory';

const token = 'token-of-the-accounts';
const names = ['First', 'Second'];

async function set(value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration(settingsSection)
    .update(settings.connections, value, vscode.ConfigurationTarget.Global);
}

describe('the accounts of connections', () => {
  let tokens: Tokens;
  let connections: Connections;
  let accounts: Accounts;
  let owned: vscode.Disposable;
  let changes: [added: string[], removed: string[]][];

  beforeEach(async () => {
    const addresses = { quantUrl: 'https://quant.invalid', dataUrl: 'https://data.invalid' };
    await set(names.map(name => ({ name, ...addresses })));
    const log = new Log();
    tokens = new Tokens(new MemoryStorage());
    connections = new Connections(new MemoryState(), log);
    accounts = new Accounts(connections, tokens);
    owned = vscode.Disposable.from(tokens, connections, accounts);
    changes = [];
    const ids = (sessions: readonly vscode.AuthenticationSession[] = []): string[] =>
      sessions.map(({ id }) => id);
    accounts.onDidChangeSessions(({ added, removed }) => changes.push([ids(added), ids(removed)]));
  });

  afterEach(async () => {
    owned.dispose();
    await set(undefined);
  });

  const live = (name: string) => {
    const found = connections.liveNamed(name);
    assert.ok(found);
    return found;
  };

  it('are those with a token, which their sessions do not have', async () => {
    assert.deepEqual(await accounts.getSessions(), []);
    await tokens.store(live('Second'), token);
    const sessions = await accounts.getSessions();
    assert.deepEqual(
      sessions.map(({ account }) => account.label),
      ['Second'],
    );
    assert.ok(!JSON.stringify(sessions).includes(token));
    assert.equal(sessions[0]?.accessToken, '');
    await until(() => changes.some(([added]) => added.includes('Second')));
  });

  it('forget the token of the one that is signed out, and report it', async () => {
    await tokens.store(live('First'), token);
    await tokens.store(live('Second'), token);
    await until(() => changes.flatMap(([added]) => added).length === 2);
    await accounts.removeSession('First');
    assert.equal(await tokens.read(live('First')), undefined);
    assert.equal(await tokens.read(live('Second')), token);
    await until(() => changes.some(([, removed]) => removed.includes('First')));
    assert.deepEqual(
      (await accounts.getSessions()).map(({ id }) => id),
      ['Second'],
    );
  });
});
