/** The state of a shadow session at one place of a notebook, as a value that can be compared and restored. */

import { nameKey } from '../../core/sql/names';
import { namePart } from '../../core/sql/tokens';
import { quotedName } from '../../core/base/quoted';
import { ownSearchPath, schemasOf, type SearchPath } from './searchPath';

export type EntryKind = 'table' | 'view' | 'macro' | 'variable' | 'prepared' | 'other';

export interface Entry {
  readonly kind: EntryKind;
  /**
   * The statement that creates it; null: its columns are only known when it runs, so that statements that name it are
   * not bound.
   */
  readonly make: string | null;
  readonly drop: string;
  /**
   * Our own statements that create an invalid view of the name, since DuckDB creates no view of a query that does not
   * bind.
   */
  readonly otherwise?: string;
  /**
   * Whether it is created by the notebook's own text, which can name others: it is created again if any of these
   * changed.
   */
  readonly isTheirs?: boolean;
  /** The search path for the names in its statement. */
  readonly searchPath?: SearchPath;
  /** The key of the table that it belongs to and is dropped with, as for an index. */
  readonly partOf?: string;
  /** The statement that a prepared statement runs. */
  readonly prepared?: Prepared;
  /** Whether the running session has it and no cell creates it. */
  readonly isOfSession?: boolean;
}

/** A prepared statement. DuckDB binds it again if one of its tables changed. */
export interface Prepared {
  readonly sql: string;
  /** The keys of the tables that it names. */
  readonly tables: readonly string[];
}

/** A statement that leads from one state to another. */
export interface Step {
  readonly sql: string;
  /** Creates a view that names something dropped; undefined for others. */
  readonly otherwise?: string | undefined;
  readonly searchPath?: SearchPath | undefined;
  /** Whether it contains no text of the notebook but names and types. */
  readonly isOurs: boolean;
}

/** An open transaction. */
export interface Transaction {
  /** The state when it began. */
  readonly start: ShadowState;
  readonly isReadOnly: boolean;
  /** Whether an error has aborted it, so that DuckDB only accepts its end. */
  readonly isAborted: boolean;
}

/** The changes of a cell to a state. Cells that begin or end a transaction or contain USE do more. */
export interface StateChanges {
  readonly gone: readonly string[];
  readonly set: readonly (readonly [key: string, entry: Entry])[];
}

const WORDS = new RegExp(`${namePart}+`, 'gu');

/** @returns The words of the text in lower case, including those inside literals and quoted names. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORDS));
}

/** Functions that read a table named by their argument, which need not be a plain name. */
const dynamicReaders = ['query', 'query_table'];

/** Words of statements that fail if something else depends on what they name. */
const breaking = ['drop', 'alter', 'replace'];

/** Whether it may depend on another entry: its text names that, or it is in its schema. */
function mayNeed(key: string, { kind, isTheirs }: Entry): boolean {
  return (kind === 'table' && isTheirs === true) || nameOfKey(key).includes('.');
}

function mayName(words: ReadonlySet<string>, key: string, { kind }: Entry): boolean {
  const own = wordsOf(nameOfKey(key));
  return (
    kind === 'other' ||
    dynamicReaders.some(name => words.has(name)) ||
    (kind === 'variable' && words.has('getvariable')) ||
    [...own].every(word => words.has(word))
  );
}

/** Immutable. Keys: see `entryKey`. */
export class ShadowState {
  constructor(
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly transaction: Transaction | null = null,
    readonly searchPath: SearchPath = ownSearchPath,
  ) {}

  private having(entries: ReadonlyMap<string, Entry>): ShadowState {
    return new ShadowState(entries, this.transaction, this.searchPath);
  }

  using(searchPath: SearchPath): ShadowState {
    return new ShadowState(this.entries, this.transaction, searchPath);
  }

  /** @returns The schema of a name without one, as its path; empty for `main`. */
  schemaOf(kind: EntryKind | 'relation', name: string): readonly string[] | null {
    const schemas = schemasOf(this.searchPath.setting).map(inSchema);
    const found = [[temporary], ...schemas].find(path =>
      this.entries.has(entryKey(kind, [...path, name])),
    );
    return found ?? null;
  }

  /** The schema in which a name without one is created, as its path; empty for `main`. */
  get schema(): readonly string[] {
    return inSchema(this.searchPath.schema);
  }

  begun(isReadOnly: boolean): ShadowState {
    return new ShadowState(
      this.entries,
      { start: this, isReadOnly, isAborted: false },
      this.searchPath,
    );
  }

  /** The open transaction, if any. */
  aborted(): ShadowState {
    const { transaction } = this;
    const after = transaction && { ...transaction, isAborted: true };
    return new ShadowState(this.entries, after, this.searchPath);
  }

