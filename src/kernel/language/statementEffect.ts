/** Computes the state of a session after a statement, without running it. */

import type { TypedColumn } from '../../core/language/analysis';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import { definitionsOf, type DefinedName } from '../../core/sql/definitions';
import { nameAt, nameKey, type WrittenName } from '../../core/sql/names';
import { statementsOf, type Statement } from '../../core/sql/statements';
import { quotedName } from '../../core/base/quoted';
import type { NameUse } from '../../core/sql/uses';
import type { EngineError } from '../engine/engineError';
import type { BindingContext } from './bindingContext';
import { ownSearchPath } from './searchPath';
import {
  preparedBody,
  preparedEntry,
  preparedKey,
  preparedName,
  preparedTables,
} from './preparedStatement';
import { bodyText, otherKinds, readsRows } from './statementBody';
import { definedTableEntry, tableEntry, variableEntry, viewEntry } from './madeEntries';
import {
  entryKey,
  isTemporary,
  temporary,
  wholeName,
  type Entry,
  type EntryKind,
  type ShadowState,
} from './shadowState';

export interface Effect {
  readonly statement: Statement;
  readonly names: readonly DefinedName[];
  /** With the schemas in which they are found. */
  readonly uses: readonly NameUse[];
  /** The replacements of the calls in it. */
  readonly replacements: readonly Replacement[];
  /** The current state of the shadow. */
  readonly before: ShadowState;
  /** It did not bind, or was not bound: what it creates has unknown columns. */
  readonly failed: boolean;
  /** It did not bind: what it would change stays as it is. */
  readonly isWrong: boolean;
  readonly context: BindingContext;
}

/** What is known about a name after the statement. */
export interface Shape {
  readonly columns: readonly TypedColumn[] | null;
  readonly type: string | null;
}

const noShape: Shape = { columns: null, type: null };

export interface After {
  readonly state: ShadowState;
  /** For each of the statement's names. */
  readonly shapes: readonly Shape[];
  /** Why the statement fails although it binds, other than for a name that exists; null if it does not. */
  readonly refused: EngineError | null;
  /** Whether it fails because a cell above creates something of the name. */
  readonly isTaken: boolean;
}

/** @returns The session after it, which the shadow then holds. */
export async function stateAfter(text: string, effect: Effect): Promise<After> {
  const { statement, names, before, failed } = effect;
  const { shadow } = effect.context;
  const verb = statement.tokens[0]?.text;
  let state = before;
  const shapes: Shape[] = [];
  const refused = failed ? null : await refusal(text, effect);
  const remains = refused !== null || (effect.isWrong && verb === 'drop');
  for (const name of names) {
    const path = [...name.path, name.name];
    const key = keyOf(name);
    const made = remains ? null : await entryOf(text, name, effect);
    const stays = made === null || (name.effect === 'keeps' && isKept(made, path, before.get(key)));
    if (name.effect === 'drops' && !remains) {
      state = state.without(key);
    } else if (!stays) {
      const isChanged = name.effect === 'changes';
      state = isChanged ? state.withChanged(key, made.entry) : state.with(key, made.entry);
      const other = entryKey(name.kind, [name.name]);
      if (isTemporary(path) && before.get(other)?.isOfSession) {
        state = state.without(other); // The one of an earlier run.
      }
    }
    shapes.push(made?.shape ?? noShape);
  }
  if (verb === 'prepare' || verb === 'deallocate') {
    state = await afterPrepared(text, effect);
  } else if (names.length === 0 && !failed && settingVerbs.has(verb ?? '')) {
    state = before.using(await shadow.searchPathAfter(composedText(text, effect)));
  } else if (names.length === 0 && !failed) {
    state = afterTransaction(effect) ?? afterOther(text, effect);
    if (verb === 'drop' && before.searchPath !== ownSearchPath) {
      // Drops the schema in USE.
      state = state.using(await shadow.searchPathAfter(composedText(text, effect)));
    }
  }
  await shadow.become(state);
  if (names.some(name => isTaken(name, effect))) {
    state = before;
    await shadow.become(before);
    return { state, shapes, refused: null, isTaken: true };
  }
  return { state, shapes, refused, isTaken: false };
}

