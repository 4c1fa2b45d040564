/**
 * Converts a request to its address, headers and body (service-spec, "Endpoints").
 *
 * Everything is concatenated as text: URL classes would drop the base's path when resolving.
 */

import { t } from '../base/translations';
import { splitKey } from '../service/entityKey';
import { operationNamed } from '../service/operations';
import type { Operation } from '../service/operations';
import type { Parameter } from '../service/parameters';
import type { ParameterValues, ServiceRequest } from '../service/request';
import { ServiceError } from '../service/serviceError';
import type { WireRequest } from './ports';
import type { Connection } from './serviceClient';

/**
 * Builds the request without its token. Parameters are in the order of the operations table; parameters that the caller
 * did not write are not sent, and never both `date_to` and `default_time_back`, which only applies if there is no end
 * date.
 *
 * @throws {ServiceError} `rejected`, if the request cannot be written as an address or would have another meaning for
 * the service.
 */
export function requestAddress(connection: Connection, request: ServiceRequest): WireRequest {
  const operation = operationNamed(request.operation);
  const refuse = (what: string): never => {
    throw new ServiceError(
      'rejected',
      t('{0} was not sent to connection "{1}": {2}.', operation.function, connection.name, what),
    );
  };
  const base = operation.base === 'quant' ? connection.quantUrl : connection.dataUrl;
  const path = pathOf(operation, request.entities, refuse);
  const query = queryOf(operation, request.parameters, refuse);
  const body = bodyOf(operation, request.entities, refuse);
  return {
    method: operation.method,
    url: `${trimBase(base)}/${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      Accept: 'application/json',
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
  };
}

/** Reports why the request is not sent. */
type Refuse = (what: string) => never;

/** A lone surrogate, which an address cannot contain. */
const HALF_CHARACTER = /\p{Surrogate}/u;

function trimBase(base: string): string {
  return (base.trim().split(/[?#]/)[0] ?? '').replace(/\/+$/, '');
}

function pathOf(operation: Operation, entities: readonly string[], refuse: Refuse): string {
  if (operation.subject !== 'entity') {
    return operation.path;
  }
  const [entity, ...more] = entities;
  if (entity === undefined || more.length > 0) {
    return refuse(t('it takes one entity, not {0}', entities.length));
  }
  const { type, id } = splitKey(entity);
  if (!operation.path.includes('{entity_type}') && type !== 'company') {
    return refuse(t('it takes only companies, not the entity {0}', JSON.stringify(entity)));
  }
  const segment = (text: string) =>
    encodeSegment(text) ??
    refuse(t('the entity {0} cannot be part of an address', JSON.stringify(entity)));
  return operation.path
    .replace('{entity_type}', () => segment(type))
    .replace('{entity_id}', () => segment(id));
}

/** Dot segments are rejected: every URL parser resolves them, even encoded. */
function encodeSegment(text: string): string | undefined {
  return text === '' || text === '.' || text === '..' || HALF_CHARACTER.test(text)
    ? undefined
    : encodeURIComponent(text);
}

function queryOf(operation: Operation, values: ParameterValues, refuse: Refuse): string {
  const known = new Set(operation.parameters.map(parameter => parameter.name));
  for (const name of Object.keys(values)) {
    if (!known.has(name)) {
      refuse(t('{0} is not a parameter of {1}', name, operation.name));
    }
  }
  const isBounded = Object.hasOwn(values, 'date_to');
  return operation.parameters
    .filter(parameter => Object.hasOwn(values, parameter.name))
    .filter(parameter => !(isBounded && parameter.name === 'default_time_back'))
    .flatMap(parameter => pairsOf(parameter, values[parameter.name] ?? [], refuse))
    .join('&');
}

function pairsOf(
  parameter: Parameter,
  value: string | readonly string[],
  refuse: Refuse,
): readonly string[] {
  if (typeof value !== 'string' && !parameter.repeatable) {
    refuse(t('{0} takes one value', parameter.name));
  }
  const values = typeof value === 'string' ? [value] : value;
  if (values.length === 0) {
    refuse(t('{0} is an empty list, which the service would read as all values', parameter.name));
  }
  if (values.some(text => HALF_CHARACTER.test(text))) {
    refuse(t('{0} holds half a character', parameter.name));
  }
  return values.map(text => `${parameter.name}=${encodeURIComponent(text)}`);
}

function bodyOf(operation: Operation, entities: readonly string[], refuse: Refuse): string | null {
  if (operation.subject === 'list') {
    return entities.length === 0
      ? refuse(t('its list of entities is empty'))
      : JSON.stringify(entities);
  }
  if (operation.subject === 'none' && entities.length > 0) {
    refuse(t('it takes no entities'));
  }
  return null;
}
