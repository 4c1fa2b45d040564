/**
 * Splits a call of a signal function into requests: chunks that together cover the call and do not overlap. Nothing is
 * sent here.
 */

import { t } from '../base/translations';
import { addDays, parsePlainDate } from '../base/plainDate';
import type { PlainDate } from '../base/plainDate';
import { canonicalKeyOf, splitKey } from '../service/entityKey';
import type { SignalFunction } from '../service/functions';
import type { Operation } from '../service/operations';
import type { ParameterValues, ServiceRequest } from '../service/request';

export interface PlannedCall {
  readonly function: SignalFunction;
  /** A list selects the list operation, one text the operation about one entity, null the one about none. */
  readonly entities: readonly string[] | string | null;
  readonly parameters: ParameterValues;
}

export interface PlanLimits {
  /** Entities per list request, at least 1. */
  readonly entitiesPerRequest: number;
  /** Days per request of operation 9, at least 1. */
  readonly eventDaysPerRequest: number;
}

export const defaultPlanLimits: PlanLimits = { entitiesPerRequest: 50, eventDaysPerRequest: 31 };

export interface Plan {
  readonly requests: readonly ServiceRequest[];
  /** Sentences about where the requests differ from the call. */
  readonly notes: readonly string[];
}

/**
 * Plans the requests of a call.
 *
 * An empty list, of entities or of a repeatable parameter's values, plans none: on the wire an absent
 * `event_ids` means all events. Entities are written canonically and each is requested once.
 *
 * @throws {RangeError} If the function has no operation for such entities.
 */
export function planCall(call: PlannedCall, limits: PlanLimits = defaultPlanLimits): Plan {
  if (hasEmptyList(call)) {
    return { requests: [], notes: [] };
  }
  const route = routeOf(call);
  const { parameters, notes } = sentParameters(call.parameters);
  const ranges = rangesOf(route.operation, parameters, limits.eventDaysPerRequest);
  const size = route.operation.subject === 'list' ? limits.entitiesPerRequest : 1;
  const groups = route.entities.length === 0 ? [[]] : chunked(route.entities, size);
  const requests = groups.flatMap(entities =>
    ranges.map(range => ({
      operation: route.operation.name,
      entities,
      parameters: { ...parameters, ...range },
    })),
  );
  return { requests, notes: [...route.notes, ...notes] };
}

function hasEmptyList(call: PlannedCall): boolean {
  return [call.entities, ...Object.values(call.parameters)].some(
    value => Array.isArray(value) && value.length === 0,
  );
}

interface Route {
  readonly operation: Operation;
  readonly entities: readonly string[];
  readonly notes: readonly string[];
}

function routeOf(call: PlannedCall): Route {
  const { one, list, none, name } = call.function;
  const written = typeof call.entities === 'string' ? [call.entities] : (call.entities ?? []);
  const entities = [...new Set(written.map(canonicalKeyOf))];
  if (call.entities === null) {
    return { operation: existing(none, call), entities, notes: [] };
  }
  if (typeof call.entities === 'string' && one && canAddress(one, entities)) {
    return { operation: one, entities, notes: [] };
  }
  const lacking = Object.keys(call.parameters).find(parameter => isLacking(list, one, parameter));
  if (one && lacking !== undefined) {
    const note = t(
      'The list operation has no parameter {0}: {1} was requested separately for each of {2} entities.',
      lacking,
      name,
      entities.length,
    );
    return { operation: one, entities, notes: [note] };
  }
  return { operation: existing(list, call), entities, notes: [] };
}

/** Operation 7 has `company` in its path: entities of other types are requested through the list. */
function canAddress(one: Operation, entities: readonly string[]): boolean {
  return (
    one.path.includes('{entity_type}') ||
    entities.every(entity => splitKey(entity).type === 'company')
  );
}

function isLacking(list: Operation | null, one: Operation | null, parameter: string): boolean {
  const has = (operation: Operation | null) =>
    operation?.parameters.some(each => each.name === parameter) ?? false;
  return has(one) && !has(list);
}

function existing(operation: Operation | null, call: PlannedCall): Operation {
  if (!operation) {
    throw new RangeError(`${call.function.name} has no operation for these entities`);
  }
  return operation;
}

function sentParameters(parameters: ParameterValues): {
  readonly parameters: ParameterValues;
  readonly notes: readonly string[];
} {
  if (!Object.hasOwn(parameters, 'date_to') || !Object.hasOwn(parameters, 'default_time_back')) {
    return { parameters, notes: [] };
  }
  const sent = Object.entries(parameters).filter(([name]) => name !== 'default_time_back');
  return {
    parameters: Object.fromEntries(sent),
    notes: [t('default_time_back was not sent: it applies only if no date_to is given.')],
  };
}

/** The date parameters of each request: one empty record where the range is not cut. */
function rangesOf(
  operation: Operation,
  parameters: ParameterValues,
  daysPerRequest: number,
): readonly ParameterValues[] {
  const from = dateOf(parameters['date_from']);
  const to = dateOf(parameters['date_to']);
  if (operation.name !== 'company_events' || !from || !to || from >= to) {
    return [{}];
  }
  const ranges: ParameterValues[] = [];
  for (let start = from; start < to;) {
    const next = addDays(start, daysPerRequest);
    const end = next < to ? next : to;
    ranges.push({ date_from: start, date_to: end });
    start = end;
  }
  return ranges;
}

function dateOf(value: string | readonly string[] | undefined): PlainDate | undefined {
  return typeof value === 'string' ? parsePlainDate(value) : undefined;
}

function chunked<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) {
    chunks.push(items.slice(at, at + size));
  }
  return chunks;
}
