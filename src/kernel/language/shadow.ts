/**
 * A session without rows, in which a notebook's statements are bound. It evaluates nothing but constants.
 *
 * Tables of the notebook are empty tables of the right types there, views and macros have the same text, and variables
 * are NULL. It is locked like a real session.
 */

import { DuckDBInstance, StatementType, type DuckDBConnection } from '@duckdb/node-api';
import type { TypedColumn } from '../../core/language/analysis';
import { overlayChanges } from '../../core/overlays/overlayChanges';
import type { Value } from '../../core/protocol/outcome';
import { signalFunctions } from '../../core/service/functions';
import { distinctNames } from '../../core/sql/names';
import { quotedName, textLiteral } from '../../core/base/quoted';
import { limitSpill, lockEngine } from '../engine/engine';
import { engineErrorOf, type EngineError } from '../engine/engineError';
import { explainedIn } from '../engine/explained';
import { createTable } from '../fetch/loadTable';
import { permitted, writesWhenBound } from '../engine/permission';
import type { Refused } from '../engine/refused';
import { referenceSchema } from '../session/referenceSchema';
import { SerialConnection } from '../engine/serialConnection';
import { rollBack } from '../engine/transaction';
import { typeText } from '../engine/typeText';
import { valueOf } from '../engine/values';
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

/** The schema of the empty tables of the signal functions. */
export const callsSchema = '_calls';

/** Binding needs little memory; this bounds what a hostile text may take. */
const MEMORY_LIMIT = '512MiB';

export interface ShadowOptions {
  /** Absolute paths of folders in which statements may read; empty: no files at all. */
  readonly readableDirectories: readonly string[];
  /** The folder for relative file names; null: the working directory of the process. */
  readonly folder: string | null;
}

/** DuckDB's description of a bound statement. */
export type Bound =
  | {
      /** Null if only known at run time, as for a PIVOT without IN. */
      readonly columns: readonly TypedColumn[] | null;
      readonly givesRows: boolean;
      /** Names of parameters, `1` for `$1`, which only EXECUTE fills in. */
      readonly parameters?: readonly string[];
    }
  | { readonly error: EngineError };

/** One value as in results, and DuckDB's name of its type. */
export type Evaluated =
  | { readonly type: string; readonly value: Value }
  | { readonly error: EngineError };

const rowStatements: ReadonlySet<StatementType> = new Set([
  StatementType.SELECT,
  StatementType.EXPLAIN,
  StatementType.CALL,
]);

const transactionVerb = /^\s*(?:begin|start|commit|end|rollback|abort)\b/i;

/** Dropping the schema in USE sets it too, and no ROLLBACK undoes that. */
const settingVerb = /^\s*(?:use|set|reset|drop)\b/i;

/** The columns of EXPLAIN. */
export const explainColumns: readonly TypedColumn[] = [
  { name: 'explain_key', type: 'VARCHAR' },
  { name: 'explain_value', type: 'VARCHAR' },
];

export class Shadow {
  private state: ShadowState = emptyState;
  private searchPath = ownSearchPath;
  /** The last bound statement, until something runs. */
  private last: { readonly sql: string; readonly bound: Bound } | undefined;

  private constructor(
    private readonly instance: DuckDBInstance,
    /** For queries about DuckDB's names; a statement run on it must not change anything. */
    readonly connection: SerialConnection,
    private readonly planner: Planner,
  ) {}

  /** @throws {Error} If DuckDB cannot be opened. */
  static async open({ readableDirectories, folder }: ShadowOptions): Promise<Shadow> {
    const instance = await DuckDBInstance.create(':memory:', {
      errors_as_json: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      // As in a real session: without it, secrets cannot be listed.
      allow_persistent_secrets: 'false',
      memory_limit: MEMORY_LIMIT,
      threads: '1',
    });
    const connection = new SerialConnection(await instance.connect());
    await limitSpill(connection, '0KiB');
    await referenceSchema.tables(connection);
    await referenceSchema.macros(connection);
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
    // Nothing is computed, and optimising takes half of the time of binding.
    await connection.run('PRAGMA disable_optimizer');
    await lockEngine(connection, readableDirectories);
    return new Shadow(instance, connection, planner);
  }

