/** What an extension keeps, in memory. */

import * as vscode from 'vscode';

/** A secret storage of a test alone. */
export class MemoryStorage implements vscode.SecretStorage {
  private readonly changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  private readonly secrets = new Map<string, string>();
  readonly onDidChange = this.changed.event;

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.secrets.get(key));
  }
  store(key: string, value: string): Promise<void> {
    this.secrets.set(key, value);
    this.changed.fire({ key });
    return Promise.resolve();
  }
  delete(key: string): Promise<void> {
    this.secrets.delete(key);
    this.changed.fire({ key });
    return Promise.resolve();
  }
  keys(): Promise<string[]> {
    return Promise.resolve([...this.secrets.keys()]);
  }
}

/** A window's own state, in memory. */
export class MemoryState implements vscode.Memento {
  private readonly values = new Map<string, unknown>();
  keys(): readonly string[] {
    return [...this.values.keys()];
  }
  get<T>(key: string): T | undefined;
  get<T>(key: string, standard: T): T;
  get<T>(key: string, standard?: T): T | undefined {
    return this.values.has(key) ? (this.values.get(key) as T) : standard;
  }
  /** The keys that are synced. */
  synced: readonly string[] = [];
  setKeysForSync(keys: readonly string[]): void {
    this.synced = keys;
  }
  update(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }
}
