/**
 * The companies and the names of event types of each connection: the sandbox lists its own companies; of other
 * connections, those in the answers of any notebook and window of this computer are known.
 */

import path from 'node:path';
import * as vscode from 'vscode';
import type { Cancellation } from '../../core/base/cancellation';
import { MadeOnce } from '../../core/base/madeOnce';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { askInTurn } from '../../core/client/companySearch';
import type { Connection } from '../../core/client/serviceClient';
import type { SessionFacts } from '../../core/language/assist';
import type { KnownCompanies } from '../../core/language/companies';
import { mergedFact, type EntityFact } from '../../core/service/entityFact';
import type { ServiceRequest } from '../../core/service/request';
import { ServiceError } from '../../core/service/serviceError';
import { keptEventNames } from '../../core/service/eventTypes';
import type { CompanyStore, StoredNames } from '../../io/companyStore';
import type { Clients } from '../connection/clients';
import type { Connections } from '../connection/connections';
import { restrictedSentence } from '../connection/restricted';
import type { Snapshots } from '../overlays/snapshots';
import { kernelSettings } from '../settings';

/** The most companies that are kept for a connection. */
const MOST_COMPANIES = 5000;

interface Search {
  readonly cancellation: Cancellation;
  readonly answered: () => void;
}

interface CompanyParts {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly snapshots: Snapshots;
  readonly storage: vscode.Uri;
}

export class ConnectionCompanies implements vscode.Disposable {
  /** By connection; the latest list of each stays the same until a company is added. */
  private readonly known = new MadeOnce<StoredNames>();
  private readonly named = new vscode.EventEmitter<void>();
  /** Names of event types were learned, or removed. */
  readonly onDidChangeEventNames = this.named.event;
  /** Connections whose service has listed its companies, in this window. */
  private readonly searched = new Set<string>();
  /** Answers are processed one after another. */
  private last: Promise<unknown> = Promise.resolve();
  private opened: Promise<CompanyStore> | undefined;

  constructor(private readonly parts: CompanyParts) {}

  /** @returns The known companies of the connection of the notebook, or of the window. Sends no request. */
  async of(notebook: vscode.NotebookDocument | undefined): Promise<KnownCompanies> {
    const { connection } = await this.parts.connections.current(notebook);
    const { name, synthetic } = connection;
    const isSearched = this.searched.has(keyOf(connection));
    return {
      connection: name,
      synthetic,
      isSearched,
      entities: (await this.names(connection)).companies,
    };
  }

  /** @returns The known companies of a connection by their keys. Sends no request. */
  async directory(connection: Connection): Promise<ReadonlyMap<string, EntityFact>> {
    const { companies } = await this.names(connection);
    return new Map(companies.map(fact => [fact.entity, fact]));
  }

  /** @returns The name of the company, null if it is not known. Sends no request. */
  async nameOf(
    notebook: vscode.NotebookDocument | undefined,
    entity: string,
  ): Promise<string | null> {
    const { entities } = await this.of(notebook);
    return entities.find(fact => fact.entity === entity)?.name ?? null;
  }

  /** @returns How many companies of the connection are known. */
  async count(connection: Connection): Promise<number> {
    return (await this.names(connection)).companies.length;
  }

