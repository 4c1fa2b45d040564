/** The parameters that the operations take (service-spec, "Endpoints"); several take the same. */

import {
  factualities,
  industries,
  sourceCountries,
  stockIndices,
  temporalities,
  timeHorizons,
} from './enumerations';
import { eventIds } from './eventTypes';

export type ParameterType = 'date' | 'text' | 'integer' | 'enumeration';

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  /** May be given several times; on the wire `name=a&name=b`. */
  readonly repeatable: boolean;
  /** The allowed values of an enumeration, as on the wire; empty for other types. */
  readonly values: readonly string[];
  /** What the service does if the parameter is not sent; `null` if that is not documented. */
  readonly default: string | null;
  /** Whether the specification lists it for the operation. Requests in use carry dates on overlays too. */
  readonly listed: boolean;
  readonly doc: string;
}

const dateFrom = parameter('date_from', 'date', 'Start of the range, included.');
const dateTo = parameter('date_to', 'date', 'End of the range, excluded.');
const timeBack = {
  ...parameter(
    'default_time_back',
    'text',
    'Look-back period used when no end date is supplied, for example 1w.',
  ),
  default: '1w',
};
/** The requested days. */
export const range: readonly Parameter[] = [dateFrom, dateTo, timeBack];
export const timeHorizon = enumeration(
  'time_horizon',
  timeHorizons,
  null,
  'Time horizon of the score.',
);
export const eventFilters: readonly Parameter[] = [
  repeatable(
    enumeration(
      'factuality',
      factualities,
      'all eight',
      'Count only events of these factualities.',
    ),
  ),
  repeatable(
    enumeration(
      'temporality',
      temporalities,
      'all five',
      'Count only events of these temporalities.',
    ),
  ),
];
/** The parameters of the two ranked lists. */
export const overlayParameters: readonly Parameter[] = [
  { ...parameter('amount', 'integer', 'Most items to return; there may be fewer.'), default: '15' },
  enumeration('industry', industries, 'all', 'Only companies of this industry.'),
  timeHorizon,
  enumeration('source_country', sourceCountries, 'all', 'Only companies of this source country.'),
  enumeration('stock_index', stockIndices, 'all', 'Only members of this stock index.'),
  ...[dateFrom, dateTo].map(date => ({
    ...date,
    listed: false,
    doc: `${date.doc} Not listed for this operation: sent only if given, and may be ignored.`,
  })),
];

export const eventIdFilter = repeatable(
  enumeration('event_ids', eventIds, 'all events', 'Only events of these ids.'),
);

function parameter(name: string, type: ParameterType, doc: string): Parameter {
  return { name, type, repeatable: false, values: [], default: null, listed: true, doc };
}

function enumeration(
  name: string,
  values: readonly string[],
  standard: string | null,
  doc: string,
): Parameter {
  return { ...parameter(name, 'enumeration', doc), values, default: standard };
}

function repeatable(single: Parameter): Parameter {
  return { ...single, repeatable: true };
}