/** Whether a cell above creates something of the name, so that this statement fails and does not replace it. */
function isTaken(name: DefinedName, effect: Effect): boolean {
  return name.effect === 'creates' && !isFree(name, effect);
}

/** Whether no cell above is known to create something of the name. */
function isFree(name: DefinedName, { before }: Effect): boolean {
  const there = before.get(keyOf(name));
  return !there || there.make === null || there.isOfSession === true;
}

function keyOf({ kind, path, name }: DefinedName): string {
  return entryKey(kind, [...path, name]);
}

/** Only the columns of a session's table are known: if they are the same, it is the table of the statement. */
function isKept({ shape }: Made, path: readonly string[], there: Entry | undefined): boolean {
  const isSame = there?.make === tableEntry(path, shape.columns).make;
  return there !== undefined && !(there.isOfSession === true && isSame);
}

const settingVerbs = new Set(['use', 'set', 'reset']);

/** @returns Why a statement fails although it binds; null if it does not, or that is only known at run time. */
async function refusal(text: string, effect: Effect): Promise<EngineError | null> {
  const { statement, before, context } = effect;
  const [name] = effect.names;
  const verb = statement.tokens[0]?.text;
  const there = name && before.get(keyOf(name));
  // What does not exist cannot be dropped.
  const isGuarded = statement.tokens.some(
    ({ text: word }, at) => word === 'if' && statement.tokens[at + 1]?.text === 'exists',
  );
  const isReadOnly = before.transaction?.isReadOnly === true && !isGuarded;
  const isOfSession = name !== undefined && isTemporary([...name.path, name.name]);
  const isReplaced = name?.effect === 'replaces' && there?.kind === 'table' && there.make !== null;
  if (name && name.kind !== 'variable' && ((isReadOnly && !isOfSession) || isReplaced)) {
    // Creating a table of the name fails for the same reason and reads nothing.
    const sql = tableEntry([...name.path, name.name], [{ name: 'i', type: 'INTEGER' }]).make ?? '';
    const error = await context.shadow.tried(sql, isOfSession ? null : before.transaction);
    if (error) {
      return error;
    }
  }
  // They cost nothing on empty tables.
  return verb === 'alter' || verb === 'comment' ? change(text, effect) : null;
}

/** Changes tables of the shadow; tables that every session has are changed in a copy, so that they can be restored. */
async function change(text: string, effect: Effect): Promise<EngineError | null> {
  const { names, before, context } = effect;
  const [name, renamed] = names;
  if (renamed && isFree(renamed, effect)) {
    await context.shadow.become(before.without(keyOf(renamed)));
  }
  if (name?.path.length === 0 && before.get(entryKey(name.kind, [name.name])) === undefined) {
    const columns = await context.shadow.columnsOf(quotedName(name.name));
    const copy = tableEntry([name.name], columns);
    await context.shadow.become(before.with(entryKey(name.kind, [name.name]), copy));
  }
  return context.shadow.alter(composedText(text, effect));
}

interface Made {
  readonly entry: Entry;
  readonly shape: Shape;
}

