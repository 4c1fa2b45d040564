/** One client per connection for the whole window, so that its limits and retries apply to all notebooks. */

import * as vscode from 'vscode';
import { RecentAnswers, type RecentAnswer } from '../../core/client/recentAnswers';
import { watchedClient } from '../../core/client/watchedClient';
import type { ServiceRequest } from '../../core/service/request';
import type { ServiceError } from '../../core/service/serviceError';
import type { Transport } from '../../core/client/ports';
import type { Connection, SandboxExtras, ServiceClient } from '../../core/client/serviceClient';
import { plainDateOfInstant, type PlainDate } from '../../core/base/plainDate';
import { requestTimeouts } from '../settings';
import type { Tokens } from './tokens';

/** A request ended: `error` is null if it was answered. */
export interface EndedRequest {
  readonly connection: Connection;
  readonly request: ServiceRequest;
  readonly error: ServiceError | null;
}

export class Clients implements vscode.Disposable {
  private readonly clients = new Map<string, Promise<ServiceClient>>();
  private readonly answers = new RecentAnswers();
  private readonly ended = new vscode.EventEmitter<EndedRequest>();
  readonly onDidEnd = this.ended.event;

  constructor(private readonly tokens: Tokens) {}

  /** @returns The shared client. The sandbox is created at the first call, and again on another day. */
  of(connection: Connection): Promise<ServiceClient> {
    const today = plainDateOfInstant(Date.now());
    const key = JSON.stringify([connection, connection.synthetic ? today : requestTimeouts()]);
    const client =
      this.clients.get(key) ??
      (connection.synthetic
        ? sandboxClient(connection, today)
        : liveClient(connection, () => this.tokens.read(connection))
      ).then(made => this.watched(connection, made));
    this.clients.set(key, client);
    return client;
  }

  /** @returns The answer that a cell or a view received to the same request since then, with the same token. */
  recent(
    connection: Connection,
    request: ServiceRequest,
    sinceMs: number,
  ): RecentAnswer | undefined {
    return this.answers.find(this.tokens.epochOf(connection), request, sinceMs);
  }

  dispose(): void {
    this.ended.dispose();
  }

  private watched(connection: Connection, client: ServiceClient): ServiceClient {
    return watchedClient(client, {
      answered: (request, { bytes }) => {
        const answer = { bytes, receivedAtMs: Date.now() };
        this.answers.keep(this.tokens.epochOf(connection), request, answer);
        this.ended.fire({ connection, request, error: null });
      },
      failed: (request, error) => this.ended.fire({ connection, request, error }),
    });
  }
}

/** @param token Reads the token for one request. */
export async function liveClient(
  connection: Connection,
  token: () => Promise<string | undefined>,
): Promise<ServiceClient> {
  const [{ connectionOrigins }, { createHttpTransport }] = await Promise.all([
    import('../../core/client/baseUrl'),
    import('../../io/httpTransport'),
  ]);
  const allowedOrigins = connectionOrigins(connection);
  const timeouts = requestTimeouts();
  return clientOver(connection, createHttpTransport({ token, allowedOrigins, timeouts }));
}

async function sandboxClient(connection: Connection, today: PlainDate): Promise<ServiceClient> {
  const { createSandbox, createInProcessTransport, ...of } = await import('../../sandbox/sandbox');
  const sandbox = createSandbox(of.defaultSandboxConfig(today));
  return clientOver(
    { ...connection, ...of.sandboxConnectionUrls },
    createInProcessTransport(sandbox),
    { prices: () => of.priceTable(sandbox), asOf: day => sandboxClient(connection, day) },
  );
}

async function clientOver(
  connection: Connection,
  transport: Transport,
  sandbox?: SandboxExtras,
): Promise<ServiceClient> {
  const [{ createServiceClient }, { systemClock }] = await Promise.all([
    import('../../core/client/client'),
    import('../../io/systemClock'),
  ]);
  return createServiceClient({ connection, transport, clock: systemClock, sandbox });
}
