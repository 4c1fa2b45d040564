/** One cell, bound statement by statement in a shadow session. */

import type { Span } from '../../core/base/span';
import type { Definition, StatementAnalysis, TypedColumn } from '../../core/language/analysis';
import { analysisUses } from '../../core/language/analysisUses';
import { callFindings, lateralFinding } from '../../core/language/callFindings';
import { chartFindings, clauseTables } from '../../core/language/chartFindings';
import { findingAt, type Finding } from '../../core/language/problems';
import { readArguments } from '../../core/sql/callProblems';
import { argumentsQuery } from '../../core/sql/argumentsQuery';
import { callsOf, type SignalCall } from '../../core/sql/calls';
import { changesCallsOf } from '../../core/sql/changesCalls';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import type { KnownVariables } from '../../core/sql/constants';
import { definitionsOf, type DefinedName } from '../../core/sql/definitions';
import { drawnStatement } from '../../core/sql/drawnStatement';
import { commonTablesAt } from '../../core/sql/scope';
import type { Statement } from '../../core/sql/statements';
import { tokenizeWithin, type Token } from '../../core/sql/tokens';
import { usesInSource, usesOf, type NameUse } from '../../core/sql/uses';
import type { EngineError } from '../engineError';
import { engineFinding, type Given, type KnownNames } from './engineFinding';
import { callsSchema, type Bound, type Shadow } from './shadow';
import { entryKey, type ShadowState } from './shadowState';
import { stateAfter } from './statementEffect';

/** What a statement is bound with. */
export interface BindingContext {
  readonly shadow: Shadow;
  readonly known: KnownNames;
  /** Parameters of the notebook: their values are known. */
  readonly variables: KnownVariables;
}

export interface BoundStatement {
  readonly analysis: StatementAnalysis;
  readonly definitions: readonly Definition[];
  readonly uses: readonly NameUse[];
  readonly findings: readonly Finding[];
  /** What the session holds after it. */
  readonly after: ShadowState;
}

/** Verbs that are not bound: they change settings or reach files, or need what only a real session has. */
const parsedOnly = new Set(
  (
    'copy export import attach detach install load prepare execute deallocate begin commit rollback abort start ' +
    'checkpoint vacuum analyze use pragma reset'
  ).split(' '),
);

/** Binds one statement of `text` in the session that `before` says, which the shadow already holds. */
export async function bindStatement(
  text: string,
  written: Statement,
  before: ShadowState,
  context: BindingContext,
): Promise<BoundStatement> {
  const { statement, holes } = drawnStatement(text, written);
  const uses = [...usesOf(text, statement.tokens), ...analysisUses(text, statement.tokens)];
  const binder = new StatementBinder(text, statement, { context, before, uses });
  const names = definitionsOf(text, statement);
  const replacements = [...holes, ...(await binder.calls())];
  const bound = await binder.bind(replacements, names);
  const { clause } = written;
  const { state, shapes } = await stateAfter(text, {
    statement,
    names,
    replacements,
    before,
    failed: !bound || 'error' in bound,
    shadow: context.shadow,
  });
  const columns = bound && 'columns' in bound && bound.givesRows ? bound.columns : null;
  const charts = clause ? await binder.chart(clause, bound, columns) : { findings: [], uses: [] };
  return {
    analysis: { span: written.span, sql: statement.sql, clause, columns },
    definitions: names.map(({ kind, name, span, effect, parameters }, index) => ({
      kind,
      name,
      span,
      effect,
      parameters,
      statement: written.span,
      columns: shapes[index]?.columns ?? null,
      type: shapes[index]?.type ?? null,
    })),
    uses: [...uses, ...charts.uses],
    findings: [...binder.findings, ...charts.findings],
    after: state,
  };
}

class StatementBinder {
  readonly findings: Finding[] = [];
  /** Whether it names something whose shape only running tells. */
  private readonly isOpen: boolean;

  constructor(
    private readonly text: string,
    private readonly statement: Statement,
    private readonly scene: {
      readonly context: BindingContext;
      readonly before: ShadowState;
      readonly uses: readonly NameUse[];
    },
  ) {
    this.isOpen = scene.uses.some(({ kind, path, name }) => {
      const entry = scene.before.get(entryKey(kind, [...path, name]));
      return entry?.make === null;
    });
  }