  /** @returns The names of event types in the connection's answers, by id. */
  async eventNames(connection: Connection): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.names(connection)).eventNames);
  }

  /** Adds the names in a session's answers; no companies of the sandbox, which lists its own. */
  async learn({ connection: name, entities, eventNames }: SessionFacts): Promise<void> {
    const connection = this.parts.connections.all().find(each => each.name === name);
    if (connection) {
      const companies = connection.synthetic ? [] : entities;
      await this.addNames(connection, { companies, eventNames });
    }
  }

  /** The files of all connections. */
  store(): Promise<CompanyStore> {
    this.opened ??= import('../../io/companyStore').then(
      ({ CompanyStore }) => new CompanyStore(path.join(this.parts.storage.fsPath, 'companies')),
    );
    return this.opened;
  }

  /** Removes the companies of all connections, on this computer and in this window. */
  async clear(): Promise<void> {
    this.known.clear();
    this.searched.clear();
    await (await this.store()).clear();
    this.named.fire();
  }

  /** Removes the companies of connections that the user has no longer. */
  async forgetRemoved(): Promise<void> {
    const removed = this.last.then(async () => {
      const { snapshotPlace } = await import('../../io/snapshotStore');
      const connections = this.parts.connections.all();
      const keys = connections.map(keyOf);
      this.known.keep(keys);
      [...this.searched]
        .filter(key => !keys.includes(key))
        .forEach(key => this.searched.delete(key));
      await (await this.store()).keep(connections.map(snapshotPlace));
    });
    this.last = removed.catch(() => undefined);
    await removed;
  }

  dispose(): void {
    this.named.dispose();
  }

  private names(connection: Connection): Promise<StoredNames> {
    return this.known.get(keyOf(connection), async () => {
      const kept = await this.kept(connection);
      return connection.synthetic ? { ...kept, companies: await sandboxEntities() } : kept;
    });
  }

  private async kept(connection: Connection): Promise<StoredNames> {
    const place = await this.parts.snapshots.placeOf(connection);
    return place === undefined
      ? { companies: [], eventNames: [] }
      : (await this.store()).read(place);
  }

  /** Adds companies of an answer of the connection. */
  add(connection: Connection, companies: readonly EntityFact[]): Promise<void> {
    return this.addNames(connection, { companies, eventNames: [] });
  }

  private addNames(connection: Connection, names: StoredNames): Promise<void> {
    const added = this.last.then(() => this.addNow(connection, names));
    this.last = added.catch(() => undefined);
    return added;
  }

  /** Another window may have stored some meanwhile. */
  private async addNow(connection: Connection, added: StoredNames): Promise<void> {
    const before = await this.names(connection);
    const kept = await this.kept(connection);
    const companies = connection.synthetic
      ? before.companies
      : mergedCompanies([...before.companies, ...kept.companies, ...added.companies]);
    const named = [...kept.eventNames, ...before.eventNames, ...added.eventNames];
    const eventNames = keptEventNames([...new Map(named)]);
    const [sameCompanies, sameNames] = [
      JSON.stringify(companies) === JSON.stringify(before.companies),
      JSON.stringify(eventNames) === JSON.stringify(before.eventNames),
    ];
    if (sameCompanies && sameNames) {
      return;
    }
    const known = { companies: sameCompanies ? before.companies : companies, eventNames };
    this.known.set(keyOf(connection), known);
    if (!sameNames) {
      this.named.fire();
    }
    const place = await this.parts.snapshots.placeOf(connection);
    if (place !== undefined) {
      const written = connection.synthetic ? { companies: [], eventNames } : known;
      await (await this.store()).write(place, written);
    }
  }

  /**
   * Adds the companies in the answers of a search. What came before a failure or a cancellation stays.
   *
   * @param answered Called after each answer.
   * @throws {ServiceError} If the service refused or did not answer.
   * @throws {CancelledError} If cancelled.
   * @throws {Error} With a sentence, in Restricted Mode.
   */
  async search(
    connection: Connection,
    requests: readonly ServiceRequest[],
    { cancellation, answered }: Search,
  ): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      throw new Error(restrictedSentence);
    }
    const [{ decodeText }, client] = await Promise.all([
      import('../../core/service/decodeText'),
      this.parts.clients.of(connection),
    ]);
    const { cacheTtlMs, vendorField } = kernelSettings();
    await askInTurn(requests, async request => {
      const sinceMs = Date.now() - cacheTtlMs;
      const { bytes } =
        this.parts.clients.recent(connection, request, sinceMs) ??
        (await client.ask(request, cancellation));
      const decoded = decodeText(request, new TextDecoder().decode(bytes), vendorField);
      if (!decoded.ok) {
        throw new ServiceError('malformed', decoded.message);
      }
      await this.add(connection, decoded.answer.learned);
      answered();
    });
    this.searched.add(keyOf(connection));
  }
}

function mergedCompanies(facts: readonly EntityFact[]): readonly EntityFact[] {
  const known = new Map<string, EntityFact>();
  for (const fact of facts) {
    known.set(fact.entity, mergedFact(fact, known.get(fact.entity)));
  }
  return [...known.values()].slice(0, MOST_COMPANIES);
}

/** A connection under another name is the same one. */
function keyOf({ quantUrl, dataUrl, synthetic }: Connection): string {
  return JSON.stringify([quantUrl, dataUrl, synthetic]);
}

/** The companies do not depend on the day. */
async function sandboxEntities(): Promise<readonly EntityFact[]> {
  const { createSandbox, defaultSandboxConfig, sandboxCompanies } =
    await import('../../sandbox/sandbox');
  return sandboxCompanies(createSandbox(defaultSandboxConfig(plainDateOfInstant(Date.now()))));
}