/** @returns The entry of the name after the statement; null if it does not change. */
async function entryOf(text: string, name: DefinedName, effect: Effect): Promise<Made | null> {
  const { failed, statement } = effect;
  const { shadow, session } = effect.context;
  const path = [...name.path, name.name];
  if (name.effect === 'drops') {
    return null;
  }
  if (name.kind === 'variable') {
    const type = failed ? null : await typeOf(text, name, effect);
    return { entry: variableEntry(name.name, type), shape: { columns: null, type } };
  }
  if (name.kind === 'macro') {
    return { entry: macroEntry(text, name, effect), shape: noShape };
  }
  const isAltered = statement.tokens[0]?.text === 'alter';
  if (name.effect === 'changes' && (!isAltered || effect.isWrong)) {
    return null;
  }
  const bound = failed
    ? null
    : isAltered
      ? await shadow.columnsOf(wholeName(path))
      : await made(text, name, effect);
  const columns = bound ?? session.get(nameKey(name.name)) ?? null;
  const keyed = bound && !name.body ? await keyedTable(path, effect) : null;
  const entry =
    renamedView(path, effect) ??
    (name.kind === 'view' && bound
      ? viewEntry(path, composedText(text, effect))
      : (keyed ?? tableEntry(path, columns)));
  return { entry, shape: { columns, type: null } };
}

/** @returns The view under its new name after ALTER VIEW or ALTER TABLE; null for other statements. */
function renamedView(path: readonly string[], { names, before }: Effect): Entry | null {
  const [old, renamed] = names;
  const there = old && before.get(keyOf(old));
  if (!renamed || there?.kind !== 'view' || there.make === null) {
    return null;
  }
  const { make } = there;
  const [made] = statementsOf(make).flatMap(statement => definitionsOf(make, statement));
  const { from, to } = made?.span ?? { from: 0, to: 0 };
  return viewEntry(path, make.slice(0, from) + quotedName(renamed.name) + make.slice(to));
}

/** @returns The shadow's current table, if more is known about it than its columns; null otherwise. */
async function keyedTable(path: readonly string[], { context }: Effect): Promise<Entry | null> {
  const sql = await context.shadow.tableSql(path);
  return sql !== null && /PRIMARY KEY|UNIQUE|REFERENCES|GENERATED|nextval/.test(sql)
    ? definedTableEntry(path, sql)
    : null;
}

/** The columns of a table or view that is being created. */
async function made(
  text: string,
  { name, path, body }: DefinedName,
  { replacements, before, context, statement }: Effect,
): Promise<readonly TypedColumn[] | null> {
  const own = [...path, name];
  const { shadow } = context;
  const list = columnNames(text, statement);
  if (body) {
    const bound = await shadow.bind(bodyText(text, body, replacements));
    const columns = 'columns' in bound ? bound.columns : null;
    return (
      columns && columns.map((column, index) => ({ ...column, name: list[index] ?? column.name }))
    );
  }
  await shadow.become(before.without(entryKey('table', own)));
  const failed = await shadow.alter(new ComposedText().copy(text, statement.sql, []).text);
  return failed ? null : shadow.columnsOf(wholeName(own));
}

/** The names in `CREATE VIEW v (a, b) AS …`. */
function columnNames(text: string, { tokens }: Statement): string[] {
  const as = tokens.findIndex(({ text: word, depth }) => word === 'as' && depth === 0);
  const head = tokens.slice(0, Math.max(0, as));
  return head.flatMap((token, at) => {
    const name = token.depth === 1 ? nameAt(text, tokens, at) : undefined;
    return name && token.kind !== 'operator' ? [name.name] : [];
  });
}

async function typeOf(
  text: string,
  { body }: DefinedName,
  { replacements, context }: Effect,
): Promise<string | null> {
  if (!body) {
    return null;
  }
  const sql = new ComposedText().add('SELECT (').copy(text, body, replacements).add(')').text;
  const bound = await context.shadow.bind(sql);
  return 'columns' in bound ? (bound.columns?.[0]?.type ?? null) : null;
}

function macroEntry(text: string, { name, path, body }: DefinedName, effect: Effect): Entry {
  const givesRows = body !== null && /^table\b/i.test(text.slice(body.from, body.to));
  const quoted = wholeName([...path, name]);
  return {
    kind: 'macro',
    make: effect.failed ? null : composedText(text, effect),
    drop: `DROP MACRO ${givesRows ? 'TABLE ' : ''}IF EXISTS ${quoted}`,
  };
}

