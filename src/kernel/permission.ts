/**
 * What a statement of the user's may do, decided by DuckDB alone: how many statements it reads in the text, of which type,
 * and what their plans would run.
 *
 * Our own tokens are not asked, because two readers of one text differ: DuckDB ends a comment at a carriage return, for one.
 * There are four exceptions. Two are of texts that have one reading: the words with which a text begins, and a PIVOT or ALTER
 * of which DuckDB makes several statements, where the text has no character that the readers could take differently. The others
 * can only refuse: EXPORT DATABASE, which makes its directory before DuckDB says what it is, and IMPORT DATABASE, whose files
 * DuckDB reads before it says so.
 */

import {
  StatementType,
  type DuckDBConnection,
  type DuckDBExtractedStatements,
} from '@duckdb/node-api';
import { isRecord } from '../core/base/json';
import type { Span } from '../core/base/span';
import type { Replacement } from '../core/sql/composedText';
import { openPivotsOf } from '../core/sql/pivots';
import { commonTablesAt, withCommonTables } from '../core/sql/scope';
import { statementsOf, type Statement } from '../core/sql/statements';
import { identifierOf } from '../core/sql/tokens';
import {
  extensionOperators,
  fileOperators,
  openingFunctions,
  readingFunctions,
  refusedFunctions,
  reportingPragmas,
  sessionOperators,
} from './allowed';
import { engineErrorOf } from './engineError';
import { explainedIn } from './explained';
import { undoneOnFailure } from './transaction';

/** DuckDB can read the statement, and it is not run. The message says why and what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    message: string,
    /** Whether the user can allow it. */
    readonly isForWriting = false,
  ) {
    super(message);
  }
}

/** They cannot be explained; they hold no query. */
const plainTypes: ReadonlySet<StatementType> = new Set([
  StatementType.ALTER, // COMMENT ON
  StatementType.SET, // USE
  StatementType.VACUUM, // ANALYZE
]);

/** These write files or reach other databases. */
const fileTypes: ReadonlyMap<StatementType, string> = new Map([
  [StatementType.EXPORT, 'EXPORT DATABASE'],
  [StatementType.ATTACH, 'ATTACH'],
  [StatementType.DETACH, 'DETACH'],
]);

/**
 * Reads the statement with DuckDB, and runs nothing of it but the values of a PIVOT without IN, whose source was looked
 * at before.
 *
 * @param connection The user's: names mean there what they mean when the statement runs.
 * @param mayWrite Whether the user allows files to be written and databases to be opened.
 * @returns One statement, or those that DuckDB makes of one; they may run in this order.
 * @throws {Refused} If it may not run.
 * @throws {Error} DuckDB's own error, with its position in `sql`, where it cannot be parsed or bound.
 */
export async function permitted(
  connection: DuckDBConnection,
  sql: string,
  mayWrite: boolean,
): Promise<DuckDBExtractedStatements> {
  if (!mayWrite && importsDatabase(sql)) {
    throw writingRefusal(databaseCopy);
  }
  const statements = await connection.extractStatements(sql);
  if (statements.count === 0) {
    throw new Refused('DuckDB finds no statement here: it reads the text as a comment.');
  }
  await new Judge(connection, mayWrite).statement(sql, statements.count);
  return statements;
}

const pragmaStart = /^[ \t\n]*PRAGMA[ \t\n]+([a-z_]+)/i;
const importStart =
  /^[ \t\n]*(?:IMPORT[ \t\n]+DATABASE|COPY[ \t\n]+FROM[ \t\n]+DATABASE|PRAGMA[ \t\n]+(?:import|copy)_database)(?![a-z0-9_$])/i;

const databaseCopy = 'Copying a whole database';

