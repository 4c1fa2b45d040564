/**
 * Decides whether a user's statement may run, from DuckDB alone: how many statements it reads in the text, of which
 * type, and what their plans would run.
 *
 * Our own tokens are not used, because two parsers of one text can differ: DuckDB ends a comment at a carriage return,
 * for example. There are four exceptions. Two concern texts that can be read in one way only: the words at the start of
 * a text, and a PIVOT or ALTER that DuckDB splits into several statements, if the text has no character that the
 * parsers could read differently. The other two can only refuse: EXPORT DATABASE, for which DuckDB creates the
 * directory when it binds the statement, and IMPORT DATABASE, whose files DuckDB reads when it parses the text.
 */

import { t } from '../../core/base/translations';
import {
  StatementType,
  type DuckDBConnection,
  type DuckDBExtractedStatements,
} from '@duckdb/node-api';
import { isRecord } from '../../core/base/json';
import type { Span } from '../../core/base/span';
import type { AccessLevel } from '../../core/protocol/kernelRpc';
import type { Replacement } from '../../core/sql/composedText';
import { openPivotsOf } from '../../core/sql/pivots';
import { commonTablesAt, withCommonTables } from '../../core/sql/scope';
import { statementsOf, type Statement } from '../../core/sql/statements';
import { identifierOf } from '../../core/sql/tokens';
import {
  extensionOperators,
  fileOperators,
  openingFunctions,
  readingFunctions,
  readingOperators,
  refusedFunctions,
  reportingPragmas,
  sessionOperators,
  tableReadingFunctions,
} from './allowed';
import type { Definitions } from './definitions';
import { engineErrorOf } from './engineError';
import { explainedIn } from './explained';
import { checkReading, onlyReading, readingRefusal, withoutFiles } from './reading';
import { Refused } from './refused';
import { undoneOnFailure } from './transaction';

/** They cannot be explained, and contain no query. */
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
 * Parses and plans the statement with DuckDB. Nothing of it runs but the query for the values of a PIVOT without IN,
 * whose source was checked before.
 *
 * @param connection The user's: names mean there what they mean when the statement runs.
 * @returns One statement, or those into which DuckDB splits it; they may run in this order.
 * @throws {Refused} If it may not run.
 * @throws {Error} DuckDB's own error, with its position in `sql`, if it cannot be parsed or bound.
 */
export async function permitted(
  connection: DuckDBConnection,
  sql: string,
  access: Exclude<AccessLevel, 'read'>,
): Promise<DuckDBExtractedStatements> {
  if (access !== 'files' && importsDatabase(sql)) {
    throw writingRefusal(databaseCopy());
  }
  const statements = await connection.extractStatements(sql);
  if (statements.count === 0) {
    throw new Refused(t('DuckDB finds no statement here: it reads the text as a comment.'));
  }
  await new Judge(connection, access).statement(sql, statements.count);
  return statements;
}

/**
 * The same at the level `read`: DuckDB's tree of the text is judged before it is bound, then its plans.
 *
 * @throws {Refused} If it may not run.
 */
export async function permittedReading(
  connection: DuckDBConnection,
  sql: string,
  definitions: Definitions,
): Promise<void> {
  if (importsDatabase(sql)) {
    throw writingRefusal(databaseCopy());
  }
  const mayQuote = await checkReading(connection, sql, definitions);
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) {
    throw new Refused(onlyReading());
  }
  try {
    await new Judge(connection, 'read').one(sql);
  } catch (error) {
    throw error instanceof Refused ? error : withoutFiles(error, mayQuote);
  }
}

const pragmaStart = /^[ \t\n]*PRAGMA[ \t\n]+([a-z_]+)/i;
const importStart =
  /^[ \t\n]*(?:IMPORT[ \t\n]+DATABASE|COPY[ \t\n]+FROM[ \t\n]+DATABASE|PRAGMA[ \t\n]+(?:import|copy)_database)(?![a-z0-9_$])/i;

const databaseCopy = (): string => t('Copying a whole database');

