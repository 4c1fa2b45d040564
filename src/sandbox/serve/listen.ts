/** The sandbox as an HTTP service on loopback, for the command line and for tests. */

import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { dataPath, quantPath } from '../config';
import type { SandboxRequest, SandboxResponse } from '../answer/exchange';
import { response } from '../answer/rejection';
import { parseFaults } from '../faults/faultHeader';
import type { Sandbox } from '../handle';
import { deliver } from './deliver';
import { refusalOf } from './guard';

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  /** A loopback address. */
  readonly host?: string;
}

export interface RecordedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface SandboxServer {
  readonly port: number;
  readonly quantUrl: string;
  readonly dataUrl: string;
  /** The last thousand requests that reached the sandbox, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Stops listening and aborts requests in progress. */
  close(): Promise<void>;
}

const bodyLimit = 8 * 1024 * 1024;
const requestsKept = 1000;
const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

/** @throws {RangeError} If the host is not loopback. Rejects if the port is taken. */
export async function listen(sandbox: Sandbox, options: ListenOptions): Promise<SandboxServer> {
  const host = options.host ?? '127.0.0.1';
  if (!loopbackHosts.includes(host)) {
    throw new RangeError(`${host} is not a loopback address`);
  }
  const requests: RecordedRequest[] = [];
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 5000,
    maxHeaderSize: 16_384,
  });
  server.maxConnections = 1024;
  const port = await listening(server, options.port, host);
  server.on('request', (incoming, outgoing) => {
    void serve({ sandbox, requests, port }, incoming, outgoing);
  });
  const origin = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  return {
    port,
    quantUrl: origin + quantPath,
    dataUrl: origin + dataPath,
    requests,
    close: () => closed(server),
  };
}

interface Serving {
  readonly sandbox: Sandbox;
  readonly requests: RecordedRequest[];
  readonly port: number;
}

/** Answers one request; a disconnected client is not an error. */
async function serve(
  serving: Serving,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  outgoing.on('error', () => gone.abort());
  try {
    await deliver(await responseTo(serving, incoming), outgoing, gone.signal);
  } catch (error) {
    if (!gone.signal.aborted) {
      outgoing.destroy(error instanceof Error ? error : undefined);
    }
  }
}

async function responseTo(serving: Serving, incoming: IncomingMessage): Promise<SandboxResponse> {
  const refusal = refusalOf(incoming.headers, serving.port);
  if (refusal !== null) {
    return refused(403, refusal);
  }
  const body = await bodyOf(incoming);
  if (body === undefined) {
    return refused(413, `A body may have ${bodyLimit} bytes.`);
  }
  const request = requestOf(incoming, body);
  record(serving.requests, { ...request, url: incoming.url ?? '' });
  try {
    const faults = parseFaults(request.headers['x-sandbox-fault'] ?? '');
    return serving.sandbox.handle({ ...request, faults });
  } catch (error) {
    return refused(error instanceof RangeError ? 400 : 500, String(error));
  }
}

function requestOf(incoming: IncomingMessage, body: string | null): SandboxRequest {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
    nowMs: performance.timeOrigin + performance.now(),
  };
}

/** @returns The body as text, null if there is none, `undefined` if it is too long. */
async function bodyOf(incoming: IncomingMessage): Promise<string | null | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    length += piece.length;
    // The rest of a body that is too long is read and dropped, so that the client can read the refusal.
    if (length <= bodyLimit) {
      pieces.push(piece);
    }
  }
  if (length > bodyLimit) {
    return undefined;
  }
  return length === 0 ? null : Buffer.concat(pieces).toString('utf8');
}

function record(requests: RecordedRequest[], request: RecordedRequest): void {
  const { method, url, headers, body } = request;
  requests.push({ method, url, headers, body });
  if (requests.length > requestsKept) {
    requests.shift();
  }
}

function refused(status: number, reason: string): SandboxResponse {
  return response(status, reason, {
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  });
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close(error => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
