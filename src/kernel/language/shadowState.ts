/** What a shadow session holds at one place of a notebook, as a value that can be compared and gone back to. */

import { nameKey } from '../../core/sql/names';
import { namePart } from '../../core/sql/tokens';
import { quotedName } from '../../core/sql/quoted';
import { ownSearchPath, schemasOf, type SearchPath } from './searchPath';

export type EntryKind = 'table' | 'view' | 'macro' | 'variable' | 'prepared' | 'other';

export interface Entry {
  readonly kind: EntryKind;
  /** Makes it; null: its shape is known only when it runs, so that what names it is not bound. */
  readonly make: string | null;
  readonly drop: string;
  /** Statements of ours that make a view of the name that reads what is not there: DuckDB makes none of a query that does not bind. */
  readonly otherwise?: string;
  /** Whether what makes it is the notebook's own text, which can name others: it is made again where any of these changed. */
  readonly isTheirs?: boolean;
  /** Where the names in what makes it are looked up. */
  readonly searchPath?: SearchPath;
  /** The key of the table that it is a part of and goes with, as an index. */
  readonly partOf?: string;
  /** What a prepared statement runs. */
  readonly prepared?: Prepared;
  /** Whether the running session has it and no cell makes it. */
  readonly isOfSession?: boolean;
}

/** A statement that EXECUTE runs. DuckDB binds it again where one of its tables changed. */
export interface Prepared {
  readonly sql: string;
  /** The keys of the tables that it names. */
  readonly tables: readonly string[];
}

/** A statement on the way from one state to another. */
export interface Step {
  readonly sql: string;
  /** Makes a view that names what is not there any more; undefined for others. */
  readonly otherwise?: string | undefined;
  readonly searchPath?: SearchPath | undefined;
  /** Whether no text of the notebook's is in it but names and types. */
  readonly isOurs: boolean;
}

/** A transaction that is open. */
export interface Transaction {
  /** What the session held when it began. */
  readonly start: ShadowState;
  readonly isReadOnly: boolean;
  /** Whether an error has left it so that DuckDB takes nothing but its end. */
  readonly isAborted: boolean;
}

/** What a cell does to a state. A cell that begins or ends a transaction or says USE does more. */
export interface StateChanges {
  readonly gone: readonly string[];
  readonly set: readonly (readonly [key: string, entry: Entry])[];
}

const WORDS = new RegExp(`${namePart}+`, 'gu');

/** @returns The words of the text in lower case, those inside literals and quoted names too. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORDS));
}

/** Functions that read what their argument names, which need not be written as such. */
const dynamicReaders = ['query', 'query_table'];

/** Words of statements that fail where something else needs what they name. */
const breaking = ['drop', 'alter', 'replace'];

