/**
 * The kinds of problems of a cell, each with a stable code, and the problems that an editor shows.
 *
 * A finding is the internal value; a problem is what leaves the language process.
 */

import type { Json } from '../base/json';
import type { Span } from '../base/span';
import type { ArgumentProblem } from '../sql/argumentProblems';
import type { RangeFacts } from '../sql/callProblems';
import type { DefinitionKind } from '../sql/definitions';
import type { VisualiseProblem } from '../visualise/problems';

/** The facts of each finding, by its code. Cells count from 1, as people count them. */
export interface FindingFacts {
  /** An error of DuckDB's parser, with its message. `isUnfinished`: the statement ends too early. */
  readonly syntax: { readonly message: string; readonly isUnfinished: boolean };
  /** Any other error of DuckDB's binder; `type` is DuckDB's error class. */
  readonly engine: { readonly type: string; readonly message: string };
  /** A statement that is not allowed; `message` is the error of running it. */
  readonly refused: {
    readonly message: string;
    /** The user can allow it. */
    readonly isForWriting: boolean;
  };
  readonly unknownTable: {
    readonly name: string;
    readonly near: string | null;
    /** A table function has the name: its brackets are missing. */
    readonly isFunction: boolean;
  };
  readonly unknownColumn: {
    readonly name: string;
    readonly near: string | null;
    readonly known: readonly string[];
  };
  readonly unknownFunction: {
    readonly name: string;
    readonly near: string | null;
    readonly givesRows: boolean;
  };
  /** A window function, called without OVER. */
  readonly needsOver: { readonly name: string };
  /** A signal function where a single value is expected. */
  readonly rowsNotValue: { readonly function: string };
  /** A parameter such as `$1` in a statement that is not prepared. */
  readonly unfilledParameter: { readonly name: string };
  readonly unknownType: { readonly name: string; readonly near: string | null };
  readonly unknownVariable: { readonly name: string; readonly near: string | null };
  readonly unknownPortfolio: { readonly name: string; readonly near: string | null };
  readonly definedTwice: {
    readonly kind: DefinitionKind;
    readonly name: string;
    /** The cell of the first definition; null: this cell. */
    readonly cell: number | null;
    /** The kind of that definition: OR REPLACE only replaces the same kind. */
    readonly as: DefinitionKind;
  };
  /** Two cells replace each other's definition: the one that ran last is used. */
  readonly redefined: Omit<FindingFacts['definedTwice'], 'as'>;
  /** The session has it already, since the cell ran: running it again fails. */
  readonly existsAlready: Omit<FindingFacts['definedTwice'], 'cell'>;
  /** Used above the cell that defines it. */
  readonly definedLater: { readonly name: string; readonly cell: number };
  /** The same, if that cell also needs this one. */
  readonly circle: FindingFacts['definedLater'];
  /** An option of a cell with a value that it does not take. */
  readonly optionValue: {
    readonly option: string;
    readonly value: string;
    readonly expected: string;
  };
  /** An option of a cell with a name that has no meaning, and is close to one that has. */
  readonly optionName: { readonly option: string; readonly near: string };
  /** A test with the name of one above. */
  readonly sameTest: { readonly name: string; readonly cell: number };
  readonly argument: { readonly problem: ArgumentProblem };
  readonly noValue: { readonly function: string; readonly argument: string | null };
  readonly emptyRange: RangeFacts;
  readonly reversedRange: RangeFacts;
  readonly requestEach: { readonly function: string; readonly count: number | null };
  readonly lateral: {
    readonly function: string;
    readonly argument: string | null;
    readonly takesEntities: boolean;
    readonly name: string;
    /** Written between double quotes, which SQL reads as a name. */
    readonly isQuoted: boolean;
    /** The argument is only that name, so text may be meant. */
    readonly isText: boolean;
  };
  /** VISUALISE after a statement that returns no rows. */
  readonly noRows: Record<string, never>;
  /** VISUALISE … FROM after a query. */
  readonly secondSource: Record<string, never>;
  readonly chart: { readonly problem: VisualiseProblem };
  /** `"data": {"url": …}` of a specification. */
  readonly specificationUrl: Record<string, never>;
  /** A mark that is not drawn; `refusal` is the reason, without a full stop. */
  readonly specificationMark: { readonly refusal: string };
  /** A specification that is not valid JSON; `message` is the parser's. */
  readonly specificationSyntax: {
    readonly message: string;
    readonly comma: 'missing' | 'superfluous' | null;
  };
  /** A key that Vega-Lite's schema does not allow there; `known`: the allowed ones. */
  readonly specificationKey: {
    readonly name: string;
    readonly near: string | null;
    readonly known: readonly string[];
  };
  /** A value that the schema does not allow there; `type`: what is allowed besides `known`; both are JSON. */
  readonly specificationValue: {
    readonly type: string | null;
    readonly near: string | null;
    readonly known: readonly string[];
  };
  /** The schema could not be read: none of the above is reported. */
  readonly specificationUnchecked: { readonly failure: string };
  /** Any other rule of the schema; `missing`: the key that it needs there, where it is that. */
  readonly specificationRule: { readonly message: string; readonly missing: string | null };
}

export type FindingCode = keyof FindingFacts;

interface FindingOf<C extends FindingCode> {
  readonly code: C;
  readonly span: Span;
  readonly data: FindingFacts[C];
}

export type Finding = { [C in FindingCode]: FindingOf<C> }[FindingCode];

/** `error`: the cell fails. `warning`: it fails or misleads in some order or state. `information`: it costs. */
export type Severity = 'error' | 'warning' | 'information';

/** Replaces a stretch of a cell's text. */
export interface FixEdit {
  readonly span: Span;
  readonly text: string;
  /** Index among the analysed cells; absent: the cell that has the problem. */
  readonly cell?: number;
}

/** A quick fix: edits applied together, or a cell that moves. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly FixEdit[];
  /** Indices among the analysed cells: the first is moved directly above the second. */
  readonly move?: { readonly cell: number; readonly above: number };
}

export interface Problem {
  /** Stable: a finding's code, or `argument.` and `chart.` with the code within. */
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  /** Sentences that can be shown as they are. */
  readonly message: string;
  /** The facts of the sentence. */
  readonly data: Json;
  /** The first one is the likeliest. */
  readonly fixes: readonly Fix[];
}

/** @returns The finding with code `code` at `span`. */
export function findingAt<C extends FindingCode>(
  code: C,
  span: Span,
  data: FindingFacts[C],
): Finding {
  const finding: FindingOf<C> = { code, span, data };
  return finding as unknown as Finding;
}

/** @returns The stable code, as shown to users. */
export function problemCode(finding: Finding): string {
  const inner = 'problem' in finding.data ? `.${finding.data.problem.code}` : '';
  return `${finding.code}${inner}`;
}

/** @returns The severity of a finding. */
export function severityOf({ code, data }: Finding): Severity {
  switch (code) {
    case 'refused':
      return data.isForWriting ? 'warning' : 'error';
    case 'requestEach':
    case 'redefined':
    case 'existsAlready':
    case 'specificationUnchecked':
      return 'information';
    case 'definedTwice':
    case 'definedLater':
    case 'circle':
    case 'optionName':
    case 'optionValue':
    case 'sameTest':
    case 'unknownVariable':
    case 'unknownPortfolio':
    case 'emptyRange':
    case 'reversedRange':
    case 'specificationKey':
    case 'specificationValue':
    case 'specificationRule':
      return 'warning';
    default:
      return 'error';
  }
}