  /** Looks at every call; @returns the empty tables that stand for them. */
  async calls(): Promise<Replacement[]> {
    const replacements: Replacement[] = [];
    for (const call of callsOf(this.statement)) {
      await this.call(call, replacements);
      const text = `"${callsSchema}".${call.function.name}`;
      replacements.push({ span: call.span, text });
    }
    for (const call of changesCallsOf(this.statement)) {
      const text = `"${callsSchema}".${call.function.name}`;
      replacements.push({ span: call.span, text });
    }
    return replacements;
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
    if (this.isOpen || setsOther || parsedOnly.has(statement.tokens[0]?.text ?? '')) {
      this.tell(await shadow.parse(composed.text), composed);
      return null;
    }
    const bound = await shadow.bind(composed.text);
    this.tell('error' in bound ? bound.error : null, composed);
    return bound;
  }

  async chart(
    clause: Span,
    bound: Bound | null,
    columns: readonly TypedColumn[] | null,
  ): Promise<{ findings: Finding[]; uses: NameUse[] }> {
    const tables = new Map<string, readonly TypedColumn[]>();
    const uses: NameUse[] = [];
    const findings: Finding[] = [];
    for (const { sql, span } of clauseTables(this.text, clause)) {
      const { found, names } = await this.layerTable(span);
      uses.push(...names);
      if (found) {
        tables.set(sql, found);
      }
    }
    const givesNothing =
      this.statement.tokens.length === 0 || (bound && 'columns' in bound && !bound.givesRows);
    if (givesNothing) {
      findings.push(findingAt('noRows', { from: clause.from, to: clause.from + 9 }, {}));
    }
    findings.push(...chartFindings(this.text, clause, columns, tables));
    return { findings, uses };
  }

  private async layerTable(
    span: Span,
  ): Promise<{ found: readonly TypedColumn[] | null; names: NameUse[] }> {
    const composed = new ComposedText().add('FROM ', span.from).copy(this.text, span);
    const tokens = tokenizeWithin(this.text, span);
    const names = usesInSource(this.text, span);
    const isOpen = names.some(
      ({ kind, path, name }) =>
        this.scene.before.get(entryKey(kind, [...path, name]))?.make === null,
    );
    const bound = isOpen ? null : await this.scene.context.shadow.bind(composed.text);
    if (bound && 'error' in bound) {
      this.tell(bound.error, composed, tokens);
    }
    return { found: bound && 'columns' in bound ? bound.columns : null, names };
  }

  private async call(call: SignalCall, replacements: readonly Replacement[]): Promise<void> {
    const { context } = this.scene;
    const args = readArguments(call, this.statement.tokens, context.variables);
    const needsBinding = args.some(({ constant, value }) => !constant && value.to > value.from);
    const hasHole = args.some(({ value }) => value.to === value.from);
    if (!needsBinding || hasHole || this.isOpen) {
      this.findings.push(...callFindings(call, args));
      return;
    }
    const tables = commonTablesAt(this.statement.tokens, call.span.from);
    const composed = argumentsQuery(this.text, call, tables, replacements);
    const bound = await context.shadow.bind(composed.text);
    const types = 'columns' in bound ? (bound.columns ?? []) : [];
    const typed = args.map((argument, index) => ({
      ...argument,
      type: types[index]?.type ?? null,
    }));
    this.findings.push(...callFindings(call, typed));
    if ('error' in bound) {
      this.argumentError(call, bound.error, composed);
    }
  }

  private argumentError(call: SignalCall, error: EngineError, composed: ComposedText): void {
    const { tokens } = this.statement;
    const finding = engineFinding(error, this.given(composed, tokens));
    if (finding?.code === 'unknownColumn' || isUnknownAlias(finding, error)) {
      this.findings.push(lateralFinding(call, finding.data.name, finding.span, this.text));
    } else if (finding && finding.code !== 'syntax') {
      this.findings.push(finding); // The statement as a whole tells of syntax better.
    }
  }

  private given(composed: ComposedText, tokens: readonly Token[]): Given {
    const { context, before } = this.scene;
    return { composed, tokens, known: context.known, macros: before.macroNames };
  }

  private tell(
    error: EngineError | null,
    composed: ComposedText,
    tokens = this.statement.tokens,
  ): void {
    const finding = error && engineFinding(error, this.given(composed, tokens));
    if (finding) {
      this.findings.push(finding);
    }
  }
}

/** `b.entity` where `b` is the other side of a lateral join, not a table that is missing. */
function isUnknownAlias(
  finding: Finding | null,
  error: EngineError,
): finding is Finding & { code: 'unknownTable' } {
  return finding?.code === 'unknownTable' && error.message.startsWith('Referenced table');
}
