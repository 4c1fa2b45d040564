/** The requests that a call would send, as far as they are known before it runs. Without host and token. */

import { t } from '../../base/translations';
import type { Json } from '../../base/json';
import { addDays } from '../../base/plainDate';
import { requestAddress } from '../../client/address';
import { planCall } from '../../client/plan';
import type { ServiceRequest } from '../../service/request';
import { ServiceError } from '../../service/serviceError';
import { argumentSentence } from '../../sql/argumentProblems';
import { checkArguments, type CheckedCall, type EvaluatedArgument } from '../../sql/arguments';
import { readArguments, type ReadArgument } from '../../sql/readArguments';
import type { SignalCall } from '../../sql/calls';
import type { Constant } from '../../sql/constants';
import type { Token } from '../../sql/tokens';
import type { AssistFacts } from '../assist';
import { knownVariables } from '../knownVariables';
import { code, codeBlock, escaped } from '../markdown';

/** Placeholder for entities that are known only when the cell runs. */
export const OPEN = 'company:OPEN';
/** Longer bodies are cut off. */
const LONGEST_LINE = 200;

/** What is known of a call before it runs. */
export type CallFacts = Pick<AssistFacts, 'text' | 'notebook' | 'session' | 'limits' | 'today'>;

/** @returns Method, path, parameters and body of the first request, how many there are, and what is open. */
export function requestMarkdown(
  call: SignalCall,
  tokens: readonly Token[],
  facts: CallFacts,
): string {
  const { checked, open } = knownCall(call, tokens, facts);
  if ('code' in checked) {
    return t('No request: {0}', escaped(argumentSentence(checked)));
  }
  return [planned(checked, facts), openMarkdown(open, call, facts)]
    .filter(part => part !== '')
    .join('\n\n');
}

/** The requests of a call; entities that are not known yet are `OPEN` in them. */
export interface KnownRequests {
  readonly requests: readonly ServiceRequest[];
  /** The arguments that are known when the cell runs: name and text. */
  readonly open: readonly (readonly [name: string, written: string])[];
  readonly notes: readonly string[];
}

export function knownRequests(
  call: SignalCall,
  tokens: readonly Token[],
  facts: CallFacts,
): KnownRequests {
  const { checked, open } = knownCall(call, tokens, facts);
  if ('code' in checked) {
    return { requests: [], open: [], notes: [argumentSentence(checked)] };
  }
  const { requests, notes } = planCall(checked, facts.limits);
  return {
    requests: requests.map(request => asSent(request, facts)),
    open: open.map(argument => openText(argument, call, facts)),
    notes: [...checked.notes, ...notes],
  };
}

function knownCall(call: SignalCall, tokens: readonly Token[], facts: CallFacts) {
  const args = readArguments(call, tokens, knownVariables(facts.notebook.parameters));
  const known = args.flatMap(argument => evaluated(argument, call, facts));
  const open = args.filter(argument => valueOf(argument.constant, facts) === undefined);
  return { checked: checkArguments(call.function, known), open };
}

function openText(
  { name, value }: ReadArgument,
  call: SignalCall,
  { text }: CallFacts,
): readonly [string, string] {
  return [name ?? call.function.first ?? '', text.slice(value.from, value.to)];
}

function evaluated(
  argument: ReadArgument,
  call: SignalCall,
  facts: CallFacts,
): EvaluatedArgument[] {
  const { name, constant } = argument;
  const value = valueOf(constant, facts);
  if (value !== undefined) {
    const isDay = constant?.days !== undefined;
    return [{ name, value, type: isDay ? 'DATE' : (constant?.type ?? 'VARCHAR') }];
  }
  const isSubject = name === null || name.toLowerCase() === call.function.first;
  return isSubject ? [{ name, value: [OPEN], type: 'VARCHAR[]' }] : [];
}

/** The value, or undefined if it is not known; a relative day counts from today. */
function valueOf(constant: Constant | null, facts: CallFacts): Json | undefined {
  if (!constant) {
    return undefined;
  }
  if (constant.days !== undefined) {
    return addDays(facts.today, constant.days);
  }
  if (!constant.elements) {
    return constant.value;
  }
  const values = constant.elements.map(element => valueOf(element, facts));
  return values.every(value => value !== undefined) ? values : undefined;
}

function planned(checked: CheckedCall, facts: CallFacts): string {
  const { requests, notes } = planCall(checked, facts.limits);
  const [first] = requests;
  if (!first) {
    return t('No request: a list of the call is empty.');
  }
  const isOpen = first.entities.includes(OPEN);
  const { entitiesPerRequest } = facts.limits;
  const count = isOpen
    ? t('One request for up to {0} entities.', entitiesPerRequest)
    : requests.length === 1
      ? t('One request.')
      : t('{0} requests; this is the first.', requests.length);
  const remarks = [...checked.notes, ...notes].map(escaped);
  return [requestBlock(asSent(first, facts)), count, ...remarks].join('\n\n');
}

/** Operation 9 takes the service's own ids, if answers contained them. */
function asSent(request: ServiceRequest, { session }: CallFacts): ServiceRequest {
  if (request.operation !== 'company_events') {
    return request;
  }
  const ids = new Map(session.entities.map(({ entity, vendor_id: id }) => [entity, id]));
  return { ...request, entities: request.entities.map(key => ids.get(key) ?? key) };
}

function requestBlock(request: ServiceRequest): string {
  const nowhere = { name: 'this', quantUrl: '', dataUrl: '', synthetic: false };
  try {
    const { method, url, body } = requestAddress(nowhere, request);
    const lines = [`${method} ${shown(url)}`, ...(body === null ? [] : ['', shown(body)])];
    return codeBlock(lines, 'http');
  } catch (error) {
    if (error instanceof ServiceError) {
      return escaped(error.message);
    }
    throw error;
  }
}

function shown(text: string): string {
  const line = text.replaceAll(`"${OPEN}"`, '…').replaceAll(encodeURIComponent(OPEN), '…');
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

function openMarkdown(open: readonly ReadArgument[], call: SignalCall, facts: CallFacts): string {
  return open
    .map(each => {
      const [argument, written] = openText(each, call, facts);
      return t(
        '- {0} is known when the cell runs: {1}',
        code(argument),
        code(written) || t('nothing is written yet'),
      );
    })
    .join('\n');
}
