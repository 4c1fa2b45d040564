/** A client over the real transport, and servers on this computer that behave well and badly. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { CancelledError, uncancellable } from '../../src/core/base/cancellation';
import type { Cancellation } from '../../src/core/base/cancellation';
import { connectionOrigins } from '../../src/core/client/baseUrl';
import { createServiceClient } from '../../src/core/client/client';
import type { ClientOptions } from '../../src/core/client/client';
import type { Clock } from '../../src/core/client/ports';
import type { Connection, ServiceClient } from '../../src/core/client/serviceClient';
import type { ServiceRequest } from '../../src/core/service/request';
import { ServiceError } from '../../src/core/service/serviceError';
import type { ServiceErrorKind } from '../../src/core/service/serviceError';
import { createHttpTransport } from '../../src/io/httpTransport';
import type { HttpTransportOptions } from '../../src/io/httpTransport';

export const canary = 'canary-7f3a/9+b.c_d~e';

export const overlay: ServiceRequest = {
  operation: 'bullish_stocks',
  entities: [],
  parameters: {},
};

export const scores: ServiceRequest = {
  operation: 'bull_bear_score_ts_itemized',
  entities: ['company:a', 'company:b'],
  parameters: {},
};

/** Lets everything go on until it is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise(resolve => setTimeout(resolve, 1));
  }
}

export interface TestServer {
  readonly origin: string;
  readonly requests: IncomingMessage[];
  /** Connections that ended, by whichever side. */
  closedSockets: number;
}

/** Serves on a free port until the test is over. */
export async function serve(context: TestContext, listener: RequestListener): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const result = { origin: '', requests, closedSockets: 0 };
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => result.closedSockets++);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  result.origin = await listen(server);
  return result;
}

export interface RawServer {
  readonly origin: string;
  /** What came over each connection, byte by byte. */
  readonly received: string[];
  closedSockets: number;
}

/** Answers each request, whose text it is given, by what `respond` does to the socket. */
export async function serveRaw(
  context: TestContext,
  respond: (socket: Socket, count: number) => void,
): Promise<RawServer> {
  const result: RawServer & { origin: string } = { origin: '', received: [], closedSockets: 0 };
  const sockets = new Set<Socket>();
  const server = createSocketServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      result.closedSockets++;
    });
    let text = '';
    socket.on('data', data => {
      text += data.toString('latin1');
      if (isWhole(text)) {
        result.received.push(text);
        text = '';
        respond(socket, result.received.length);
      }
    });
  });
  context.after(() => {
    sockets.forEach(socket => socket.destroy());
    server.close();
  });
  result.origin = await listen(server);
  return result;
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  return end >= 0 && text.length >= end + 4 + length;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A clock whose waits are over at once, and a list of how long they would have been. */
export class FakeClock implements Clock {
  readonly waits: number[] = [];
  /** While true, waits last until they are cancelled. */
  isHeld = false;

  nowMs = Date.UTC(2024, 0, 1);

  now = () => this.nowMs;
  random = () => 0.5;

  sleep(ms: number, cancellation: Cancellation): Promise<void> {
    this.waits.push(ms);
    if (!this.isHeld) {
      return Promise.resolve();
    }
    return new Promise((_, reject) => {
      cancellation.onCancellationRequested(() => reject(new CancelledError()));
    });
  }
}

export interface TestClient {
  readonly client: ServiceClient;
  readonly clock: FakeClock;
  readonly connection: Connection;
}

export interface TestClientOptions {
  readonly dataOrigin?: string;
  readonly timeouts?: HttpTransportOptions['timeouts'];
  readonly settings?: ClientOptions['settings'];
  readonly token?: HttpTransportOptions['token'];
}

/** A client of the service at `origin`, below a path of its own. */
export function clientOf(origin: string, options: TestClientOptions = {}): TestClient {
  const connection: Connection = {
    name: 'prod',
    quantUrl: `${origin}/q/r1`,
    dataUrl: `${options.dataOrigin ?? origin}/d/2024.1/7/v2/api`,
    synthetic: false,
  };
  const transport = createHttpTransport({
    token: options.token ?? (() => Promise.resolve(canary)),
    allowedOrigins: connectionOrigins(connection),
    timeouts: options.timeouts ?? {},
  });
  const clock = new FakeClock();
  const settings = options.settings ?? {};
  return {
    client: createServiceClient({ connection, transport, clock, settings }),
    clock,
    connection,
  };
}

/** Asks, and expects an error of that kind that names the operation and the connection. */
export async function failureOf(
  client: ServiceClient,
  kind: ServiceErrorKind,
  request: ServiceRequest = overlay,
): Promise<ServiceError> {
  const error: unknown = await client.ask(request, uncancellable).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, `expected a ServiceError, got ${String(error)}`);
  assert.equal(error.kind, kind, error.message);
  assert.ok(error.message.startsWith(request.operation.replace('_itemized', '')), error.message);
  assert.match(error.message, /connection "prod"/);
  assert.match(error.message, /^[^\n]+\.$/);
  return error;
}