/** Whether it may need another: its text names that, or it is in its schema. */
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

  /** @returns The schema of a name that is written without one, as its path; empty for `main`. */
  schemaOf(kind: EntryKind | 'relation', name: string): readonly string[] | null {
    const schemas = schemasOf(this.searchPath.setting).map(inSchema);
    const found = [[temporary], ...schemas].find(path =>
      this.entries.has(entryKey(kind, [...path, name])),
    );
    return found ?? null;
  }

  /** The schema in which something is made that is written without one, as its path; empty for `main`. */
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

  /** The transaction that is open, if any, waits for its end. */
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

  /** As it was when the transaction began, but for variables and prepared statements, which are in none. */
  rolledBack(): ShadowState {
    const stays = ([, { kind }]: readonly [string, Entry]): boolean => !isInCatalogue(kind);
    const start = [...(this.transaction?.start.entries ?? [])].filter(each => !stays(each));
    const entries = new Map([...start, ...[...this.entries].filter(stays)]);
    return new ShadowState(entries, null, this.searchPath);
  }

  /** Equal texts, equal names. */
  get names(): string {
    return [...this.entries.keys()].join('\n');
  }

  /**
   * @param words Those of a text, see `wordsOf`.
   * @returns Equal texts for states in which the text means the same: what it may name, and what that is made of. What is
   * near to a name that is missing is not in it: see `names`.
   */
  meaningOf(words: ReadonlySet<string>): string {
    // Names in the schema in USE are written without it.
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

  /** @returns What leads here from `before`, to be made of another state that means the same to a text. */
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

  /** Those whose columns alone are known. */
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

  /** Whether a table or view of the name is in any schema. */
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
    // Set again at the end, so that what it is made of comes before it.
    const made = { ...entry, searchPath: this.searchPath };
    return this.having(new Map(this.without(key).entries).set(key, made));
  }

  /** What is there changes: its parts stay. */
  withChanged(key: string, entry: Entry): ShadowState {
    return this.having(new Map(this.entries).set(key, entry));
  }

  /** Its parts go with it. */
  without(key: string): ShadowState {
    return this.having(
      new Map([...this.entries].filter(([own, { partOf }]) => own !== key && partOf !== key)),
    );
  }

  /**
   * What else `later` has may be there or not, so that what names it is not bound. Schemas, types, sequences and indexes
   * are not among that: DuckDB finds those that are missing by itself.
   */
  withUnknown(later: ShadowState): ShadowState {
    const made = [...later.entries].filter(
      ([key, { kind }]) => !this.entries.has(key) && kind !== 'other' && kind !== 'variable',
    );
    const unknown = made.map(([key, entry]) => [key, { ...entry, make: null }] as const);
    return this.having(new Map([...this.entries, ...unknown]));
  }

  /** All that is in the schema goes with it. */
  withoutSchema(name: string): ShadowState {
    const start = `${inSchema(nameKey(name)).join('.')}.`;
    const isInside = (key: string): boolean => key.slice(key.indexOf(' ') + 1).startsWith(start);
    return this.having(new Map([...this.entries].filter(([key]) => !isInside(key))));
  }

  /** @returns The statements that lead here from `before`. A view is made again where anything below it changed. */
  since(before: ShadowState): readonly Step[] {
    const drop: Step[] = [];
    const make: Step[] = [];
    const changed = [...new Map([...before.entries, ...this.entries])]
      .filter(([key]) => before.entries.get(key)?.make !== this.entries.get(key)?.make)
      .map(([, entry]) => entry);
    const hasRelation = changed.some(({ kind }) => kind !== 'macro' && isInCatalogue(kind));
    // Schemas and types take along what is in them and made of them.
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

/** Whether it belongs to the database, and not to the session alone. */
function isInCatalogue(kind: EntryKind): boolean {
  return kind !== 'variable' && kind !== 'prepared';
}

/** Where the tables stood that views name which do not bind any more. */
export const goneSchema = '_gone';

export const emptyState = new ShadowState(new Map());

/** The schema of what CREATE TEMP makes, which comes before all others. */
export const temporary = 'temp';

export function isTemporary(path: readonly string[]): boolean {
  return path.length > 1 && nameKey(path[0] ?? '') === temporary;
}

/** @returns The name as SQL, which means the same whatever is temporary or how schemas are called. */
export function wholeName(path: readonly string[]): string {
  const [name = '', written = 'main', catalogue = 'memory'] = [...path].reverse();
  const schema = path.length === 2 && nameKey(written) === 'memory' ? 'main' : written;
  const whole = isTemporary(path) ? [temporary, 'main', name] : [catalogue, schema, name];
  return whole.map(quotedName).join('.');
}

/** A name of a key; of those in other schemas with the schema. */
function nameOfKey(key: string): string {
  return key.slice(key.indexOf(' ') + 1).replace(/^temp\./, '');
}

/** Names that mean a catalogue where they stand alone. */
const catalogues = ['temp', 'memory'];

function inSchema(schema: string): readonly string[] {
  if (catalogues.includes(nameKey(schema))) {
    return ['memory', schema];
  }
  return schema === 'main' ? [] : [schema];
}

/** Tables and views share their names. */
export function entryKey(kind: EntryKind | 'relation', path: readonly string[]): string {
  const space = kind === 'table' || kind === 'view' ? 'relation' : kind;
  const parts = path.map(nameKey);
  const schemas = parts.slice(0, -1);
  // A schema that is called like a catalogue is told from that by the catalogue before it.
  const isWhole = schemas.length > 1 && catalogues.includes(schemas[1] ?? '');
  const shownSchemas = isWhole
    ? schemas
    : schemas.filter(part => part !== 'main' && part !== 'memory');
  return `${space} ${[...shownSchemas, ...parts.slice(-1)].join('.')}`;
}
