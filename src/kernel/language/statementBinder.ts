/** Binds one statement with DuckDB, and collects its problems. */

import type { Span } from '../../core/base/span';
import { findingAt, severityOf, type Finding } from '../../core/language/problems';
import { callsOf } from '../../core/sql/calls';
import { changesCallsOf } from '../../core/sql/changesCalls';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import type { DefinedName } from '../../core/sql/definitions';
import type { Statement } from '../../core/sql/statements';
import type { Token } from '../../core/sql/tokens';
import type { NameUse } from '../../core/sql/uses';
import { openingFunctions, refusedFunctions } from '../engine/allowed';
import type { EngineError } from '../engine/engineError';
import type { BindingContext } from './bindingContext';
import { bindCall, standIn, type Call } from './callBinding';
import { engineFinding, type Given } from './engineFinding';
import { pivotFindings } from './pivotBinding';
import { completeFinding } from './completeFinding';
import { callsSchema, type Bound } from './shadow';
import { ownSearchPath } from './searchPath';
import { entryKey, type ShadowState } from './shadowState';
import { executeError } from './executed';
import { preparedBody, preparedKey, preparedName } from './preparedStatement';
import { bodyText, hasPlainHead, otherKinds, readsRows } from './statementBody';

/** Verbs that are not bound: they access files, or need what only a real session has. */
const parsedOnly = new Set(
  'copy export import attach detach install load deallocate checkpoint vacuum analyze pragma'.split(
    ' ',
  ),
);

/** Verbs of statements that read no rows, so that running them without rows reveals their problems. */
const tried = new Set('begin start commit end rollback abort drop set reset use'.split(' '));

/** Verbs of statements that may be refused whatever they contain; others may be refused because of a function. */
const refusable = new Set(
  'install load extensions attach detach export import copy pragma call'.split(' '),
);

/** Verbs that DuckDB accepts in an aborted transaction. */
const takenWhenAborted = new Set('commit end rollback abort prepare deallocate'.split(' '));

/**
 * DuckDB's error types that are known to abort a transaction. Binder and parser errors do not; `Invalid Input` does in
 * settings and secrets, and sometimes elsewhere.
 */
const abortingTypes = new Set(['TransactionContext', 'Dependency', 'Conversion']);

/** Words before the verb, and the word UPDATE of UPDATE EXTENSIONS. */
const beforeVerb = new Set('explain analyze analyse verbose update'.split(' '));

const refusableFunctions = new Set([...refusedFunctions.keys(), ...openingFunctions]);

/** Words that are allowed between CREATE and SECRET. */
const secretKinds = new Set('or replace persistent temporary temp'.split(' '));

const MOST_CALLS = 200;

/** Table functions whose columns depend on the value of an argument. */
const readers = /^(?:query|query_table|read_\w+|parquet_scan)$/;

/** Whether it reads a table named by a variable, as `FROM query(getvariable('q'))`: variables have no values here. */
function readsByVariable(tokens: readonly Token[]): boolean {
  return tokens.some((token, at) => {
    if (!readers.test(token.text) || tokens[at + 1]?.text !== '(') {
      return false;
    }
    const inside = tokens.slice(at + 2);
    const end = inside.findIndex(({ text, depth }) => text === ')' && depth === token.depth);
    return inside.slice(0, end < 0 ? undefined : end).some(({ text }) => text === 'getvariable');
  });
}

function isExecute({ kind, depth, text }: Token): boolean {
  return kind === 'word' && depth === 0 && text === 'execute';
}

/** Whether it creates a schema, type, sequence or index, and reads nothing. */
function isMadeOnce(tokens: readonly Token[]): boolean {
  const isOther = tokens.slice(1, 5).some(({ text }) => otherKinds.includes(text));
  return tokens[0]?.text === 'create' && isOther && !readsRows(tokens);
}

/** @returns The word SECRET of CREATE SECRET. */
function secretWord(tokens: readonly Token[]): Token | undefined {
  const words = tokens.filter(({ text }) => !secretKinds.has(text));
  return words[0]?.text === 'create' && words[1]?.text === 'secret' ? words[1] : undefined;
}