class Judge {
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly mayWrite: boolean,
  ) {}

  /** @param count How many statements DuckDB reads in `sql`. */
  async statement(sql: string, count: number): Promise<void> {
    if (importStart.test(sql)) {
      return this.writing(databaseCopy);
    }
    const pragma = pragmaStart.exec(sql)?.[1];
    if (pragma !== undefined && count === 1) {
      return this.pragma(pragma.toLowerCase());
    }
    const readings = explainedIn(sql);
    if (readings) {
      return this.explained(readings);
    }
    await (count === 1 ? this.one(sql) : this.several(sql, count));
  }

  private async one(sql: string): Promise<void> {
    if (writesWhenBound(sql)) {
      return this.writing('EXPORT DATABASE');
    }
    let plans: readonly unknown[];
    try {
      plans = await this.plansOf(sql);
    } catch (error) {
      // Bound as it is written, so that the position of an error is in it.
      return this.unexplained(await this.typeOf(sql), error);
    }
    this.operators(plans);
  }

  /** Some statements cannot be explained; those that fail have failed already. */
  private unexplained(type: StatementType, error: unknown): void {
    if (type === StatementType.TRANSACTION) {
      return; // ROLLBACK of one that failed, in which nothing can be explained.
    }
    if (engineErrorOf(error).type !== 'Parser') {
      throw error;
    }
    const written = fileTypes.get(type);
    if (written !== undefined) {
      return this.writing(written);
    }
    if (type === StatementType.CREATE) {
      throw new Refused('CREATE SECRET is refused: a notebook reaches no service that needs one.');
    }
    if (!plainTypes.has(type)) {
      throw error;
    }
  }

  /** @throws {Error} DuckDB's own, with its position in `sql`. */
  private async typeOf(sql: string): Promise<StatementType> {
    const prepared = await this.connection.prepare(sql);
    const type = prepared.statementType;
    prepared.destroySync();
    return type;
  }

  /** What DuckDB reads as several: one statement that it takes apart, or more than one. */
  private async several(sql: string, count: number): Promise<void> {
    const [statement, ...more] = readsAlike(sql) ? statementsOf(sql) : [];
    if (!statement || more.length > 0) {
      throw new Refused(
        `DuckDB reads ${count} statements here, so none of them runs. End each statement with a semicolon, and write no $, \\ or lone carriage return in it.`,
      );
    }
    const added = addedDefault(statement);
    if (added) {
      const expression = sql.slice(added.from, added.to);
      return this.operators(await this.plansOf(`SELECT (${expression}\n)`));
    }
    const sources = pivotSources(sql, statement);
    if (sources.length === 0) {
      throw new Refused(
        `DuckDB splits this statement into ${count}, which are not known to be harmless.`,
      );
    }
    for (const source of [...sources, sql]) {
      this.operators(await this.plansOf(source));
    }
  }

  private pragma(name: string): void {
    if (!reportingPragmas.includes(name)) {
      throw new Refused(
        `PRAGMA ${name} is refused: a notebook cannot change DuckDB's settings, and this pragma does more than report.`,
      );
    }
  }

  /** EXPLAIN ANALYZE runs what it explains. */
  private async explained(readings: readonly string[]): Promise<void> {
    for (const reading of readings) {
      const count = await this.countOf(reading);
      if (count > 0) {
        return this.statement(reading, count);
      }
    }
    throw new Refused(
      'EXPLAIN is refused here. Write EXPLAIN, EXPLAIN ANALYZE or EXPLAIN (…) and then the statement, without a comment between.',
    );
  }

  /** @returns How many statements the text is; none where it does not parse, as what is left of EXPLAIN can. */
  private async countOf(sql: string): Promise<number> {
    try {
      return (await this.connection.extractStatements(sql)).count;
    } catch {
      return 0;
    }
  }

  private operators(plans: readonly unknown[]): void {
    const names = plans.flatMap(operatorsIn);
    if (names.length === 0) {
      throw new Refused('DuckDB shows no plan for this statement, so it is not run.');
    }
    for (const name of names) {
      const functionName = name.toLowerCase();
      if (fileOperators.includes(name)) {
        this.writing('COPY … TO');
      } else if (openingFunctions.includes(functionName)) {
        this.writing('Reading a database file');
      } else if (extensionOperators.includes(name)) {
        throw new Refused('INSTALL and LOAD are refused: a notebook cannot load extensions.');
      } else if (!sessionOperators.includes(name) && !readingFunctions.includes(functionName)) {
        const why = refusedFunctions.get(functionName) ?? 'it is not known to be harmless';
        throw new Refused(`${functionName} is refused: ${why}.`);
      }
    }
  }

  /** @returns The plans as DuckDB has made them, and as it would run them. */
  private async plansOf(sql: string): Promise<unknown[]> {
    const explained = `EXPLAIN (FORMAT json) ${sql}`;
    const statements = await this.connection.extractStatements(explained);
    if (statements.count > 1) {
      return undoneOnFailure(this.connection, () => this.readPlans(statements));
    }
    // A statement that is prepared would keep a database file that it names open, and the next wait for it.
    const read = await this.connection.runAndReadAll(explained);
    return plansIn(read.getRows());
  }

  private async readPlans(statements: DuckDBExtractedStatements): Promise<unknown[]> {
    const plans: unknown[] = [];
    for (let index = 0; index < statements.count; index++) {
      const prepared = await statements.prepare(index);
      const type = prepared.statementType;
      if (type === StatementType.SET) {
        continue; // How an open transaction is to take errors; the settings are locked.
      }
      const rows = await (await prepared.run()).getRows();
      plans.push(...(type === StatementType.EXPLAIN ? plansIn(rows) : []));
      prepared.destroySync();
    }
    return plans;
  }

  private writing(what: string): void {
    if (!this.mayWrite) {
      throw writingRefusal(what);
    }
  }
}

