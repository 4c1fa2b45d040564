/** One client per connection for the whole window, so that its limits and retries apply to all notebooks. */

import type { Transport } from '../../core/client/ports';
import type { Connection, SandboxExtras, ServiceClient } from '../../core/client/serviceClient';
import { plainDateOfInstant, type PlainDate } from '../../core/base/plainDate';
import { requestTimeouts } from '../settings';
import type { Tokens } from './tokens';

export class Clients {
  private readonly clients = new Map<string, Promise<ServiceClient>>();

  constructor(private readonly tokens: Tokens) {}

  /** @returns The shared client. The sandbox is created at the first call, and again on another day. */
  of(connection: Connection): Promise<ServiceClient> {
    const today = plainDateOfInstant(Date.now());
    const key = JSON.stringify([connection, connection.synthetic ? today : requestTimeouts()]);
    const client =
      this.clients.get(key) ??
      (connection.synthetic
        ? sandboxClient(connection, today)
        : liveClient(connection, () => this.tokens.read(connection)));
    this.clients.set(key, client);
    return client;
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