export class StatementBinder {
  readonly findings: Finding[] = [];
  /** The replacements of the statement's calls. */
  readonly replaced: Replacement[] = [];
  /** Whether it reads something whose columns are only known at run time. */
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
    this.isOpen = readsByVariable(statement.tokens) || this.namesOpen(scene.uses);
  }

  /** Checks the calls, as many as a person writes. @returns The empty tables that replace them. */
  async calls(): Promise<readonly Replacement[]> {
    for (const [index, call] of callsOf(this.statement).entries()) {
      if (index < MOST_CALLS) {
        await this.call(call, this.replaced, this.statement.tokens);
      }
      this.replaced.push(standIn(call));
    }
    for (const call of changesCallsOf(this.statement)) {
      await this.call(call, this.replaced, this.statement.tokens);
      this.replaced.push(standIn(call));
    }
    return this.replaced;
  }

  /** Whether one of the names refers to something whose columns are only known at run time. */
  namesOpen(uses: readonly NameUse[]): boolean {
    return uses.some(({ kind, path, name }) => {
      const entry = this.scene.before.get(entryKey(kind, [...path, name]));
      return entry?.make === null;
    });
  }

  /** @returns DuckDB's binding, or null if it was not bound. */
  async bind(
    replacements: readonly Replacement[],
    names: readonly DefinedName[],
  ): Promise<Bound | null> {
    const { statement, scene } = this;
    if (statement.tokens.length === 0) {
      return null;
    }
    const composed = new ComposedText().copy(this.text, statement.sql, replacements);
    const first = statement.tokens[0]?.text;
    const setsOne = (first === 'set' || first === 'reset') && names.length > 0;
    const { shadow } = scene.context;
    const isBroken = await this.reportBrokenCall(replacements);
    if (!isBroken && (await this.reportRefusal(composed.text))) {
      return null;
    }
    if (this.isOpen || parsedOnly.has(first ?? '')) {
      this.report(isBroken ? null : await shadow.parse(composed.text), composed);
      return null;
    }
    if (tried.has(first ?? '') && !setsOne) {
      return this.try(composed);
    }
    const executes = first === 'explain' && statement.tokens.some(isExecute);
    if (executes || first === 'execute' || first === 'prepare') {
      return this.bindPrepared(composed, replacements);
    }
    const bound = (await this.bindBody(replacements, names)) ?? (await shadow.bind(composed.text));
    const error = 'error' in bound ? bound.error : null;
    this.report(isBroken && error?.type === 'Parser' ? null : error, composed);
    this.reportParameters(bound);
    if (!error && (isMadeOnce(statement.tokens) || secretWord(statement.tokens))) {
      return this.try(composed);
    }
    if (!isBroken && !error) {
      const {
        text,
        scene: { context, before },
      } = this;
      const pivots = { text, statement, replacements, context, macros: before.macroNames };
      this.findings.push(...(await pivotFindings(pivots)));
    }
    return bound;
  }

  /** Runs the statement without rows, and undoes it. */
  private async try(composed: ComposedText): Promise<Bound> {
    const { context, before } = this.scene;
    const error = await context.shadow.tried(composed.text, before.transaction);
    this.report(error, composed);
    return error ? { error } : { columns: [], givesRows: false };
  }

  /** Binds the statement of PREPARE, or the values of EXECUTE, whose rows are unknown. */
  private async bindPrepared(
    composed: ComposedText,
    replacements: readonly Replacement[],
  ): Promise<Bound | null> {
    const { text, statement, scene } = this;
    const { shadow } = scene.context;
    const name = preparedName(text, statement.tokens);
    const isKnown = name === null || scene.before.get(preparedKey(name))?.make !== null;
    const isPrepare = statement.tokens[0]?.text === 'prepare';
    const error = await shadow.parse(composed.text);
    if (error) {
      this.report(error, composed);
      return { error };
    }
    const body = isPrepare ? preparedBody(statement) : null;
    if (isPrepare ? !body : !isKnown) {
      return null;
    }
    const asked = body ? new ComposedText().copy(text, body, replacements) : composed;
    const bound = await shadow.bind(asked.text);
    this.report('error' in bound ? bound.error : null, asked);
    if ('error' in bound) {
      // If files may be read and written, it can be prepared.
      return this.hasError() ? bound : null;
    }
    if (name !== null && !isPrepare) {
      const { before } = scene;
      const failure = await executeError(name, statement.tokens, { before, shadow });
      this.report(failure, new ComposedText());
    }
    return body ? bound : null;
  }

  /** Whether PREPARE has no effect. */
  failsToPrepare(): boolean {
    return this.statement.tokens[0]?.text === 'prepare' && this.hasError();
  }

  /** Reports parameters, which only EXECUTE fills in. */
  private reportParameters(bound: Bound): void {
    const { tokens } = this.statement;
    const token = tokens.find(each => each.text === '?' || each.text.startsWith('$'));
    if ('columns' in bound && bound.parameters?.length && token) {
      const next = tokens.find(({ from }) => from === token.to);
      const span = { from: token.from, to: (token.text === '$' && next?.to) || token.to };
      const name = this.text.slice(span.from, span.to);
      this.findings.push(findingAt('unfilledParameter', span, { name }));
    }
  }

  /** Checks whether the statement may run, by the kernel's rules. */
  private async reportRefusal(sql: string): Promise<boolean> {
    const { tokens } = this.statement;
    const verb = tokens.find(
      ({ text, kind, depth }) => kind === 'word' && depth === 0 && !beforeVerb.has(text),
    );
    const called = tokens.find(
      ({ text }, at) => tokens[at + 1]?.text === '(' && refusableFunctions.has(text),
    );
    const blamed =
      called ?? secretWord(tokens) ?? (refusable.has(verb?.text ?? '') ? verb : undefined);
    const { shadow, allowWriting } = this.scene.context;
    const refusal = blamed && (await shadow.refusal(sql));
    if (blamed && refusal && !(refusal.isForWriting && allowWriting)) {
      const { message, isForWriting } = refusal;
      const span = { from: blamed.from, to: blamed.to };
      this.findings.push(findingAt('refused', span, { message, isForWriting }));
    }
    return Boolean(refusal);
  }

  /** Parses `EXPLAIN ANALYZE …` as a whole, since DuckDB cannot explain all statements. @returns Whether that fails. */
  async reportBrokenExplain(whole: Span, replacements: readonly Replacement[]): Promise<boolean> {
    const composed = new ComposedText().copy(this.text, whole, replacements);
    const error = await this.scene.context.shadow.parse(composed.text);
    this.report(error, composed);
    return error !== null;
  }

  /** Parses the calls as written, since their replacements have no arguments. @returns Whether that fails. */
  private async reportBrokenCall(replacements: readonly Replacement[]): Promise<boolean> {
    const isReported = this.findings.some(({ code }) => code === 'noValue');
    if (this.replaced.length === 0 || isReported) {
      return false;
    }
    const others = replacements.filter(each => !this.replaced.includes(each));
    const written = new ComposedText().copy(this.text, this.statement.sql, others);
    const error = await this.scene.context.shadow.parse(written.text);
    const mistake = error && engineFinding(error, this.given(written, this.statement.tokens));
    if (mistake) {
      // Text after a syntax error was not meant as it is parsed.
      const before = this.findings.filter(({ span }) => span.from < mistake.span.from);
      this.findings.splice(0, this.findings.length, ...before, mistake);
    }
    return mistake !== null;
  }

  /**
   * Binds the query of a table or view, which is needed anyway; after a plain head, nothing else can be wrong.
   *
   * @returns The binding; null if the statement has to be bound as a whole.
   */
  private async bindBody(
    replacements: readonly Replacement[],
    names: readonly DefinedName[],
  ): Promise<Bound | null> {
    const [name, ...others] = names;
    const isPlain = name && hasPlainHead(this.text, this.statement, name);
    // The schema in USE may not exist.
    const isOwn = this.scene.before.searchPath === ownSearchPath;
    if (!name?.body || others.length > 0 || !isPlain || !isOwn) {
      return null;
    }
    const bound = await this.scene.context.shadow.bind(
      bodyText(this.text, name.body, replacements),
    );
    return 'columns' in bound && bound.columns ? { columns: [], givesRows: false } : null;
  }

  /**
   * Checks a call.
   *
   * @param replacements The replacements of the calls in it.
   * @param tokens The tokens of the SQL around the call.
   */
  async call(
    call: Call,
    replacements: readonly Replacement[],
    tokens: readonly Token[],
  ): Promise<void> {
    const { text, isOpen, scene } = this;
    const macros = scene.before.macroNames;
    const place = { text, tokens, replacements, context: scene.context, macros, isOpen };
    this.findings.push(...(await bindCall(call, place)));
  }

  private given(composed: ComposedText, tokens: readonly Token[]): Given {
    const { context, before } = this.scene;
    return { composed, tokens, known: context.known, macros: before.macroNames };
  }

  /** Reports DuckDB's error, if it is about the text. */
  report(error: EngineError | null, composed: ComposedText, tokens = this.statement.tokens): void {
    const finding = error && engineFinding(error, this.given(composed, tokens));
    if (finding?.code === 'unknownTable' && finding.data.name === callsSchema) {
      const called = this.text.slice(finding.span.from, finding.span.to);
      this.findings.push(findingAt('rowsNotValue', finding.span, { function: called }));
    } else if (finding) {
      this.findings.push(finding);
    }
  }

  /** Reports why a table cannot be changed, at the text after its name. */
  reportChange(
    error: EngineError,
    replacements: readonly Replacement[],
    names: readonly DefinedName[],
  ): void {
    const composed = new ComposedText().copy(this.text, this.statement.sql, replacements);
    const from = names[0]?.span.to ?? 0;
    const following = this.statement.tokens.filter(token => token.from >= from);
    this.report(error, composed, following);
  }

  hasError(): boolean {
    return this.errors().length > 0;
  }

  /** Whether its error certainly aborts the open transaction. A call or a chart can fail before DuckDB does. */
  aborts(): boolean {
    const [error, ...others] = this.errors();
    const isPlain = this.replaced.length === 0 && others.length === 0 && !this.statement.clause;
    const { tokens } = this.statement;
    const type = error?.code === 'engine' ? error.data.type : '';
    const isSetting = ['set', 'reset'].includes(tokens[0]?.text ?? '') || secretWord(tokens);
    const isAborting =
      error?.code === 'unfilledParameter' ||
      abortingTypes.has(type) ||
      (type === 'Invalid Input' && isSetting);
    return isPlain && Boolean(isAborting);
  }

  /** Whether it runs in an aborted transaction. */
  endsOrPrepares(): boolean {
    const words = this.statement.tokens.filter(({ depth }) => depth === 0);
    const verb = words.find(({ text }) => !beforeVerb.has(text));
    return takenWhenAborted.has(verb?.text ?? '');
  }

  /** Reports that the transaction is aborted, if there is no other problem. */
  reportAborted(): void {
    if (!this.hasError()) {
      const message = 'Current transaction is aborted (please ROLLBACK)';
      const error = { type: 'TransactionContext', message, position: null, subtype: null };
      this.report({ ...error, facts: {} }, new ComposedText());
    }
  }

  private errors(): readonly Finding[] {
    return this.findings.filter(finding => severityOf(finding) === 'error');
  }

  /** Adds what DuckDB's errors leave out. */
  async settle(): Promise<void> {
    for (const [index, finding] of this.findings.entries()) {
      this.findings[index] = await completeFinding(finding, {
        statement: this.statement,
        uses: this.scene.uses,
        shadow: this.scene.context.shadow,
      });
    }
  }
}
