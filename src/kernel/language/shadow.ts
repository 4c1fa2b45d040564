/**
 * A session without rows, in which a notebook's statements are bound and nothing is computed but constants.
 *
 * What cells make stands there as empty tables of the right types, as views and macros of the same text, and as
 * variables that are NULL. It is locked like a real session.
 */

import { DuckDBInstance, StatementType, type DuckDBConnection } from '@duckdb/node-api';
import type { TypedColumn } from '../../core/language/analysis';
import { overlayChanges } from '../../core/overlays/overlayChanges';
import type { Value } from '../../core/protocol/outcome';
import { signalFunctions } from '../../core/service/functions';
import { distinctNames } from '../../core/sql/names';
import { quotedName, textLiteral } from '../../core/sql/quoted';
import { limitSpill, lockEngine } from '../engine';
import { engineErrorOf, type EngineError } from '../engineError';
import { explainedIn } from '../explained';
import { createTable } from '../loadTable';
import { permitted, type Refused, writesWhenBound } from '../permission';
import { createReferenceSchema } from '../referenceSchema';
import { SerialConnection } from '../serialConnection';
import { inTransaction } from '../transaction';
import { typeText } from '../typeText';
import { valueOf } from '../values';
import { Planner } from './planner';
import { ownSearchPath, setSearchPath, type SearchPath } from './searchPath';
import {
  emptyState,
  goneSchema,
  isTemporary,
  type ShadowState,
  type Step,
  type Transaction,
} from './shadowState';

/** Where the empty tables of the signal functions stand. */
export const callsSchema = '_calls';

/** Binding needs little; what a hostile text may take is bounded. */
const MEMORY_LIMIT = '512MiB';

export interface ShadowOptions {
  /** Absolute paths that statements may read below; empty: no files at all. */
  readonly readableDirectories: readonly string[];
  /** Where relative names of files count from; null: where the process is. */
  readonly folder: string | null;
}

/** What DuckDB says of a statement that it has bound. */
export type Bound =
  | {
      /** Null where only running tells, as of a PIVOT without IN. */
      readonly columns: readonly TypedColumn[] | null;
      readonly givesRows: boolean;
      /** Names of parameters, `1` of `$1`, which EXECUTE alone fills in. */
      readonly parameters?: readonly string[];
    }
  | { readonly error: EngineError };

/** One value as in results, with DuckDB's name of its type. */
export type Evaluated =
  | { readonly type: string; readonly value: Value }
  | { readonly error: EngineError };

const rowStatements: ReadonlySet<StatementType> = new Set([
  StatementType.SELECT,
  StatementType.EXPLAIN,
  StatementType.CALL,
]);

const transactionVerb = /^\s*(?:begin|start|commit|end|rollback|abort)\b/i;

/** DROP of the schema in USE sets it too, and no ROLLBACK undoes that. */
const settingVerb = /^\s*(?:use|set|reset|drop)\b/i;

/** Those of EXPLAIN. */
export const explainColumns: readonly TypedColumn[] = [
  { name: 'explain_key', type: 'VARCHAR' },
  { name: 'explain_value', type: 'VARCHAR' },
];

export class Shadow {
  private state: ShadowState = emptyState;
  private searchPath = ownSearchPath;
  /** What was bound last, until something is run. */
  private last: { readonly sql: string; readonly bound: Bound } | undefined;

  private constructor(
    private readonly instance: DuckDBInstance,
    /** For those who ask DuckDB about names; a statement run on it must not change anything. */
    readonly connection: SerialConnection,
    private readonly planner: Planner,
  ) {}

  /** @throws {Error} If DuckDB cannot be opened. */
  static async open({ readableDirectories, folder }: ShadowOptions): Promise<Shadow> {
    const instance = await DuckDBInstance.create(':memory:', {
      errors_as_json: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      // As in a real session: without it nothing can be asked about secrets.
      allow_persistent_secrets: 'false',
      memory_limit: MEMORY_LIMIT,
      threads: '1',
    });
    const connection = new SerialConnection(await instance.connect());
    await limitSpill(connection, '0KiB');
    await createReferenceSchema(connection);
    await connection.run(`CREATE SCHEMA ${callsSchema}`);
    await connection.run(`CREATE SCHEMA ${goneSchema}`);
    for (const { name, columns } of [...signalFunctions, overlayChanges]) {
      await createTable(connection, [callsSchema, name], columns);
    }
    if (folder !== null) {
      await connection.run(`SET GLOBAL file_search_path = ${textLiteral(folder)}`);
    }
    await prepare(connection);
    const planner = await Planner.open(instance, prepare);
    // Nothing is computed: how it could be computed fast takes half of a binding's time.
    await connection.run('PRAGMA disable_optimizer');
    await lockEngine(connection, readableDirectories);
    return new Shadow(instance, connection, planner);
  }

