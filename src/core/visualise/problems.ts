/**
 * The problems of a VISUALISE clause, and their sentences.
 *
 * A problem is a value: a stable code, the stretch of the clause it is about, and the facts its sentence needs.
 */

import { joined } from '../base/text';
import { t } from '../base/translations';
import { assertNever } from '../base/assertNever';
import type { Span } from '../base/span';

/** The facts of each problem, by its code. */
export interface ProblemFacts {
  /** A quote or a comment without its end. */
  readonly unterminated: { readonly what: 'text' | 'name' | 'comment' };
  /** `found` is the token's text, or empty at the end of the clause. */
  readonly expected: { readonly what: string; readonly found: string };
  readonly unknownClause: { readonly word: string; readonly near: string | null };
  readonly duplicateClause: { readonly clause: string };
  readonly noLayer: Record<string, never>;
  readonly unknownLayer: {
    readonly layer: string;
    readonly near: string | null;
    readonly allowed: readonly string[];
  };
  readonly unknownScaleType: { readonly type: string; readonly near: string | null };
  readonly unknownAesthetic: {
    /** The layer's name, or null if the aesthetic belongs to no layer that can be drawn. */
    readonly layer: string | null;
    readonly aesthetic: string;
    readonly near: string | null;
    readonly allowed: readonly string[];
  };
  /** A column without AS; `aesthetic` is the word after it, or null if none is. */
  readonly missingAs: { readonly column: string; readonly aesthetic: string | null };
  readonly missingAesthetic: { readonly layer: string; readonly aesthetics: readonly string[] };
  readonly unknownColumn: { readonly column: string; readonly near: string | null };
  readonly unknownSetting: {
    readonly owner: string;
    readonly setting: string;
    readonly near: string | null;
    readonly allowed: readonly string[];
  };
  /** A value of the wrong kind, for a setting, an aesthetic or a scale. */
  readonly badValue: { readonly owner: string; readonly value: string; readonly expected: string };
  readonly unknownPalette: { readonly palette: string; readonly near: string | null };
  readonly unknownTransform: { readonly transform: string; readonly near: string | null };
  /** An expression where the grammar has a column or a literal. */
  readonly expression: Record<string, never>;
  readonly wrongType: {
    readonly column: string;
    readonly type: string;
    readonly owner: string;
    readonly needed: string;
  };
  readonly mixedTypes: {
    readonly aesthetic: string;
    readonly first: string;
    readonly second: string;
  };
  readonly ambiguousRule: Record<string, never>;
  /** A position that needs a discrete axis, on another axis. */
  readonly noBand: { readonly position: string; readonly axis: string };
  /** Understood, and not drawn by this version. `what` names it as it is written. */
  readonly notYet: { readonly what: string; readonly advice: string };
}

export type ProblemCode = keyof ProblemFacts;

/** `notYet`: the clause is valid but not supported by this version. `error`: the clause has to change. */
export type ProblemKind = 'error' | 'notYet';

interface ProblemOf<C extends ProblemCode> {
  readonly code: C;
  readonly kind: ProblemKind;
  /** Offsets in the text that was parsed, half-open. */
  readonly span: Span;
  readonly data: ProblemFacts[C];
}

export type VisualiseProblem = { [C in ProblemCode]: ProblemOf<C> }[ProblemCode];

/** @returns The problem with code `code` at `span`. */
export function problemAt<C extends ProblemCode>(
  code: C,
  span: Span,
  data: ProblemFacts[C],
): VisualiseProblem {
  const problem: ProblemOf<C> = {
    code,
    kind: code === 'notYet' ? 'notYet' : 'error',
    span,
    data,
  };
  return problem as VisualiseProblem;
}

