/** Asks DuckDB about one statement, and gathers what is wrong with it. */

import type { Span } from '../../core/base/span';
import { callFindings, changesFindings, lateralFinding } from '../../core/language/callFindings';
import type { TypedColumn } from '../../core/language/analysis';
import { findingAt, type Finding } from '../../core/language/problems';
import { readArguments } from '../../core/sql/readArguments';
import { argumentsQuery } from '../../core/sql/argumentsQuery';
import { callsOf, type SignalCall } from '../../core/sql/calls';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import { changesCallsOf } from '../../core/sql/changesCalls';
import type { KnownVariables } from '../../core/sql/constants';
import type { DefinedName } from '../../core/sql/definitions';
import { commonTablesAt } from '../../core/sql/scope';
import type { Statement } from '../../core/sql/statements';
import { isInSubquery } from '../../core/sql/subqueries';
import type { Token } from '../../core/sql/tokens';
import type { NameUse } from '../../core/sql/uses';
import type { EngineError } from '../engineError';
import { engineFinding, type Given, type KnownNames } from './engineFinding';
import { settledFinding } from './settledFinding';
import { callsSchema, type Bound, type Shadow } from './shadow';
import { entryKey, type ShadowState } from './shadowState';

/** What a statement is bound with. */
export interface BindingContext {
  readonly shadow: Shadow;
  readonly known: KnownNames;
  /** Parameters of the notebook: their values are known. */
  readonly variables: KnownVariables;
  /** Tables of the running session, by `nameKey`: they tell what a text cannot. */
  readonly session: ReadonlyMap<string, readonly TypedColumn[]>;
}

/** Verbs that are not bound: they change settings or reach files, or need what only a real session has. */
const parsedOnly = new Set(
  (
    'copy export import attach detach install load prepare execute deallocate begin commit rollback abort start ' +
    'checkpoint vacuum analyze use pragma reset'
  ).split(' '),
);

const MOST_CALLS = 200;

/** @returns The empty table that has the columns of the call. */
export function standIn({
  span,
  function: called,
}: Pick<SignalCall, 'span'> & { readonly function: { readonly name: string } }): Replacement {
  return { span, text: `"${callsSchema}".${called.name}` };
}

export class StatementBinder {
  readonly findings: Finding[] = [];
  /** What stands for the calls of the statement. */
  readonly replaced: Replacement[] = [];
  /** Whether it names something whose shape only running tells. */
  readonly isOpen: boolean;

  constructor(
    readonly text: string,
    readonly statement: Statement,
    readonly scene: {
      readonly context: BindingContext;
      readonly before: ShadowState;
      readonly uses: readonly NameUse[];
    },
  ) {
    this.isOpen = this.namesOpen(scene.uses);
  }

  /** Looks at the calls, as many as a person writes; @returns the empty tables that stand for them. */
  async calls(): Promise<readonly Replacement[]> {
    for (const [index, call] of callsOf(this.statement).entries()) {
      if (index < MOST_CALLS) {
        await this.call(call, this.replaced, this.statement.tokens);
      }
      this.replaced.push(standIn(call));
    }
    for (const call of changesCallsOf(this.statement)) {
      this.findings.push(...changesFindings(call, this.statement.tokens));
      this.replaced.push(standIn(call));
    }
    return this.replaced;
  }

  /** Whether one of the names stands for something whose shape only running tells. */
  namesOpen(uses: readonly NameUse[]): boolean {
    return uses.some(({ kind, path, name }) => {
      if (path[0] === 'temp') {
        return true; // Tables of the session stand in one catalogue here.
      }
      const entry = this.scene.before.get(entryKey(kind, [...path, name]));
      return entry?.make === null;
    });
  }

  /** @returns What DuckDB says, or null where it was not asked. */
  async bind(
    replacements: readonly Replacement[],
    names: readonly DefinedName[],
  ): Promise<Bound | null> {
    const { statement, scene } = this;
    if (statement.tokens.length === 0) {
      return null;
    }
    const composed = new ComposedText().copy(this.text, statement.sql, replacements);
    const setsOther = statement.tokens[0]?.text === 'set' && names.length === 0;
    const { shadow } = scene.context;
    const isBroken = await this.tellBrokenCall(replacements);
    if (this.isOpen || setsOther || parsedOnly.has(statement.tokens[0]?.text ?? '')) {
      this.tell(isBroken ? null : await shadow.parse(composed.text), composed);
      return null;
    }
    const bound = (await this.bindBody(replacements, names)) ?? (await shadow.bind(composed.text));
    const error = 'error' in bound ? bound.error : null;
    this.tell(isBroken && error?.type === 'Parser' ? null : error, composed);
    return bound;
  }

  /** Has the calls parsed as they are written: what stands for them has no arguments. @returns Whether that fails. */
  private async tellBrokenCall(replacements: readonly Replacement[]): Promise<boolean> {
    const isTold = this.findings.some(({ code }) => code === 'noValue');
    if (this.replaced.length === 0 || isTold) {
      return false;
    }
    const others = replacements.filter(each => !this.replaced.includes(each));
    const written = new ComposedText().copy(this.text, this.statement.sql, others);
    const error = await this.scene.context.shadow.parse(written.text);
    const mistake = error && engineFinding(error, this.given(written, this.statement.tokens));
    if (mistake) {
      // What is behind a mistake of syntax was not meant as it is read.
      const before = this.findings.filter(({ span }) => span.from < mistake.span.from);
      this.findings.splice(0, this.findings.length, ...before, mistake);
    }
    return mistake !== null;
  }

