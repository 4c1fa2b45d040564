/** The command line's client: the sandbox in process, or a service whose token is in the environment. */

import { connectionOrigins } from '../core/client/baseUrl';
import { createServiceClient } from '../core/client/client';
import type { Connection, ServiceClient } from '../core/client/serviceClient';
import { plainDateOfInstant, type PlainDate } from '../core/base/plainDate';
import { createHttpTransport } from '../io/httpTransport';
import { systemClock } from '../io/systemClock';

/** The environment variable with the token: an argument would be visible to every process of the machine. */
const tokenVariable = 'SIGNALS_TOKEN';

/** @param connection Null: the sandbox. */
export async function connect(connection: Connection | null): Promise<ServiceClient> {
  if (connection) {
    const transport = createHttpTransport({
      token: async () => process.env[tokenVariable],
      allowedOrigins: connectionOrigins(connection),
    });
    return createServiceClient({ connection, transport, clock: systemClock });
  }
  return sandboxOn(plainDateOfInstant(systemClock.now()));
}

async function sandboxOn(today: PlainDate): Promise<ServiceClient> {
  const { createSandbox, createInProcessTransport, ...of } = await import('../sandbox/sandbox');
  const sandbox = createSandbox(of.defaultSandboxConfig(today));
  return createServiceClient({
    connection: { name: 'Sandbox', ...of.sandboxConnectionUrls, synthetic: true },
    transport: createInProcessTransport(sandbox),
    clock: systemClock,
    sandbox: { prices: () => of.priceTable(sandbox), asOf: sandboxOn },
  });
}