class Judge {
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly access: AccessLevel,
  ) {}

  /** @param count How many statements DuckDB reads in `sql`. */
  async statement(sql: string, count: number): Promise<void> {
    if (importStart.test(sql)) {
      return this.writing(databaseCopy());
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

  async one(sql: string): Promise<void> {
    if (writesWhenBound(sql)) {
      return this.writing('EXPORT DATABASE');
    }
    let plans: readonly unknown[];
    try {
      plans = await this.plansOf(sql);
    } catch (error) {
      // Bound as written, so that the position of an error is in the text.
      return this.unexplained(await this.typeOf(sql), error);
    }
    this.operators(plans);
  }

  /** Some statements cannot be explained. Invalid ones have already failed. */
  private unexplained(type: StatementType, error: unknown): void {
    if (type === StatementType.TRANSACTION) {
      return; // ROLLBACK of a failed transaction, in which nothing can be explained.
    }
    if (engineErrorOf(error).type !== 'Parser') {
      throw error;
    }
    const written = fileTypes.get(type);
    if (written !== undefined) {
      return this.writing(written);
    }
    if (type === StatementType.CREATE) {
      throw new Refused(
        t('CREATE SECRET is refused: a notebook reaches no service that needs one.'),
      );
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

  /** Text that DuckDB reads as several statements: one that it splits, or more than one. */
  private async several(sql: string, count: number): Promise<void> {
    const [statement, ...more] = readsAlike(sql) ? statementsOf(sql) : [];
    if (!statement || more.length > 0) {
      throw new Refused(
        t(
          'DuckDB reads {0} statements here, so none of them runs. End each statement with a semicolon, and write no $, \\ or lone carriage return in it.',
          count,
        ),
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
        t('DuckDB splits this statement into {0}, which are not known to be harmless.', count),
      );
    }
    for (const source of [...sources, sql]) {
      this.operators(await this.plansOf(source));
    }
  }

  private pragma(name: string): void {
    if (!reportingPragmas.includes(name)) {
      throw new Refused(
        t(
          "PRAGMA {0} is refused: a notebook cannot change DuckDB's settings, and this pragma does more than report.",
          name,
        ),
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
      t(
        'EXPLAIN is refused here. Write EXPLAIN, EXPLAIN ANALYZE or EXPLAIN (…) and then the statement, without a comment between.',
      ),
    );
  }

  /** @returns How many statements the text has; 0 if it does not parse, as the rest after EXPLAIN may. */
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
      throw new Refused(t('DuckDB shows no plan for this statement, so it is not run.'));
    }
    for (const name of names) {
      const functionName = name.toLowerCase();
      if (fileOperators.includes(name)) {
        this.writing('COPY … TO');
      } else if (openingFunctions.includes(functionName)) {
        this.writing(t('Reading a database file'));
      } else if (extensionOperators.includes(name)) {
        throw new Refused(t('INSTALL and LOAD are refused: a notebook cannot load extensions.'));
      } else if (this.access === 'read') {
        if (!readingOperators.includes(name) && !tableReadingFunctions.includes(functionName)) {
          throw new Refused(readingRefusal(functionName));
        }
      } else if (!sessionOperators.includes(name) && !readingFunctions.includes(functionName)) {
        const why = refusedFunctions.get(functionName)?.() ?? t('it is not known to be harmless');
        throw new Refused(t('{0} is refused: {1}.', functionName, why));
      }
    }
  }

  /** @returns The plans before and after DuckDB optimises them. */
  private async plansOf(sql: string): Promise<unknown[]> {
    const explained = `EXPLAIN (FORMAT json) ${sql}`;
    const statements = await this.connection.extractStatements(explained);
    if (statements.count > 1) {
      return undoneOnFailure(this.connection, () => this.readPlans(statements));
    }
    // A prepared statement would keep a database file that it names open, and the next one would wait for it.
    const read = await this.connection.runAndReadAll(explained);
    return plansIn(read.getRows());
  }

  private async readPlans(statements: DuckDBExtractedStatements): Promise<unknown[]> {
    const plans: unknown[] = [];
    for (let index = 0; index < statements.count; index++) {
      const prepared = await statements.prepare(index);
      const type = prepared.statementType;
      if (type === StatementType.SET) {
        continue; // SET of how an open transaction handles errors; the settings are locked.
      }
      const rows = await (await prepared.run()).getRows();
      plans.push(...(type === StatementType.EXPLAIN ? plansIn(rows) : []));
      prepared.destroySync();
    }
    return plans;
  }

  private writing(what: string): void {
    if (this.access !== 'files') {
      throw writingRefusal(what);
    }
  }
}

function writingRefusal(what: string): Refused {
  const message = t(
    '{0} is refused: it writes files or opens databases. Use an export command, or allow writing for this notebook.',
    what,
  );
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

/** Whether DuckDB and our tokens split the text alike: strings and comments begin and end in the same places. */
function readsAlike(sql: string): boolean {
  return !/[$\\\0]|\r(?!\n)/.test(sql);
}

/**
 * The expression after DEFAULT in `ALTER TABLE … ADD COLUMN …`, which DuckDB runs in an UPDATE; null for other
 * statements.
 */
function addedDefault({ tokens }: Statement): Span | null {
  const at = tokens.findIndex(({ text, depth }) => text === 'default' && depth === 0);
  const first = tokens[at + 1];
  const last = tokens.at(-1);
  return tokens[0]?.text === 'alter' && at > 0 && first && last
    ? { from: first.from, to: last.to }
    : null;
}

/**
 * @returns Queries that read what DuckDB reads to collect the values of each PIVOT without IN. Each comes after those
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

/** DuckDB creates the directory of EXPORT DATABASE when it binds the statement, which asking for its type does. */
export function writesWhenBound(sql: string): boolean {
  return statementsOf(sql).some(({ tokens }) =>
    tokens.some(({ text }, at) => text === 'export' && tokens[at + 1]?.text === 'database'),
  );
}

/** DuckDB reads the files of IMPORT DATABASE when it parses the text. */
function importsDatabase(sql: string): boolean {
  return statementsOf(sql).some(({ tokens: [first, second] }) => {
    const name = (second && identifierOf(second))?.toLowerCase();
    return (
      (first?.text === 'import' && name === 'database') ||
      (first?.text === 'pragma' && name === 'import_database')
    );
  });
}
