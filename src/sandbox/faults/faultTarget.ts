/** The properties of a request that a fault's conditions test; the request need not be valid. */

import type { SandboxRequest } from '../answer/exchange';
import { Rejection } from '../answer/rejection';
import { routeOf } from '../answer/route';
import type { FaultTarget } from './selectFaults';

export function faultTargetOf(request: SandboxRequest): FaultTarget {
  try {
    const { operation, entity } = routeOf(request.method, request.path);
    const entities = entity ? [`${entity.type}:${entity.id}`] : keysOf(request.body);
    return { operation: operation.name, entities };
  } catch (error) {
    if (error instanceof Rejection) {
      return { operation: null, entities: [] };
    }
    throw error;
  }
}

function keysOf(body: string | null): string[] {
  if (body === null || !body.startsWith('[')) {
    return [];
  }
  try {
    const items: unknown = JSON.parse(body);
    return Array.isArray(items) ? items.filter(item => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
