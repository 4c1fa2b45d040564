/**
 * Answers without data.
 *
 * The specification lists 422 without showing its body, and no other failure; the shapes here are guesses that a client
 * has to cope with.
 */

import type { RejectionShape } from '../faults/fault';
import type { Delivery, SandboxResponse } from './exchange';

/** The problem of one parameter or element of the body. */
export interface Problem {
  /** `query` or `body`, then names and positions. */
  readonly location: readonly (string | number)[];
  /** Pydantic 2's name of the problem, and pydantic 1's. */
  readonly type: readonly [current: string, old: string];
  readonly message: string;
  readonly input: unknown;
  /** The allowed values in words. */
  readonly expected?: string;
}

/** The request cannot be answered with data. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  constructor(
    readonly status: 401 | 403 | 404 | 405 | 422,
    readonly problems: readonly Problem[],
    message = 'Validation Error',
  ) {
    super(message);
  }
}

export const jsonHeaders = { 'content-type': 'application/json' };

export function rejectionResponse(rejection: Rejection, shape: RejectionShape): SandboxResponse {
  if (rejection.status === 422) {
    return validationResponse(rejection.problems, shape);
  }
  const extra =
    rejection.status === 401
      ? { 'www-authenticate': 'Bearer' }
      : rejection.status === 405
        ? { allow: rejection.problems.map(({ message }) => message).join(', ') }
        : {};
  return response(rejection.status, JSON.stringify({ detail: rejection.message }), {
    ...jsonHeaders,
    ...extra,
  });
}

/** @returns A 422 in one of the shapes that services of this kind use. */
export function validationResponse(
  problems: readonly Problem[],
  shape: RejectionShape,
): SandboxResponse {
  const sentence = problems.map(problemSentence).join('; ');
  switch (shape) {
    case 'fastapi2':
      return response(422, JSON.stringify({ detail: problems.map(currentDetail) }), jsonHeaders);
    case 'fastapi1':
      return response(422, JSON.stringify({ detail: problems.map(oldDetail) }), jsonHeaders);
    case 'string':
      return response(422, JSON.stringify({ detail: sentence }), jsonHeaders);
    case 'problem':
      return response(422, problemJson(problems, sentence), {
        'content-type': 'application/problem+json',
      });
    case 'html':
      return response(422, `<html><body><h1>422</h1><p>${escaped(sentence)}</p></body></html>`, {
        'content-type': 'text/html; charset=utf-8',
      });
    case 'empty':
      return response(422, '', {});
  }
}

/** @returns A response whose body is one text. */
export function response(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
  delivery: Delivery = {},
): SandboxResponse {
  return { status, headers, body: text === '' ? [] : [text], delivery };
}

function currentDetail({ type, location, message, input, expected }: Problem): object {
  const detail = { type: type[0], loc: location, msg: message, input };
  return expected === undefined ? detail : { ...detail, ctx: { expected } };
}

function oldDetail({ type, location, message }: Problem): object {
  return { loc: location, msg: message, type: type[1] };
}

function problemJson(problems: readonly Problem[], detail: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title: 'Validation Error',
    status: 422,
    detail,
    errors: problems.map(({ location, message }) => ({
      pointer: `/${location.join('/')}`,
      detail: message,
    })),
  });
}

function problemSentence({ location, message }: Problem): string {
  return `${location.join('.')}: ${message}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`);
}
