/**
 * The companies of each connection, for completion and hover: the sandbox lists its own; of other connections, those in
 * the answers of any notebook and window of this computer are known.
 */

import { errorMessage } from '../../core/base/errorMessage';
import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../core/base/cancellation';
import { MadeOnce } from '../../core/base/madeOnce';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { counted } from '../../core/base/text';
import { companySearch } from '../../core/client/companySearch';
import type { Connection } from '../../core/client/serviceClient';
import type { SessionFacts } from '../../core/language/assist';
import type { KnownCompanies } from '../../core/language/companies';
import { mergedFact, type EntityFact } from '../../core/service/entityFact';
import type { CompanyStore } from '../../io/companyStore';
import type { Clients } from '../connection/clients';
import type { Connections } from '../connection/connections';
import { restrictedSentence } from '../connection/restricted';
import { findCompaniesCommand } from '../ids';
import type { Log } from '../log';
import { activeNotebook } from '../notebook/activeNotebook';
import type { Snapshots } from '../overlays/snapshots';
import { kernelSettings } from '../settings';

/** The most companies that are kept for a connection. */
const MOST_COMPANIES = 5000;

interface CompanyParts {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly snapshots: Snapshots;
  readonly storage: vscode.Uri;
  readonly log: Log;
}

export class ConnectionCompanies implements vscode.Disposable {
  /** By connection; the latest list of each stays the same until a company is added. */
  private readonly known = new MadeOnce<readonly EntityFact[]>();
  /** Connections whose service has listed its companies, in this window. */
  private readonly searched = new Set<string>();
  private readonly command: vscode.Disposable;
  /** Answers are processed one after another. */
  private last: Promise<unknown> = Promise.resolve();
  private opened: Promise<CompanyStore> | undefined;

  constructor(private readonly parts: CompanyParts) {
    this.command = vscode.commands.registerCommand(findCompaniesCommand, () => this.findMore());
  }

  /** @returns The known companies of the notebook's connection. Sends no request. */
  async of(notebook: vscode.NotebookDocument): Promise<KnownCompanies> {
    const { connection } = await this.parts.connections.current(notebook);
    const { name, synthetic } = connection;
    const isSearched = this.searched.has(keyOf(connection));
    return { connection: name, synthetic, isSearched, entities: await this.entities(connection) };
  }

  /** @returns The known companies of a connection by their keys. Sends no request. */
  async directory(connection: Connection): Promise<ReadonlyMap<string, EntityFact>> {
    return new Map((await this.entities(connection)).map(fact => [fact.entity, fact]));
  }

  /** @returns The name of the company, null if it is not known. Sends no request. */
  async nameOf(notebook: vscode.NotebookDocument, entity: string): Promise<string | null> {
    const { entities } = await this.of(notebook);
    return entities.find(fact => fact.entity === entity)?.name ?? null;
  }

  /** Adds the companies of a session's answers; not for the sandbox, which lists its own. */
  async learn(facts: SessionFacts): Promise<void> {
    const connection = this.parts.connections.liveNamed(facts.connection);
    if (connection) {
      await this.add(connection, facts.entities);
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
  }

  dispose(): void {
    this.command.dispose();
  }

  private entities(connection: Connection): Promise<readonly EntityFact[]> {
    return this.known.get(keyOf(connection), () =>
      connection.synthetic ? sandboxEntities() : this.kept(connection),
    );
  }

  private async kept(connection: Connection): Promise<readonly EntityFact[]> {
    const place = await this.parts.snapshots.placeOf(connection);
    return place === undefined ? [] : (await this.store()).read(place);
  }

  /** Adds companies of an answer of the connection. */
  add(connection: Connection, facts: readonly EntityFact[]): Promise<void> {
    const added = this.last.then(() => this.addNow(connection, facts));
    this.last = added.catch(() => undefined);
    return added;
  }

  /** Another window may have stored some meanwhile. */
  private async addNow(connection: Connection, facts: readonly EntityFact[]): Promise<void> {
    const known = new Map<string, EntityFact>();
    const before = [...(await this.entities(connection)), ...(await this.kept(connection))];
    for (const fact of [...before, ...facts]) {
      known.set(fact.entity, mergedFact(fact, known.get(fact.entity)));
    }
    const entities = [...known.values()].slice(0, MOST_COMPANIES);
    if (JSON.stringify(entities) === JSON.stringify(await this.entities(connection))) {
      return;
    }
    this.known.set(keyOf(connection), entities);
    const place = await this.parts.snapshots.placeOf(connection);
    if (place !== undefined) {
      await (await this.store()).write(place, entities);
    }
  }

  /** Requests companies from the service, and offers them at the cursor. */
  private async findMore(): Promise<void> {
    try {
      const { connection } = await this.parts.connections.current(activeNotebook());
      if (!connection.synthetic) {
        await this.search(connection);
        const { length } = await this.entities(connection);
        const text = `Signals: ${counted(length, 'company', 'companies')} of ${connection.name} known`;
        void vscode.window.setStatusBarMessage(text, 5000);
      }
      await vscode.commands.executeCommand('editor.action.triggerSuggest');
    } catch (error) {
      if (!(error instanceof CancelledError)) {
        this.parts.log.error(findCompaniesCommand, error);
        void vscode.window.showErrorMessage(errorMessage(error));
      }
    }
  }

  private async search(connection: Connection): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      throw new Error(restrictedSentence);
    }
    const [{ decodeText }, client] = await Promise.all([
      import('../../core/service/decodeText'),
      this.parts.clients.of(connection),
    ]);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: `Finding companies of ${connection.name}`,
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (_, cancellation) => {
      for (const request of companySearch) {
        const { bytes } = await client.ask(request, cancellation);
        const decoded = decodeText(
          request,
          new TextDecoder().decode(bytes),
          kernelSettings().vendorField,
        );
        if (!decoded.ok) {
          throw new Error(decoded.message);
        }
        await this.add(connection, decoded.answer.learned);
      }
    });
    this.searched.add(keyOf(connection));
  }
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
