import { addDays, dayOfPlainDate, parsePlainDate } from '../base/plainDate';
import type { PlainDate } from '../base/plainDate';
import { operationNamed } from '../service/operations';
import type { ServiceRequest } from '../service/request';

/**
 * Halves a request that was too large: its entities, or the days of one entity.
 *
 * @returns Two requests that together ask for the same and do not overlap; null if there is nothing to halve.
 */
export function splitRequest(
  request: ServiceRequest,
): readonly [ServiceRequest, ServiceRequest] | null {
  const { entities } = request;
  if (operationNamed(request.operation).subject === 'list' && entities.length > 1) {
    const middle = Math.ceil(entities.length / 2);
    return [
      { ...request, entities: entities.slice(0, middle) },
      { ...request, entities: entities.slice(middle) },
    ];
  }
  const from = dateOf(request, 'date_from');
  const to = dateOf(request, 'date_to');
  const days = from && to ? dayOfPlainDate(to) - dayOfPlainDate(from) : 0;
  if (!from || days < 2) {
    return null;
  }
  const middle = addDays(from, Math.ceil(days / 2));
  return [
    { ...request, parameters: { ...request.parameters, date_to: middle } },
    { ...request, parameters: { ...request.parameters, date_from: middle } },
  ];
}

function dateOf(request: ServiceRequest, name: string): PlainDate | undefined {
  const value = request.parameters[name];
  return typeof value === 'string' ? parsePlainDate(value) : undefined;
}
