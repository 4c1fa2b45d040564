/** Responses that replace the answer. */

import type { SandboxRequest, SandboxResponse } from '../answer/exchange';
import { redirectedParameter } from '../answer/query';
import { jsonHeaders, response, validationResponse } from '../answer/rejection';
import type { Fault, RetryAfter, StatusFault } from './fault';

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' };

const sentences = {
  401: 'Not authenticated',
  403: 'Not entitled to this operation',
  404: 'Not Found',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Long',
  500: 'Internal Server Error',
} as const;

/** Answers with the faults of a sandbox; keeps the buckets of its rate limits. */
export class StatusFaults {
  private readonly buckets = new Map<Fault, Bucket>();

  /** @returns The response of the first fault that has one, or `undefined`. */
  respond(
    faults: readonly Fault[],
    request: SandboxRequest,
    nowMs: number,
  ): SandboxResponse | undefined {
    for (const fault of faults) {
      const made = this.respondTo(fault, request, nowMs);
      if (made) {
        return made;
      }
    }
    return undefined;
  }

  private respondTo(
    fault: Fault,
    request: SandboxRequest,
    nowMs: number,
  ): SandboxResponse | undefined {
    switch (fault.kind) {
      case 'rateLimit':
        return this.limited(fault, nowMs);
      case 'redirect':
        return redirected(fault, request);
      case '429':
        return response(429, detail('Too Many Requests'), {
          ...jsonHeaders,
          ...retryHeaders(fault.retryAfter, nowMs),
        });
      case '503':
        return response(503, detail('Service Unavailable'), {
          ...jsonHeaders,
          ...retryHeaders(fault.retryAfter, nowMs),
        });
      default:
        return plainResponse(fault);
    }
  }

  private limited(
    fault: StatusFault & { kind: 'rateLimit' },
    nowMs: number,
  ): SandboxResponse | undefined {
    const bucket = this.buckets.get(fault) ?? { tokens: fault.capacity, atMs: nowMs };
    const refill = (Math.max(0, nowMs - bucket.atMs) / 1000) * fault.perSecond;
    const tokens = Math.min(fault.capacity, bucket.tokens + refill);
    this.buckets.set(fault, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs: nowMs });
    if (tokens >= 1) {
      return undefined;
    }
    const seconds = Math.ceil((1 - tokens) / fault.perSecond);
    return response(429, detail('Too Many Requests'), {
      ...jsonHeaders,
      'retry-after': String(seconds),
    });
  }
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

function plainResponse(fault: Fault): SandboxResponse | undefined {
  switch (fault.kind) {
    case 'status':
      return response(fault.status, detail(sentences[fault.status]), {
        ...jsonHeaders,
        ...(fault.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      });
    case '401-expired':
      return response(401, detail('Token expired'), {
        ...jsonHeaders,
        'www-authenticate':
          'Bearer error="invalid_token", error_description="The access token expired"',
      });
    case '422':
      return validationResponse([injectedProblem], fault.shape);
    case '502-html':
      return response(502, '<html><body><h1>502 Bad Gateway</h1></body></html>', htmlHeaders);
    case 'captivePortal':
      return response(
        200,
        '<!DOCTYPE html><html><head><title>Sign in to the network</title></head><body><form></form></body></html>',
        htmlHeaders,
      );
    case 'emptyBody200':
      return response(200, '', jsonHeaders);
    default:
      return undefined;
  }
}

const injectedProblem = {
  location: ['query', 'date_from'],
  type: ['date_from_datetime_parsing', 'value_error.date'],
  message: 'Input should be a valid date',
  input: 'injected',
} as const;

function redirected(
  { status, to }: StatusFault & { kind: 'redirect' },
  { path, query }: SandboxRequest,
): SandboxResponse | undefined {
  if (query.includes(redirectedParameter)) {
    return undefined;
  }
  const marked = `${path}?${query === '' ? '' : `${query}&`}${redirectedParameter}=1`;
  return response(status, '', { location: to === 'same' ? marked : to });
}

function retryHeaders({ seconds, form }: RetryAfter, nowMs: number): Record<string, string> {
  switch (form) {
    case 'seconds':
      return { 'retry-after': String(seconds) };
    case 'date':
      return { 'retry-after': new Date(nowMs + seconds * 1000).toUTCString() };
    case 'absent':
      return {};
  }
}

function detail(text: string): string {
  return JSON.stringify({ detail: text });
}
