/**
 * What can be wrong with a cell, each kind with a stable code, and what of it an editor is told.
 *
 * A finding is the value that is worked with; a problem is what leaves the language process.
 */

import type { Json } from '../base/json';
import type { Span } from '../base/span';
import type { ArgumentProblem } from '../sql/argumentProblems';
import type { RangeFacts } from '../sql/callProblems';
import type { DefinitionKind } from '../sql/definitions';
import type { VisualiseProblem } from '../visualise/problems';

/** The facts of each finding, by its code. Cells count from 1, as people count them. */
export interface FindingFacts {
  /** DuckDB's parser; `message` is its own. `isUnfinished`: the statement lacks what has to follow its last word. */
  readonly syntax: { readonly message: string; readonly isUnfinished: boolean };
  /** Anything else that DuckDB says when it binds; `type` is its class of the error. */
  readonly engine: { readonly type: string; readonly message: string };
  /** What a notebook may not do; `message` is what running it says. */
  readonly refused: {
    readonly message: string;
    /** The user can allow it. */
    readonly isForWriting: boolean;
  };
  readonly unknownTable: {
    readonly name: string;
    readonly near: string | null;
    /** A function that gives rows has the name: its brackets are missing. */
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
  /** A function that looks at other rows, called without OVER. */
  readonly needsOver: { readonly name: string };
  /** A signal function where one value has to be. */
  readonly rowsNotValue: { readonly function: string };
  /** A parameter such as `$1` in a statement that is not prepared. */
  readonly unfilledParameter: { readonly name: string };
  readonly unknownType: { readonly name: string; readonly near: string | null };
  readonly unknownVariable: { readonly name: string; readonly near: string | null };
  readonly unknownPortfolio: { readonly name: string; readonly near: string | null };
  readonly definedTwice: {
    readonly kind: DefinitionKind;
    readonly name: string;
    /** Where it is defined first; null: in this cell. */
    readonly cell: number | null;
    /** What it is there: OR REPLACE takes the place of the same kind only. */
    readonly as: DefinitionKind;
  };
  /** Two cells replace each other's definition: which one counts depends on the order of running. */
  readonly redefined: Omit<FindingFacts['definedTwice'], 'as'>;
  /** The session has it, since the cell ran: running that again fails. */
  readonly existsAlready: Omit<FindingFacts['definedTwice'], 'cell'>;
  /** Used above the cell that defines it. */
  readonly definedLater: { readonly name: string; readonly cell: number };
  /** The same, where that cell needs this one. */
  readonly circle: FindingFacts['definedLater'];
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
    /** The name is all that stands there, so that text may be meant. */
    readonly isText: boolean;
  };
  /** VISUALISE behind a statement that gives no rows. */
  readonly noRows: Record<string, never>;
  /** VISUALISE … FROM behind a query. */
  readonly secondSource: Record<string, never>;
  readonly chart: { readonly problem: VisualiseProblem };
  /** `"data": {"url": …}` of a specification. */
  readonly specificationUrl: Record<string, never>;
  /** A mark that is not drawn; `refusal` says why, without a full stop. */
  readonly specificationMark: { readonly refusal: string };
  /** A specification that is no JSON; `message` is the parser's. */
  readonly specificationSyntax: {
    readonly message: string;
    readonly comma: 'missing' | 'superfluous' | null;
  };
  /** A key that Vega-Lite's schema has not there; `known`: those that could stand there. */
  readonly specificationKey: {
    readonly name: string;
    readonly near: string | null;
    readonly known: readonly string[];
  };
  /** A value that the schema has not there; `type`: what it takes besides `known`; both are JSON. */
  readonly specificationValue: {
    readonly type: string | null;
    readonly near: string | null;
    readonly known: readonly string[];
  };
  /** The schema could not be read: nothing of the above is told. */
  readonly specificationUnchecked: { readonly failure: string };
  /** Anything else that the schema asks for. */
  readonly specificationRule: { readonly message: string };
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

/** What puts a problem right: the edits, all at once, or a cell that moves. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly FixEdit[];
  /** Indices among the analysed cells: the first is put right above the second. */
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

/** @returns The stable code as it is shown and can be searched for. */
export function problemCode(finding: Finding): string {
  const inner = 'problem' in finding.data ? `.${finding.data.problem.code}` : '';
  return `${finding.code}${inner}`;
}

/** @returns How much a finding matters. */
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