  /** Brings the session to the state `wanted`. What cannot be created there, or may not run, is left out. */
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
    // A round trip to the engine takes longer than the work there.
    const ours = steps.filter(({ isOurs }) => isOurs).map(({ sql }) => sql);
    const isWhole =
      ours.length > 1 &&
      ours.length === steps.length &&
      steps.every(({ searchPath = ownSearchPath }) => searchPath === ownSearchPath);
    if (isWhole && (await this.runOurs(ours.join('\n;\n'))) === null) {
      return;
    }
    // A step that fails may need a later one: a view can be older than the table that replaced the one it reads.
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

  /** @returns The steps that failed. */
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
   * Binds the statement, or the first of several into which DuckDB splits it, and runs none.
   *
   * @returns The columns of its rows. A statement that changes rows returns their count.
   */
  async bind(sql: string): Promise<Bound> {
    if (this.last?.sql !== sql) {
      this.last = { sql, bound: await this.bindNow(sql) };
    }
    return this.last.bound;
  }

  /** EXPLAIN itself is not bound: DuckDB plans what it explains, and crashes on some plans that are not optimised. */
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
          return { columns: null, givesRows, parameters }; // Types can depend on parameter values.
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

  /** For a text that DuckDB splits, as PIVOT without IN, or that does not bind, DuckDB reports the place. */
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

  /** Runs a query for one value that is cheap to compute: see `cheapConstants.ts`. */
  async evaluate(sql: string): Promise<Evaluated> {
    try {
      const result = await this.connection.exclusively(async connection => {
        await permitted(connection, sql, 'session');
        return connection.runAndReadAll(sql);
      });
      const type = String(result.columnTypes()[0]);
      return { type, value: valueOf(result.getRows()[0]?.[0] ?? null) };
    } catch (error) {
      return { error: engineErrorOf(error) };
    }
  }

  /** @returns The error of DuckDB's parser, or null. */
  async parse(sql: string): Promise<EngineError | null> {
    try {
      await this.connection.exclusively(connection => connection.extractStatements(sql));
      return null;
    } catch (error) {
      return engineErrorOf(error);
    }
  }

  /** @returns Whether DuckDB has it as a window function; without OVER, DuckDB reports it as missing. */
  async isWindowFunction(name: string): Promise<boolean> {
    const bound = await this.bind(`SELECT ${quotedName(name)}() OVER ()`);
    return !('error' in bound && bound.error.subtype === 'MISSING_ENTRY');
  }

  /** Changes a table, which is empty; the state then holds the result. */
  async alter(sql: string): Promise<EngineError | null> {
    return this.runTheirs(sql);
  }

  /**
   * Runs the statement and undoes it. For statements that read no rows, and SET of settings.
   *
   * @param transaction The transaction that is open at its place.
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
        await permitted(connection, sql, 'session');
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

  /** Runs USE, DROP SCHEMA, or SET or RESET of a setting. @returns The search path after it. */
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

  /** @returns The columns of the current table or view of that name, or null. */
  async columnsOf(name: string): Promise<readonly TypedColumn[] | null> {
    const bound = await this.bind(`FROM ${name}`);
    return 'columns' in bound ? bound.columns : null;
  }

  /** @returns DuckDB's own statement that creates the table, or null if there is no such table. */
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

  /** @returns Why the statement may not run in a notebook; null if it may, or has another problem. */
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

  /** Runs a statement of the notebook under the kernel's rules, since nobody has asked for it to run. */
  private runTheirs(sql: string): Promise<EngineError | null> {
    return this.attempt(async connection => {
      await permitted(connection, sql, 'session');
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
        // Only DuckDB begins transactions here, around the statements into which it splits one.
        await rollBack(connection);
        return engineErrorOf(error);
      }
    });
  }
}

/** Configures each connection of the session. */
async function prepare(connection: SerialConnection): Promise<void> {
  await setSearchPath(connection, ownSearchPath.setting);
  await connection.run(`SET TimeZone = 'UTC'`);
  await connection.run(`SET explain_output = 'all'`);
}