function writingRefusal(what: string): Refused {
  const message = `${what} is refused: it writes files or opens databases. Use an export command, or allow writing for this notebook.`;
  return new Refused(message, true);
}

function plansIn(rows: readonly (readonly unknown[])[]): unknown[] {
  return rows.map(([, plan]) => JSON.parse(String(plan)) as unknown);
}

function operatorsIn(plan: unknown): string[] {
  if (Array.isArray(plan)) {
    return plan.flatMap(operatorsIn);
  }
  return isRecord(plan) ? [String(plan['name']).trim(), ...operatorsIn(plan['children'])] : [];
}

/** Whether DuckDB and our tokens divide the text alike: strings and comments begin and end in the same places. */
function readsAlike(sql: string): boolean {
  return !/[$\\\0]|\r(?!\n)/.test(sql);
}

/** The expression after DEFAULT in `ALTER TABLE … ADD COLUMN …`, which DuckDB runs in an UPDATE; null for other statements. */
function addedDefault({ tokens }: Statement): Span | null {
  const at = tokens.findIndex(({ text, depth }) => text === 'default' && depth === 0);
  const first = tokens[at + 1];
  const last = tokens.at(-1);
  return tokens[0]?.text === 'alter' && at > 0 && first && last
    ? { from: first.from, to: last.to }
    : null;
}

/**
 * @returns Queries that read what DuckDB reads to collect the values of each PIVOT without IN; one comes after those
 * whose columns it can name.
 */
function pivotSources(sql: string, { tokens }: Statement): string[] {
  const pivots = openPivotsOf(tokens).sort((a, b) => a.span.to - b.span.to);
  return pivots.flatMap(({ span, closed }) => {
    const tables = commonTablesAt(tokens, span.from);
    const query = (start: string, part: Span, replacements: readonly Replacement[]): string =>
      withCommonTables(sql, tables).add(start).copy(sql, part, replacements).text;
    const values = closed.map(({ span: inside }) => inside).filter(({ from, to }) => to > from);
    return [query(' ', span, closed), ...values.map(inside => query(' FROM ', inside, []))];
  });
}

/** DuckDB makes the directory of EXPORT DATABASE when it binds the statement, as asking for its type does. */
export function writesWhenBound(sql: string): boolean {
  return statementsOf(sql).some(({ tokens }) =>
    tokens.some(({ text }, at) => text === 'export' && tokens[at + 1]?.text === 'database'),
  );
}

/** DuckDB reads the files of IMPORT DATABASE while it takes the text apart. */
function importsDatabase(sql: string): boolean {
  return statementsOf(sql).some(({ tokens: [first, second] }) => {
    const name = (second && identifierOf(second))?.toLowerCase();
    return (
      (first?.text === 'import' && name === 'database') ||
      (first?.text === 'pragma' && name === 'import_database')
    );
  });
}