  committed(): ShadowState {
    if (this.transaction?.isAborted) {
      return this.rolledBack();
    }
    return new ShadowState(this.entries, null, this.searchPath);
  }

  /**
   * The state when the transaction began, except for variables and prepared statements, which are not transactional.
   */
  rolledBack(): ShadowState {
    const stays = ([, { kind }]: readonly [string, Entry]): boolean => !isInCatalogue(kind);
    const start = [...(this.transaction?.start.entries ?? [])].filter(each => !stays(each));
    const entries = new Map([...start, ...[...this.entries].filter(stays)]);
    return new ShadowState(entries, null, this.searchPath);
  }

  /** Equal texts mean equal names. */
  get names(): string {
    return [...this.entries.keys()].join('\n');
  }

  /**
   * @param words The words of a text, see `wordsOf`.
   * @returns A text that is equal for states in which the text means the same: what it can name, and what that is
   * created from. It does not contain names that are similar to a missing one: see `names`.
   */
  meaningOf(words: ReadonlySet<string>): string {
    // Names in the schema in USE can be written without it.
    const known = new Set([...words, ...wordsOf(this.searchPath.setting), 'memory']);
    const isBreaking = breaking.some(word => words.has(word));
    const needing = [...this.entries].filter(([key, entry]) => isBreaking && mayNeed(key, entry));
    const found = new Set(needing.map(([key]) => key));
    for (let size = -1; size < found.size;) {
      size = found.size;
      for (const [key, entry] of this.entries) {
        if (!found.has(key) && mayName(known, key, entry)) {
          found.add(key);
          const { kind, make, prepared } = entry;
          const made = kind === 'table' ? '' : `${make ?? ''} ${prepared?.sql ?? ''}`;
          wordsOf(made).forEach(word => known.add(word));
        }
      }
    }
    const meanings = [...this.entries]
      .filter(([key]) => found.has(key))
      .map(([key, { make, isOfSession, prepared }]) =>
        [key, `${isOfSession ?? false} ${make ?? '?'}`, prepared?.sql ?? ''].join('\n'),
      );
    const { isReadOnly = 'none', isAborted } = this.transaction ?? {};
    const { setting } = this.searchPath;
    return [`transaction ${isReadOnly} ${isAborted}`, setting, ...meanings].join('\n');
  }

  /** @returns The changes from `before` to this state, to apply to another state that means the same to a text. */
  changesSince(before: ShadowState): StateChanges {
    return {
      gone: [...before.entries.keys()].filter(key => !this.entries.has(key)),
      set: [...this.entries].filter(([key, entry]) => before.entries.get(key) !== entry),
    };
  }

  changed({ gone, set }: StateChanges): ShadowState {
    const entries = new Map(this.entries);
    for (const key of [...gone, ...set.map(([own]) => own)]) {
      entries.delete(key);
    }
    set.forEach(([key, entry]) => entries.set(key, entry));
    return this.having(entries);
  }

  /** Entries of which only the columns are known. */
  get temporaryTables(): readonly Entry[] {
    return [...this.entries].flatMap(([key, entry]) => {
      const isPlain = entry.kind === 'table' && entry.make !== null && entry.isTheirs !== true;
      return isPlain && key.startsWith('relation temp.') ? [entry] : [];
    });
  }

  /** Names of tables and views, in lower case. */
  get relations(): readonly string[] {
    const keys = [...this.entries.keys()].filter(key => key.startsWith('relation '));
    return keys.map(nameOfKey);
  }

  /** Whether any schema has a table or view of the name. */
  hasRelation(name: string): boolean {
    const key = nameKey(name);
    return this.relations.some(other => other === key || other.endsWith(`.${key}`));
  }

  /** In lower case. */
  get macroNames(): ReadonlySet<string> {
    const keys = [...this.entries].filter(([, { kind }]) => kind === 'macro').map(([key]) => key);
    return new Set(keys.map(nameOfKey));
  }

  get(key: string): Entry | undefined {
    return this.entries.get(key);
  }

  with(key: string, entry: Entry): ShadowState {
    // Set again at the end, so that what it is created from comes before it.
    const made = { ...entry, searchPath: this.searchPath };
    return this.having(new Map(this.without(key).entries).set(key, made));
  }

  /** The entry only changes: its parts stay. */
  withChanged(key: string, entry: Entry): ShadowState {
    return this.having(new Map(this.entries).set(key, entry));
  }

  /** Its parts are dropped with it. */
  without(key: string): ShadowState {
    return this.having(
      new Map([...this.entries].filter(([own, { partOf }]) => own !== key && partOf !== key)),
    );
  }

