/** One statement of a cell, bound in a shadow session. */

import type { Span } from '../../core/base/span';
import type { Definition, StatementAnalysis } from '../../core/language/analysis';
import { analysisUses } from '../../core/language/tableArguments';
import type { Finding } from '../../core/language/problems';
import { definitionsOf, type DefinedName } from '../../core/sql/definitions';
import { drawnStatement } from '../../core/sql/drawnStatement';
import type { Statement } from '../../core/sql/statements';
import { usesOf, type NameUse } from '../../core/sql/uses';
import { bindClause } from './clauseBinding';
import { temporary, type ShadowState } from './shadowState';
import type { BindingContext } from './bindingContext';
import { explainColumns, type Bound } from './shadow';
import { analysedStatement, makesTemporary } from './statementBody';
import { StatementBinder } from './statementBinder';
import { stateAfter } from './statementEffect';

export interface BoundStatement {
  readonly analysis: StatementAnalysis;
  readonly definitions: readonly Definition[];
  readonly uses: readonly NameUse[];
  readonly findings: readonly Finding[];
  /** The session after it; if it fails, as if its mistake were corrected. */
  readonly after: ShadowState;
  /** The session if the cell stops at it; null if it runs. */
  readonly stopped: ShadowState | null;
}

/** Binds one statement of `text` in the session `before`, which the shadow already holds. */
export function bindStatement(
  text: string,
  written: Statement,
  before: ShadowState,
  context: BindingContext,
): Promise<BoundStatement> {
  const own = text.slice(written.span.from, written.span.to);
  return context.stuck.watch(own, () => bindNow(text, written, before, context));
}

/** What a stuck statement creates has unknown columns, and nothing in its text is reported. */
async function bindNow(
  text: string,
  written: Statement,
  before: ShadowState,
  context: BindingContext,
): Promise<BoundStatement> {
  const { statement: drawn, holes } = drawnStatement(text, written);
  const analysed = analysedStatement(drawn);
  const statement = analysed ?? drawn;
  const names = placedNames(before, text, statement);
  const uses = [...usesOf(text, statement.tokens), ...analysisUses(text, statement.tokens)]
    .filter(({ span }) => !isMadeAt(span, names))
    .map(use => usedIn(before, use));
  const binder = new StatementBinder(text, statement, { context, before, uses });
  const isStuck = context.stuck.has(text.slice(written.span.from, written.span.to));
  const replacements = isStuck ? holes : [...holes, ...(await binder.calls())];
  const isBroken = analysed !== null && (await binder.reportBrokenExplain(drawn.sql, replacements));
  const bound = isStuck || isBroken ? null : await binder.bind(replacements, names);
  const { clause } = written;
  const { state, shapes, refused, isTaken } = await stateAfter(text, {
    statement,
    names,
    uses,
    replacements,
    before,
    failed: !bound || 'error' in bound,
    isWrong: isBroken || (bound !== null && 'error' in bound) || binder.failsToPrepare(),
    context,
  });
  if (refused) {
    binder.reportChange(refused, replacements, names);
  }
  const given: Bound | null =
    analysed && bound && 'columns' in bound ? { columns: explainColumns, givesRows: true } : bound;
  const columns = given && 'columns' in given && given.givesRows ? given.columns : null;
  const clauseUses = clause && !isStuck ? await bindClause(binder, clause, given) : [];
  await binder.settle();
  const isAborted = before.transaction?.isAborted === true && !binder.endsOrPrepares();
  if (isAborted) {
    binder.reportAborted();
  }
  const fails = isTaken || binder.hasError();
  const stopped = isAborted ? before : binder.aborts() ? state.aborted() : state;
  return {
    analysis: { span: written.span, sql: drawn.sql, clause, columns },
    definitions: names.map(({ kind, name, path, span, effect, parameters }, index) => ({
      kind,
      name,
      path,
      span,
      effect,
      parameters,
      statement: written.span,
      columns: shapes[index]?.columns ?? null,
      type: shapes[index]?.type ?? null,
    })),
    uses: [...uses, ...clauseUses],
    findings: binder.findings,
    after: state,
    stopped: fails ? stopped : null,
  };
}

/** What it defines, with the schemas in which that is created or found. A renamed name stays in its schema. */
function placedNames(state: ShadowState, text: string, statement: Statement): DefinedName[] {
  const [first, ...more] = definitionsOf(text, statement).map(name =>
    makesTemporary(statement) ? { ...name, path: [temporary] } : definedIn(state, name),
  );
  const isRenamed = more[0]?.effect === 'creates';
  const others = isRenamed ? more.map(each => ({ ...each, path: first?.path ?? [] })) : more;
  return first ? [first, ...others] : [];
}

/** The name with the schema in which it is created or found; none for `main`. */
function definedIn(state: ShadowState, name: DefinedName): DefinedName {
  if (name.path.length > 0 || name.kind === 'variable') {
    return name;
  }
  const isThere = name.effect === 'changes' || name.effect === 'drops';
  const found = isThere ? state.schemaOf(name.kind, name.name) : null;
  return { ...name, path: found ?? state.schema };
}

function usedIn(state: ShadowState, use: NameUse): NameUse {
  const isSchemas = use.path.length === 0 && use.kind !== 'variable';
  const path = isSchemas ? state.schemaOf(use.kind, use.name) : null;
  return path ? { ...use, path } : use;
}

/** `CREATE MACRO m(x)` looks like a call of the macro that it creates. */
function isMadeAt(span: Span, names: readonly DefinedName[]): boolean {
  return names.some(({ effect, ...name }) => {
    const makes = effect !== 'changes' && effect !== 'drops';
    return makes && name.span.from === span.from;
  });
}
