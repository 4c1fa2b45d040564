import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { SecretStorageError, Tokens } from '../../../src/host/connection/tokens';

const connection = {
  name: 'Keyring',
  synthetic: false,
  quantUrl: 'https://quant.invalid',
  dataUrl: 'https://data.invalid',
};

/** A storage that answers when it is told to, as one whose keyring is locked. */
class LockedStorage {
  private readonly changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.changed.event;
  private open: ((token: string) => void) | undefined;

  get(): Promise<string> {
    return new Promise(resolve => (this.open = resolve));
  }
  store(): Promise<void> {
    return new Promise(() => undefined);
  }
  delete(): Promise<void> {
    return Promise.reject(new Error('secret words of the keyring'));
  }
  keys(): Promise<string[]> {
    return Promise.resolve([]);
  }
  unlock(token: string): void {
    this.open?.(token);
  }
}

const never = 3_600_000;

describe('a secret storage', () => {
  it('that answers late is announced and waited for', async () => {
    const storage = new LockedStorage();
    let told = 0;
    const announce = (): void => {
      told++;
      storage.unlock('late');
    };
    const tokens = new Tokens(storage, { announcedMs: 1, endedMs: never, announce });
    assert.equal(await tokens.read(connection), 'late');
    assert.equal(told, 1);
  });

  it('that never answers is an error that says what to do, when a person or the limit ends the wait', async () => {
    const unanswered = (error: Error): boolean =>
      error instanceof SecretStorageError &&
      /did not answer\. Unlock its keyring/.test(error.message);
    const byPerson = new Tokens(new LockedStorage(), {
      announcedMs: 1,
      endedMs: never,
      announce: (_, giveUp) => giveUp(),
    });
    await assert.rejects(byPerson.read(connection), unanswered);
    await assert.rejects(byPerson.store(connection, 'a'), unanswered);
    const byLimit = new Tokens(new LockedStorage(), {
      announcedMs: never,
      endedMs: 1,
      announce: () => undefined,
    });
    await assert.rejects(byLimit.read(connection), unanswered);
  });

  it('that does not take a token leaves it to this window, until it is forgotten', async () => {
    const tokens = new Tokens(new LockedStorage());
    let changes = 0;
    tokens.onDidChange(() => changes++);
    const before = tokens.epochOf(connection);
    tokens.useInWindow(connection, 'window token');
    assert.equal(await tokens.read(connection), 'window token');
    assert.ok(tokens.isOfWindow(connection));
    assert.notEqual(tokens.epochOf(connection), before);
    await assert.rejects(tokens.forget(connection), SecretStorageError);
    assert.ok(!tokens.isOfWindow(connection));
    assert.equal(changes, 2);
  });

  it('that fails is not quoted', async () => {
    await assert.rejects(
      new Tokens(new LockedStorage()).forget(connection),
      (error: Error) =>
        error instanceof SecretStorageError && !error.message.includes('secret words'),
    );
  });
});
