/** Hovers of functions, arguments and texts within calls. */

import { t } from '../../base/translations';
import { fromQuotes } from '../../base/quoted';
import { canonicalKeyOf } from '../../service/entityKey';
import { eventFamily, eventNames, eventIds } from '../../service/eventTypes';
import { nameKey } from '../../sql/names';
import { callsOf } from '../../sql/calls';
import { statementsOf } from '../../sql/statements';
import { callAt } from '../callAt';
import { argumentOf, callableNamed, type Callable } from '../callables';
import { engineMarkdown, signatureText } from '../completion/calls';
import type { Place } from '../completion/item';
import { originText } from '../completion/names';
import { companyFacts, companyOrigin } from '../companies';
import { entityMarkdown } from '../completion/values';
import { argumentMarkdown, code, escaped } from '../markdown';
import { callableSignature } from '../signatureHelp';
import { requestMarkdown } from './callRequest';

/** @returns The docs of the function at the cursor, and the requests of this call. */
export function functionHover(place: Place, name: string): string | null {
  const { facts, catalogue } = place;
  const callable = callableNamed(name, catalogue);
  if (!callable) {
    const known = facts.vocabulary.functions.find(each => each.name === nameKey(name));
    return known
      ? `${code(`${known.name}${signatureText(known)}`)}\n\n${engineMarkdown(known)}`
      : null;
  }
  const parts = [
    `**${escaped(callable.name)}** ${callableKind(callable)}`,
    callable.kind === 'macro' ? code(callableSignature(callable).label) : null,
    callable.doc === null ? null : escaped(callable.doc),
    operationsMarkdown(callable),
    requestOf(place),
  ];
  return parts.filter(part => part !== null).join('\n\n');
}

function callableKind({ kind }: Callable): string {
  return { signal: t('signal function'), analysis: t('analysis'), macro: t('macro') }[kind];
}

/** The docs are shown above; this is only the operation. */
function operationsMarkdown({ signal }: Callable): string | null {
  const own = [signal?.one, signal?.list, signal?.none].flatMap(each => each ?? []);
  const lines = own.map(({ number, method, path }) =>
    t('- Operation {0}: {1}', number, code(`${method} ${path}`)),
  );
  return lines.length === 0 ? null : lines.join('\n');
}

function requestOf({ cursor, facts }: Place): string | null {
  for (const statement of statementsOf(facts.text)) {
    const call = callsOf(statement).find(({ name }) => name.from === cursor.span.from);
    if (call) {
      return t('This call sends:\n\n{0}', requestMarkdown(call, statement.tokens, facts));
    }
  }
  return null;
}

/** @returns The docs of the argument named at the cursor; null if no argument of a known call is named there. */
export function argumentHover(place: Place, name: string): string | null {
  const { cursor, catalogue } = place;
  const call = callAt(cursor, each => callableNamed(each, catalogue) !== undefined);
  const callable = call && callableNamed(call.name, catalogue);
  const argument = callable && argumentOf(callable, { name, index: -1 });
  if (!callable || !argument) {
    return null;
  }
  const { signal } = callable;
  const operations = [signal?.one, signal?.list, signal?.none]
    .flatMap(each => each ?? [])
    .filter(({ parameters }) => parameters.some(each => each.name === argument.name));
  const numbers = operations.map(({ number }) => number).join(', ');
  const of = numbers === '' ? '' : t(', operation {0}', numbers);
  return t(
    '**{0}** of {1}{2}\n\n{3}',
    escaped(argument.name),
    escaped(callable.name),
    of,
    argumentMarkdown(argument),
  );
}

/** @returns The hover of the quoted text at the cursor, or null. */
export function textHover(place: Place): string | null {
  const { cursor, facts, catalogue } = place;
  const text = fromQuotes(cursor.text.slice(cursor.span.from, cursor.span.to), "'");
  const within = cursor.before.at(-1)?.text === '(' ? cursor.before.at(-2)?.text : undefined;
  if (within === 'getvariable') {
    return variableHover(place, text);
  }
  const call = callAt(cursor, each => callableNamed(each, catalogue) !== undefined);
  const callable = call && callableNamed(call.name, catalogue);
  const argument = callable && argumentOf(callable, { name: call.argument, index: call.index });
  if (eventIds.includes(text)) {
    return eventHover(place, text);
  }
  const allowed = argument?.values.find(({ value }) => value === text);
  if (allowed && argument) {
    const label = allowed.label === null ? '' : ` ${escaped(allowed.label)}`;
    return t('{0}{1}\n\nA value of {2}.', code(`'${text}'`), label, code(argument.name));
  }
  const key = canonicalKeyOf(text);
  const fact = companyFacts(facts).find(({ entity }) => entity === key);
  if (fact) {
    return entityMarkdown(fact, companyOrigin(facts, fact));
  }
  return argument?.kind === 'entities' && text !== ''
    ? t('{0}\n\nNo answer of this session contains this entity.', code(key))
    : null;
}

function eventHover({ facts }: Place, id: string): string {
  const learned = facts.session.eventNames.find(([known]) => known === id)?.[1];
  const name = learned ?? eventNames.get(id);
  const family = t('Family {0}.', eventFamily(id));
  return name === undefined
    ? t('**{0}**\n\nThe name of this event id is not documented. {1}', escaped(id), family)
    : `**${escaped(id)}** ${escaped(name)}\n\n${family}`;
}

/** @returns The variable's type, its origin, and its value if that is known. */
export function variableHover({ facts, catalogue }: Place, name: string): string | null {
  const key = nameKey(name);
  const variable = catalogue.variables.find(each => nameKey(each.name) === key);
  const running = facts.session.variables.find(each => nameKey(each.name) === key);
  if (!variable && !running) {
    return null;
  }
  const type = variable?.type ?? running?.type ?? null;
  const value = running?.value ?? (variable?.value === undefined ? null : String(variable.value));
  const lines = [
    `**${escaped(name)}** ${type === null ? t('variable') : code(type)}`,
    variable?.doc === undefined ? null : escaped(variable.doc),
    value === null ? t('Its value is known once its cell has run.') : t('Value: {0}', code(value)),
    variable ? t('From: {0}.', originText(variable.origin)) : null,
  ];
  return lines.filter(line => line !== null).join('\n\n');
}