async function afterPrepared(text: string, effect: Effect): Promise<ShadowState> {
  const { before, statement, context, replacements } = effect;
  const name = preparedName(text, statement.tokens);
  if (name === null || effect.isWrong) {
    return before;
  }
  if (statement.tokens[0]?.text === 'deallocate') {
    return before.without(preparedKey(name));
  }
  const body = effect.failed ? null : preparedBody(statement);
  const sql = body && bodyText(text, body, replacements);
  const bound = sql && (await context.shadow.bind(sql));
  const parameters =
    bound && 'columns' in bound ? (bound.parameters ?? (bound.columns && [])) : null;
  const prepared = sql ? { sql, tables: preparedTables(effect.uses, before) } : null;
  return before.with(preparedKey(name), preparedEntry(name, parameters, prepared));
}

/** @returns The state after a statement that begins or ends a transaction; null after others. */
function afterTransaction({ before, statement: { tokens } }: Effect): ShadowState | null {
  switch (tokens[0]?.text) {
    case 'begin':
    case 'start':
      return before.begun(
        tokens.some(({ text }, at) => text === 'read' && tokens[at + 1]?.text === 'only'),
      );
    case 'commit':
    case 'end':
      return before.committed();
    case 'rollback':
    case 'abort':
      return before.rolledBack();
    default:
      return null;
  }
}

/** Types, schemas, sequences and indexes. The values of an ENUM from a query are not needed. */
function afterOther(text: string, effect: Effect): ShadowState {
  const { before, statement } = effect;
  const { tokens } = statement;
  const verb = tokens[0]?.text;
  const at = tokens.findIndex(({ text: word }) => otherKinds.includes(word));
  const what = tokens[at]?.text;
  const isGuarded = tokens[at + 1]?.text === 'if';
  const [create, drop] = [verb === 'create', verb === 'drop'];
  const after = at + 1 + (isGuarded ? (create ? 3 : 2) : 0);
  const name = at > 0 && at < 5 && (create || drop) ? nameAt(text, tokens, after) : undefined;
  if (!name || what === undefined) {
    return before;
  }
  // An index is in the schema of its table.
  const on = what === 'index' && create ? nameAt(text, tokens, name.next + 1) : undefined;
  const isTemp =
    create && tokens.slice(1, at).some(({ text: word }) => /^temp(orary)?$/.test(word));
  const schema =
    what === 'schema'
      ? []
      : isTemp
        ? [temporary]
        : schemaOf(on ?? name, on ? 'table' : 'other', before);
  const path = [...schema, name.name];
  const key = `${entryKey('other', path)} ${what}`;
  if (drop) {
    const left = before.without(key);
    return what === 'schema' ? left.withoutSchema(name.name) : left;
  }
  const isReplaced = tokens[2]?.text === 'replace';
  if (before.get(key) !== undefined && !isReplaced) {
    return before;
  }
  const quoted = path.map(quotedName).join('.');
  const asks = what === 'type' && readsRows(tokens);
  const entry: Entry = {
    kind: 'other',
    make: asks ? `CREATE TYPE ${quoted} AS VARCHAR` : composedText(text, effect),
    drop: `DROP ${what} IF EXISTS ${isTemp ? wholeName(path) : quoted} CASCADE`,
    ...(on && { isTheirs: true, partOf: entryKey('table', [...schema, on.name]) }),
  };
  return before.with(key, entry);
}

function schemaOf(
  { path, name }: WrittenName,
  kind: EntryKind,
  before: ShadowState,
): readonly string[] {
  return path.length > 0 ? path : (before.schemaOf(kind, name) ?? before.schema);
}

function composedText(text: string, { statement, replacements }: Effect): string {
  return new ComposedText().copy(text, statement.sql, replacements).text;
}