  /**
   * Binds what a table or view is made of, which is needed anyway; behind a plain head it is all that can be wrong.
   *
   * @returns What the statement gives; null where it has to be bound as a whole.
   */
  private async bindBody(
    replacements: readonly Replacement[],
    names: readonly DefinedName[],
  ): Promise<Bound | null> {
    const [name, ...others] = names;
    if (!name?.body || others.length > 0 || !hasPlainHead(this.text, this.statement, name)) {
      return null;
    }
    const bound = await this.scene.context.shadow.bind(
      bodyText(this.text, name.body, replacements),
    );
    return 'columns' in bound && bound.columns ? { columns: [], givesRows: false } : null;
  }

  /**
   * Looks at a call.
   *
   * @param replacements What stands for the calls in it.
   * @param tokens Of the SQL that the call stands in.
   */
  async call(
    call: SignalCall,
    replacements: readonly Replacement[],
    tokens: readonly Token[],
  ): Promise<void> {
    const { context } = this.scene;
    const args = readArguments(call, tokens, context.variables);
    const needsBinding = args.some(
      ({ constant, value }) =>
        (!constant || constant.elements?.includes(null)) && value.to > value.from,
    );
    const hasHole = args.some(({ value }) => value.to === value.from);
    if (!needsBinding || hasHole || this.isOpen) {
      this.findings.push(...callFindings(call, args));
      return;
    }
    const tables = commonTablesAt(tokens, call.span.from);
    const composed = argumentsQuery(this.text, call, tables, replacements);
    const bound = await context.shadow.bind(composed.text);
    const types = 'columns' in bound ? (bound.columns ?? []) : [];
    const typed = args.map((argument, index) => ({
      ...argument,
      type: types[index]?.type ?? null,
    }));
    this.findings.push(...callFindings(call, typed));
    if ('error' in bound) {
      this.argumentError(call, bound.error, this.given(composed, tokens));
    }
  }

  private argumentError(call: SignalCall, error: EngineError, given: Given): void {
    const finding = engineFinding(error, given);
    const isLateral = finding?.code === 'unknownColumn' || isUnknownAlias(finding, error);
    if (finding && this.isTold(finding.span)) {
      return;
    }
    if (isLateral && !isMistyped(finding, call, this.text)) {
      this.findings.push(lateralFinding(call, finding.data.name, finding.span, given.tokens));
    } else if (finding && finding.code !== 'syntax') {
      this.findings.push(finding); // The statement as a whole tells of syntax better.
    }
  }

  /** Whether something else is wrong with the argument that the place is in. */
  private isTold({ from, to }: Span): boolean {
    return this.findings.some(
      ({ code, span }) => code === 'argument' && span.from <= from && to <= span.to,
    );
  }

  private given(composed: ComposedText, tokens: readonly Token[]): Given {
    const { context, before } = this.scene;
    return { composed, tokens, known: context.known, macros: before.macroNames };
  }

  /** Notes what DuckDB says of the text, where it is about the text. */
  tell(error: EngineError | null, composed: ComposedText, tokens = this.statement.tokens): void {
    const finding = error && engineFinding(error, this.given(composed, tokens));
    if (finding?.code === 'unknownTable' && finding.data.name === callsSchema) {
      const called = this.text.slice(finding.span.from, finding.span.to);
      this.findings.push(findingAt('rowsNotValue', finding.span, { function: called }));
    } else if (finding) {
      this.findings.push(finding);
    }
  }

  /** Asks for what DuckDB's errors leave out. */
  async settle(): Promise<void> {
    for (const [index, finding] of this.findings.entries()) {
      this.findings[index] = await settledFinding(finding, {
        statement: this.statement,
        uses: this.scene.uses,
        shadow: this.scene.context.shadow,
      });
    }
  }
}

/** `CREATE [OR REPLACE] [TEMP] TABLE t AS` and the like; a schema, columns, comments and what DuckDB may refuse are not. */
function hasPlainHead(
  text: string,
  { sql }: Statement,
  { path, span, body }: DefinedName,
): boolean {
  const before = text.slice(sql.from, span.from);
  const after = text.slice(span.to, body?.from);
  const isCreate = /^\s*create\s+(or\s+replace\s+)?(temp(orary)?\s+)?(table|view)\s+$/i.test(
    before,
  );
  return path.length === 0 && isCreate && /^\s+as\s*$/i.test(after);
}

/** The query alone: `WITH [NO] DATA` belongs to the statement that makes the table. */
export function bodyText(text: string, body: Span, replacements: readonly Replacement[]): string {
  const sql = new ComposedText().copy(text, body, replacements).text;
  return sql.replace(/\bwith\s+(no\s+)?data\s*$/i, '');
}

/** A name in a query of its own is looked for there first: one that is spelled alike is meant, and any column. */
function isMistyped(
  finding: Finding & { code: 'unknownColumn' | 'unknownTable' },
  call: SignalCall,
  text: string,
): boolean {
  const isColumn = finding.code === 'unknownColumn';
  return isInSubquery(finding.span.from, call, text) && (isColumn || finding.data.near !== null);
}

/** `b.entity` where `b` is the other side of a lateral join, not a table that is missing. */
function isUnknownAlias(
  finding: Finding | null,
  error: EngineError,
): finding is Finding & { code: 'unknownTable' } {
  return finding?.code === 'unknownTable' && error.message.startsWith('Referenced table');
}