/** @returns The problem as sentences that can be shown as they are. */
export function problemSentence(problem: VisualiseProblem): string {
  switch (problem.code) {
    case 'unterminated':
      return unclosedText(problem.data.what);
    case 'expected':
      return t('Expected {0}, found {1}.', problem.data.what, foundText(problem.data.found));
    case 'unknownClause':
      return t(
        '{0} is not a clause of VISUALISE.{1}',
        problem.data.word,
        didYouMean(problem.data.near),
      );
    case 'duplicateClause':
      return t('{0} appears twice; write it once.', problem.data.clause);
    case 'noLayer':
      return t('Nothing is drawn: add a layer, for example DRAW line.');
    case 'unknownLayer':
      return t(
        'There is no layer {0}.{1}{2}',
        named(problem.data.layer),
        didYouMean(problem.data.near),
        listed(problem.data.allowed),
      );
    case 'unknownScaleType':
      return t(
        'There is no scale type {0}.{1}',
        named(problem.data.type),
        didYouMean(problem.data.near),
      );
    case 'unknownAesthetic':
      return unknownAestheticSentence(problem.data);
    case 'missingAs':
      return problem.data.aesthetic === null
        ? t(
            '{0} is not an aesthetic. Name the aesthetic that the column is mapped to, for example {1} AS x.',
            named(problem.data.column),
            problem.data.column,
          )
        : t('AS is missing. Write {0} AS {1}.', problem.data.column, problem.data.aesthetic);
    case 'missingAesthetic':
      return t(
        'The layer {0} needs {1}: map a column, for example MAPPING column AS {2}.',
        named(problem.data.layer),
        joined(problem.data.aesthetics),
        problem.data.aesthetics[0] ?? 'x',
      );
    case 'unknownColumn':
      return t(
        'The query has no column {0}.{1}',
        named(problem.data.column),
        didYouMean(problem.data.near),
      );
    case 'unknownSetting':
      return t(
        '{0} has no setting {1}.{2}{3}',
        problem.data.owner,
        named(problem.data.setting),
        didYouMean(problem.data.near),
        listed(problem.data.allowed),
      );
    case 'badValue':
      return t(
        '{0} cannot be {1}; expected {2}.',
        problem.data.owner,
        problem.data.value,
        problem.data.expected,
      );
    case 'unknownPalette':
      return t(
        'There is no palette {0}.{1}',
        named(problem.data.palette),
        didYouMean(problem.data.near),
      );
    case 'unknownTransform':
      return t(
        'There is no transform {0}.{1}',
        named(problem.data.transform),
        didYouMean(problem.data.near),
      );
    case 'expression':
      return t(
        'A mapping takes a column or a literal. Compute this in the query, give it a name with AS, and map that name.',
      );
    case 'wrongType':
      return t(
        '{0} needs {1}; the column {2} is {3}. Cast it in the query.',
        problem.data.owner,
        problem.data.needed,
        named(problem.data.column),
        named(problem.data.type),
      );
    case 'mixedTypes':
      return t(
        'One scale cannot show both {0} and {1} on {2}.',
        problem.data.first,
        problem.data.second,
        problem.data.aesthetic,
      );
    case 'ambiguousRule':
      return t(
        'A rule takes x or y, not both: map one of them in the layer, and null AS the other.',
      );
    case 'noBand':
      return t(
        "position => '{0}' needs a discrete axis, and this layer has none. Write SCALE DISCRETE {1}, or choose another position.",
        problem.data.position,
        problem.data.axis,
      );
    case 'notYet':
      return t('{0} is not supported yet. {1}', problem.data.what, problem.data.advice).trim();
    default:
      return assertNever(problem);
  }
}

function unclosedText(what: ProblemFacts['unterminated']['what']): string {
  return {
    text: t('This text is not closed.'),
    name: t('This name is not closed.'),
    comment: t('This comment is not closed.'),
  }[what];
}

function unknownAestheticSentence(data: ProblemFacts['unknownAesthetic']): string {
  const subject =
    data.layer === null
      ? t('No layer of this chart has an aesthetic {0}.', named(data.aesthetic))
      : t('The layer {0} has no aesthetic {1}.', data.layer, named(data.aesthetic));
  return `${subject}${didYouMean(data.near)}${listed(data.allowed)}`;
}

function foundText(found: string): string {
  return found === '' ? t('the end of the clause') : found;
}

/** A name between double quotes can be empty or end with a space, and is then shown with its quotes. */
function named(name: string): string {
  return name === '' || name !== name.trim() ? `"${name}"` : name;
}

function didYouMean(near: string | null): string {
  return near === null ? '' : t(' Did you mean {0}?', near);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? '' : t(' Possible: {0}.', names.join(', '));
}