  /** Makes the session hold what `wanted` says. What cannot be made there, or may not run, is left out. */
  async become(wanted: ShadowState): Promise<void> {
    const steps = wanted.since(this.state);
    this.state = wanted;
    await this.take(steps);
    await this.lookUpIn(wanted.searchPath);
  }

  private async take(steps: readonly Step[]): Promise<void> {
    if (steps.length > 0) {
      await this.lookUpIn(ownSearchPath);
    }
    // A way to the engine and back takes longer than what it does there.
    const ours = steps.filter(({ isOurs }) => isOurs).map(({ sql }) => sql);
    const isWhole =
      ours.length > 1 &&
      ours.length === steps.length &&
      steps.every(({ searchPath = ownSearchPath }) => searchPath === ownSearchPath);
    if (isWhole && (await this.runOurs(ours.join('\n;\n'))) === null) {
      return;
    }
    // What fails may need what is made later: a view is older than the table that took the place of its own.
    let left = steps;
    for (let before = Infinity; left.length < before;) {
      before = left.length;
      left = await this.failing(left);
    }
    for (const { otherwise } of left) {
      if (otherwise !== undefined) {
        await this.runOurs(otherwise);
      }
    }
  }

  /** @returns The steps that cannot be taken. */
  private async failing(steps: readonly Step[]): Promise<readonly Step[]> {
    const failed: Step[] = [];
    for (const step of steps) {
      await this.lookUpIn(step.searchPath ?? ownSearchPath);
      const error = await (step.isOurs ? this.runOurs(step.sql) : this.runTheirs(step.sql));
      if (error) {
        failed.push(step);
      }
    }
    return failed;
  }

  /**
   * Binds the statement, or the first of several that it stands for, and runs none.
   *
   * @returns The columns of its rows. A statement that changes rows gives their count.
   */
  async bind(sql: string): Promise<Bound> {
    if (this.last?.sql !== sql) {
      this.last = { sql, bound: await this.bindNow(sql) };
    }
    return this.last.bound;
  }

  /** EXPLAIN is not bound itself: DuckDB plans what it explains, and crashes over some plans that are not optimised. */
  private async bindNow(sql: string): Promise<Bound> {
    const explained = explainedIn(sql)?.find(reading => reading.trim() !== '');
    if (explained === undefined) {
      return this.bindStatement(sql);
    }
    const bound = await this.bindStatement(explained);
    return 'error' in bound ? bound : { ...bound, columns: explainColumns, givesRows: true };
  }

  private async bindStatement(sql: string): Promise<Bound> {
    if (writesWhenBound(sql)) {
      return { columns: [], givesRows: false };
    }
    try {
      return await this.connection.exclusively(async connection => {
        const prepared = await connection.prepare(sql);
        const givesRows = rowStatements.has(prepared.statementType);
        const parameters = Array.from({ length: prepared.parameterCount }, (_, index) =>
          prepared.parameterName(index + 1),
        );
        if (parameters.length > 0) {
          prepared.destroySync();
          return { columns: null, givesRows, parameters }; // Types can depend on the values.
        }
        const count = prepared.columnCount;
        const names = Array.from({ length: count }, (_, index) => prepared.columnName(index));
        const columns = distinctNames(names).map((name, index) => ({
          name,
          type: typeText(prepared.columnType(index)),
        }));
        prepared.destroySync();
        return { columns, givesRows };
      });
    } catch {
      return this.bindFirst(sql);
    }
  }

  /** Of a text that stands for several statements, as PIVOT without IN, or that does not bind: DuckDB tells where. */
  private async bindFirst(sql: string): Promise<Bound> {
    try {
      return await this.connection.exclusively(async connection => {
        const extracted = await connection.extractStatements(sql);
        const prepared = await extracted.prepare(0);
        prepared.destroySync();
        return { columns: null, givesRows: true };
      });
    } catch (error) {
      return { error: engineErrorOf(error) };
    }
  }

  /** Runs a query of one value, which computing must cost nothing: see `cheapConstants.ts`. */
  async evaluate(sql: string): Promise<Evaluated> {
    try {
      const result = await this.connection.exclusively(async connection => {
        await permitted(connection, sql, false);
        return connection.runAndReadAll(sql);
      });
      const type = String(result.columnTypes()[0]);
      return { type, value: valueOf(result.getRows()[0]?.[0] ?? null) };
    } catch (error) {
      return { error: engineErrorOf(error) };
    }
  }

  /** @returns What is wrong with the statement for DuckDB's parser alone, or null. */
  async parse(sql: string): Promise<EngineError | null> {
    try {
      await this.connection.exclusively(connection => connection.extractStatements(sql));
      return null;
    } catch (error) {
      return engineErrorOf(error);
    }
  }

