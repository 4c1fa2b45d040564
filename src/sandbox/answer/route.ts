/** Finds the operation of a request's method and path. */

import { operations } from '../../core/service/operations';
import type { Operation } from '../../core/service/operations';
import { dataPath, quantPath } from '../config';
import { Rejection } from './rejection';

export interface Route {
  readonly operation: Operation;
  /** The path's entity, decoded; `null` if the operation has none. */
  readonly entity: { readonly type: string; readonly id: string } | null;
}

const templates = operations.map(operation => {
  const base = operation.base === 'quant' ? quantPath : dataPath;
  return { operation, segments: `${base}/${operation.path}`.split('/') };
});

/** @throws {Rejection} 404 if the path does not exist, 405 if it needs another method. */
export function routeOf(method: string, path: string): Route {
  const segments = path.split('/');
  const matches = templates.filter(template => fits(template.segments, segments));
  const match = matches.find(({ operation }) => operation.method === method);
  if (match) {
    return { operation: match.operation, entity: entityOf(match.segments, segments) };
  }
  if (matches.length > 0) {
    throw new Rejection(
      405,
      matches.map(({ operation }) => ({
        location: [],
        type: ['method', 'method'] as const,
        message: operation.method,
        input: method,
      })),
      'Method Not Allowed',
    );
  }
  throw new Rejection(404, [], 'Not Found');
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, place) =>
      part.startsWith('{') ? segments[place] !== '' : segments[place] === part,
    )
  );
}

function entityOf(template: readonly string[], segments: readonly string[]): Route['entity'] {
  const idPlace = template.indexOf('{entity_id}');
  if (idPlace < 0) {
    return null;
  }
  const typePlace = template.indexOf('{entity_type}');
  return {
    type: typePlace < 0 ? 'company' : decoded(segments[typePlace] ?? ''),
    id: decoded(segments[idPlace] ?? ''),
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Rejection(404, [], 'Not Found');
  }
}
