/** Inlay hints: the day of a relative date, and the number of entities in a list. */

import { t } from '../base/translations';
import { counted, plural } from '../base/text';
import type { PlainDate } from '../base/plainDate';
import type { Span } from '../base/span';
import type { SignalFunction } from '../service/functions';
import { callsOf } from '../sql/calls';
import { readArguments, type ReadArgument } from '../sql/readArguments';
import type { KnownVariables } from '../sql/constants';
import { nameKey, stringValue } from '../sql/names';
import { statementsOf, type Statement } from '../sql/statements';
import type { Token } from '../sql/tokens';
import { calendarDay } from './calendarDay';

export interface InlayHint {
  readonly kind: 'date' | 'count';
  /** The position of the hint: after its expression. */
  readonly offset: number;
  readonly text: string;
  readonly tooltip: string;
}

/** The input of the hints besides the text. */
export interface HintFacts {
  /** The UTC day, as `current_date` is in a session. */
  readonly today: PlainDate;
  /** Number of entities of each portfolio, by name. */
  readonly portfolios: ReadonlyMap<string, number>;
  /** By `nameKey`. */
  readonly variables: KnownVariables;
}

/** Lists up to this length need no hint. */
const GLANCE = 4;

/** @returns The hints of the cell, in the order of its text. */
export function inlayHints(text: string, facts: HintFacts): InlayHint[] {
  return statementsOf(text)
    .flatMap(statement =>
      callsOf(statement).flatMap(call =>
        readArguments(call, statement.tokens, facts.variables).flatMap(argument => [
          ...dateHint(call.function, argument, { statement, facts }),
          ...countHint(call.function, argument, { statement, facts }),
        ]),
      ),
    )
    .sort((one, other) => one.offset - other.offset);
}

interface Context {
  readonly statement: Statement;
  readonly facts: HintFacts;
}

/** A day that is written as such needs no hint. */
function dateHint(
  called: SignalFunction,
  { name, constant, value }: ReadArgument,
  { statement, facts: { today } }: Context,
): InlayHint[] {
  const parameter = called.arguments.find(known => known.name === nameKey(name ?? ''));
  if (parameter?.type !== 'date') {
    return [];
  }
  const tokens = tokensOf(statement, value);
  const isVariable = tokens[0]?.text === 'getvariable';
  const day = isVariable ? constant?.value : calendarDay(tokens, today);
  const is = isVariable ? 'variable' : 'today';
  return typeof day === 'string'
    ? [
        {
          kind: 'date',
          offset: value.to,
          text: day,
          tooltip: dayText(is, day, parameter.name === 'date_to'),
        },
      ]
    : [];
}

function dayText(is: 'variable' | 'today', day: string, isExcluded: boolean): string {
  if (is === 'variable') {
    return isExcluded
      ? t('The variable is {0}. That day is left out: date_to is exclusive.', day)
      : t('The variable is {0}, included.', day);
  }
  return isExcluded
    ? t('Today this is {0}. That day is left out: date_to is exclusive.', day)
    : t('Today this is {0}, included.', day);
}

function countHint(
  called: SignalFunction,
  { name, constant, value }: ReadArgument,
  { statement, facts }: Context,
): InlayHint[] {
  if (called.first === null || (name !== null && nameKey(name) !== called.first)) {
    return [];
  }
  const listed = constant?.elements?.length;
  const count = listed ?? portfolioCount(statement, value, facts);
  if (count === undefined || (listed !== undefined && listed <= GLANCE)) {
    return [];
  }
  const text = counted(count, 'entity', 'entities');
  const tooltip = plural(count, 'The list holds {0} entity.', 'The list holds {0} entities.');
  return [{ kind: 'count', offset: value.to, text, tooltip }];
}

/** `portfolio('name')` and nothing else. */
function portfolioCount(
  statement: Statement,
  value: Span,
  { portfolios }: HintFacts,
): number | undefined {
  const own = tokensOf(statement, value);
  const name = stringValue(own[2]);
  const isCall = own.length === 4 && own[0]?.text === 'portfolio' && own[1]?.text === '(';
  return isCall && name !== undefined ? portfolios.get(name) : undefined;
}

function tokensOf({ tokens }: Statement, { from, to }: Span): readonly Token[] {
  return tokens.filter(token => token.from >= from && token.to <= to);
}