  /** @returns Whether DuckDB has the function over a window; without OVER it says that it has none. */
  async isWindowFunction(name: string): Promise<boolean> {
    const bound = await this.bind(`SELECT ${quotedName(name)}() OVER ()`);
    return !('error' in bound && bound.error.subtype === 'MISSING_ENTRY');
  }

  /** Changes a table, which is empty; the state then holds what came of it. */
  async alter(sql: string): Promise<EngineError | null> {
    return this.runTheirs(sql);
  }

  /**
   * Runs the statement and undoes what it did. For statements that read no rows, and SET of what is not a variable.
   *
   * @param transaction The one that is open where it stands.
   * @returns Why it fails, or null.
   */
  async tried(sql: string, transaction: Transaction | null): Promise<EngineError | null> {
    this.last = undefined;
    return this.connection.exclusively(async connection => {
      try {
        if (!transactionVerb.test(sql)) {
          await connection.run(`BEGIN TRANSACTION ${transaction?.isReadOnly ? 'READ ONLY' : ''}`);
        } else if (transaction) {
          await connection.run('BEGIN');
        }
        await permitted(connection, sql, false);
        await connection.run(sql);
        return null;
      } catch (error) {
        return engineErrorOf(error);
      } finally {
        await rollBack(connection);
        if (settingVerb.test(sql)) {
          await setSearchPath(connection, this.searchPath.setting);
        }
      }
    });
  }

  /** Runs USE, DROP SCHEMA, or SET or RESET of what is no variable. @returns Where names are looked up then. */
  async searchPathAfter(sql: string): Promise<SearchPath> {
    await this.runTheirs(sql);
    const read = await this.connection.runAndReadAll(
      "SELECT current_setting('search_path'), current_schema()",
    );
    const [setting, schema] = read.getRows()[0] ?? [];
    const after = { setting: String(setting), schema: String(schema) };
    const isSame = after.setting === this.searchPath.setting;
    this.searchPath = isSame ? this.searchPath : after;
    return this.searchPath;
  }

  private async lookUpIn(searchPath: SearchPath): Promise<void> {
    if (searchPath.setting !== this.searchPath.setting) {
      this.searchPath = searchPath;
      this.last = undefined;
      await setSearchPath(this.connection, searchPath.setting);
    }
  }

  /** @returns The columns of a table or view of that name as it stands, or null. */
  async columnsOf(name: string): Promise<readonly TypedColumn[] | null> {
    const bound = await this.bind(`FROM ${name}`);
    return 'columns' in bound ? bound.columns : null;
  }

  /** @returns DuckDB's own statement that makes the table, or null where there is no such table. */
  async tableSql(path: readonly string[]): Promise<string | null> {
    const [name = '', written = 'main'] = [...path].reverse();
    const schema = isTemporary(path) ? 'main' : written;
    const read = await this.connection.runAndReadAll(
      'SELECT sql FROM duckdb_tables() WHERE lower(schema_name) = lower($1) AND lower(table_name) = lower($2) AND temporary = $3',
      [schema, name, isTemporary(path)],
    );
    const sql = read.getRows()[0]?.[0];
    return typeof sql === 'string' ? sql : null;
  }

  /** @returns Why the statement may not run in a notebook, or null where it may, or something else is wrong with it. */
  refusal(sql: string): Promise<Refused | null> {
    const { temporaryTables } = this.state;
    return this.planner.refusal(sql, { searchPath: this.searchPath.setting, temporaryTables });
  }

  close(): void {
    this.planner.closeSync();
    this.connection.closeSync();
    this.instance.closeSync();
  }

  private runOurs(sql: string): Promise<EngineError | null> {
    return this.attempt(connection => connection.run(sql));
  }

  /** Runs a text of the notebook's under the rules of the kernel: nobody has asked for it to run. */
  private runTheirs(sql: string): Promise<EngineError | null> {
    return this.attempt(async connection => {
      await permitted(connection, sql, false);
      await connection.run(sql);
    });
  }

  private async attempt(
    work: (connection: DuckDBConnection) => Promise<unknown>,
  ): Promise<EngineError | null> {
    this.last = undefined;
    return this.connection.exclusively(async connection => {
      try {
        await work(connection);
        return null;
      } catch (error) {
        // Nobody begins a transaction here but DuckDB, around statements that it makes of one.
        await rollBack(connection);
        return engineErrorOf(error);
      }
    });
  }
}

/** Sets what each connection of the session needs. */
async function prepare(connection: SerialConnection): Promise<void> {
  await setSearchPath(connection, ownSearchPath.setting);
  await connection.run(`SET TimeZone = 'UTC'`);
  await connection.run(`SET explain_output = 'all'`);
}

/** Ends the transaction where one is open. */
async function rollBack(connection: DuckDBConnection): Promise<void> {
  if (await inTransaction(connection)) {
    await connection.run('ROLLBACK');
  }
}