  /**
   * What `later` has in addition may or may not exist, so that statements that name it are not bound. Schemas, types,
   * sequences and indexes are excluded: DuckDB reports missing ones by itself.
   */
  withUnknown(later: ShadowState): ShadowState {
    const made = [...later.entries].filter(
      ([key, { kind }]) => !this.entries.has(key) && kind !== 'other' && kind !== 'variable',
    );
    const unknown = made.map(([key, entry]) => [key, { ...entry, make: null }] as const);
    return this.having(new Map([...this.entries, ...unknown]));
  }

  /** Everything in the schema is dropped with it. */
  withoutSchema(name: string): ShadowState {
    const start = `${inSchema(nameKey(name)).join('.')}.`;
    const isInside = (key: string): boolean => key.slice(key.indexOf(' ') + 1).startsWith(start);
    return this.having(new Map([...this.entries].filter(([key]) => !isInside(key))));
  }

  /**
   * @returns The statements that lead from `before` to this state. A view is created again if anything that it depends
   * on changed.
   */
  since(before: ShadowState): readonly Step[] {
    const drop: Step[] = [];
    const make: Step[] = [];
    const changed = [...new Map([...before.entries, ...this.entries])]
      .filter(([key]) => before.entries.get(key)?.make !== this.entries.get(key)?.make)
      .map(([, entry]) => entry);
    const hasRelation = changed.some(({ kind }) => kind !== 'macro' && isInCatalogue(kind));
    // Dropping a schema or type also drops what depends on it.
    const hasOther = changed.some(({ kind, partOf }) => kind === 'other' && partOf === undefined);
    const isAgain = ({ kind, isTheirs }: Entry): boolean =>
      (hasRelation && isTheirs === true) || (hasOther && kind === 'table');
    const isSame = (key: string, other: Entry | undefined): boolean => {
      const own = this.entries.get(key);
      return own?.make === other?.make && own?.kind === other?.kind && !(own && isAgain(own));
    };
    for (const [key, entry] of [...before.entries].reverse()) {
      if (entry.make !== null && !isSame(key, entry)) {
        drop.push({ sql: entry.drop, isOurs: true });
      }
    }
    for (const [key, entry] of this.entries) {
      if (entry.make !== null && !isSame(key, before.entries.get(key))) {
        const isPlain = entry.kind === 'table' || !isInCatalogue(entry.kind);
        const isOurs = isPlain && entry.isTheirs !== true;
        const { make: sql, otherwise, searchPath } = entry;
        make.push({ sql, otherwise, isOurs, searchPath });
      }
    }
    return [...drop, ...make];
  }
}

/** Whether it belongs to the database, not only to the session. */
function isInCatalogue(kind: EntryKind): boolean {
  return kind !== 'variable' && kind !== 'prepared';
}

/** The schema for missing tables of views that do not bind any more. */
export const goneSchema = '_gone';

export const emptyState = new ShadowState(new Map());

/** The schema of CREATE TEMP, which is searched first. */
export const temporary = 'temp';

export function isTemporary(path: readonly string[]): boolean {
  return path.length > 1 && nameKey(path[0] ?? '') === temporary;
}

/** @returns The name as SQL that is unambiguous, whatever is temporary and whatever schemas are called. */
export function wholeName(path: readonly string[]): string {
  const [name = '', written = 'main', catalogue = 'memory'] = [...path].reverse();
  const schema = path.length === 2 && nameKey(written) === 'memory' ? 'main' : written;
  const whole = isTemporary(path) ? [temporary, 'main', name] : [catalogue, schema, name];
  return whole.map(quotedName).join('.');
}

/** The name of a key; with its schema if that is not `main`. */
function nameOfKey(key: string): string {
  return key.slice(key.indexOf(' ') + 1).replace(/^temp\./, '');
}

/** Names that mean a catalogue when they are alone. */
const catalogues = ['temp', 'memory'];

function inSchema(schema: string): readonly string[] {
  if (catalogues.includes(nameKey(schema))) {
    return ['memory', schema];
  }
  return schema === 'main' ? [] : [schema];
}

/** Tables and views share a namespace. */
export function entryKey(kind: EntryKind | 'relation', path: readonly string[]): string {
  const space = kind === 'table' || kind === 'view' ? 'relation' : kind;
  const parts = path.map(nameKey);
  const schemas = parts.slice(0, -1);
  // A schema with the name of a catalogue is distinguished by the catalogue before it.
  const isWhole = schemas.length > 1 && catalogues.includes(schemas[1] ?? '');
  const shownSchemas = isWhole
    ? schemas
    : schemas.filter(part => part !== 'main' && part !== 'memory');
  return `${space} ${[...shownSchemas, ...parts.slice(-1)].join('.')}`;
}
