/** The only way a cell runs, used by the notebook and the command line. */

import { t } from '../../core/base/translations';
import { CancelledError } from '../../core/base/cancellation';
import type { Span } from '../../core/base/span';
import { testOf, type TestResult } from '../../core/notebook/cellTest';
import type { ChangesSummary } from '../../core/protocol/changesSummary';
import type { AccessLevel, RunCellParams } from '../../core/protocol/kernelRpc';
import type {
  CellOutcome,
  MissingRows,
  Provenance,
  ResultChart,
  ResultTable,
} from '../../core/protocol/outcome';
import { LakeError } from '../../core/lake/lakeFile';
import { ServiceError } from '../../core/service/serviceError';
import type { CheckedCall } from '../../core/sql/arguments';
import type { Replacement } from '../../core/sql/composedText';
import { drawnStatement } from '../../core/sql/drawnStatement';
import { statementsOf, type Statement } from '../../core/sql/statements';
import type { CallTable } from '../fetch/callTable';
import { cellErrorOf, CellFailure, RequestFailure } from '../engine/cellFailure';
import { mergedOrigin, type Origin } from '../fetch/origins';
import type { RunState } from './runState';
import { chartCompany } from '../chart/chartCompany';
import { chartOfClause } from '../chart/clauseChart';
import { clauseSql } from '../chart/clauseSql';
import { fetchCall, type FetchedCall, type FetchPorts } from '../fetch/fetchCall';
import {
  changesOfCall,
  changesSummary,
  fillSnapshots,
  keepSnapshot,
  learnForEvents,
} from './overlayChanges';
import { fillPrices } from '../fetch/priceTable';
import { withProgress } from '../engine/queryProgress';
import { resolveCalls, type CallAnswers } from '../fetch/resolveCalls';
import { isQuery, readStatement, runStatement } from './runStatement';
import { onlyReading } from '../engine/reading';
import type { SessionParts } from './sessionParts';
import { chartOfSpecification } from '../chart/specificationChart';

interface Shown {
  readonly table: ResultTable | null;
  readonly chart: ResultChart | null;
}

/** A run that may do what a cell may. */
interface CellRun {
  readonly run: RunState;
  readonly access: Exclude<AccessLevel, 'read'>;
}

const nothing: Shown = { table: null, chart: null };

/** @returns The outcome of the cell. Never throws for what a cell does: that is the outcome's `error`. */
export async function runCell(parts: SessionParts, run: RunState): Promise<CellOutcome> {
  const started = parts.clock.now();
  let shown = nothing;
  let changes: ChangesSummary | undefined;
  let test: TestResult | null = null;
  let failure: unknown = null;
  try {
    await dropUnusedTables(parts);
    shown = await runText(parts, run, seen => (shown = seen));
    test = testResult(run.params, shown);
    failure = run.incompleteness();
    if (!run.showsWhatCame) {
      changes = await changesSummary(parts, run);
    }
  } catch (error) {
    failure = error;
  }
  const cancelled = run.cancellation.isCancellationRequested || failure instanceof CancelledError;
  const ended = parts.clock.now();
  return {
    status: cancelled ? 'cancelled' : failure === null ? 'ok' : 'error',
    ...(cancelled && !run.showsWhatCame ? nothing : shown),
    notes: run.notes,
    ...(cancelled && !run.showsWhatCame && run.kept !== null && { kept: run.kept }),
    ...(run.written !== null && { written: run.written }),
    copyright: run.origin?.copyright ?? null,
    ...(changes && !cancelled && { changes }),
    ...(test && failure === null && !cancelled && { test }),
    error: cancelled || failure === null ? null : cellErrorOf(failure, run.params.text),
    requests: run.requests,
    provenance: {
      ...sourceOf(failure === null ? run.origin : mergedOrigin(run.origin, run.asked)),
      calls: run.calls,
      ...(run.origin && run.origin.missing.length > 0 && { missing: run.origin.missing }),
      fetchedAt: new Date(ended).toISOString(),
      elapsedMs: ended - started,
    },
  };
}

/**
 * @returns What the cell's test found; null if the cell is none.
 * @throws {CellFailure} If there are no rows to count.
 */
function testResult({ language, text }: RunCellParams, { table }: Shown): TestResult | null {
  const test = testOf(language, text);
  if (!test) {
    return null;
  }
  if (!table) {
    const message = t(
      'The test {0} has no rows to count: end its cell with a query that returns the rows that are wrong.',
      test.value,
    );
    throw new CellFailure('test', message, test.span.from);
  }
  return { name: test.value, failedRows: table.rowCount };
}

/** Rows that no answer is part of have no connection. */
function sourceOf(origin: Origin | null): Pick<Provenance, 'connection' | 'synthetic'> {
  return origin
    ? { connection: origin.connections.join(', '), synthetic: origin.synthetic }
    : { connection: null, synthetic: false };
}

/** @param seen Called with each statement's result, so that a later failure does not hide it. */
async function runText(
  parts: SessionParts,
  run: RunState,
  seen: (shown: Shown) => void,
): Promise<Shown> {
  const { access, language } = run.params;
  if (access === 'read') {
    return { table: await runReading(parts, run), chart: null };
  }
  return language === 'signals-sql'
    ? runSql(parts, { run, access }, seen)
    : chartOfSpecification(parts, run);
}

/** At the level `read`: exactly one statement, without a chart. */
async function runReading(parts: SessionParts, run: RunState): Promise<ResultTable> {
  const { text, language, firstPageRows, nestedAsText } = run.params;
  const [statement, ...more] = language === 'signals-sql' ? statementsOf(text) : [];
  if (!statement || more.length > 0) {
    throw new CellFailure('sql', onlyReading(), more[0]?.span.from ?? null);
  }
  if (statement.clause) {
    const message = t('VISUALISE draws a chart, which cannot be read here: leave the clause out.');
    throw new CellFailure('visualise', message, statement.clause.from);
  }
  const { engine, relations } = parts;
  const { replacements } = await fetchedFor(parts, run, { statement, written: statement });
  await parts.directory.write(engine.own);
  const table = await querying(parts, run, () =>
    readStatement(
      text,
      statement,
      { engine, relations, replacements },
      { rowCount: firstPageRows, nestedAsText },
    ),
  );
  parts.origins.keep(text, statement, run.statementOrigin);
  return table;
}

/** @param seen Called with each statement's result, so that a later failure does not hide it. */
async function runSql(
  parts: SessionParts,
  { run, access }: CellRun,
  seen: (shown: Shown) => void,
): Promise<Shown> {
  let last = nothing;
  let written: string | null = null;
  for (const statement of statementsOf(run.params.text)) {
    run.throwIfCancelled();
    const made = await runOne(parts, { run, access }, statement);
    last = made.shown ?? last;
    written = made.written;
    seen(last);
    run.showsWhatCame = run.cancellation.isCancellationRequested && made.shown !== undefined;
  }
  // The number of written rows is only reported if there is nothing else to show.
  if (!last.table && written !== null) {
    run.written = written;
    run.note([written]);
  }
  return last;
}

async function runOne(
  parts: SessionParts,
  { run, access }: CellRun,
  written: Statement,
): Promise<{ shown?: Shown; written: string | null }> {
  const { text } = run.params;
  const { statement, holes } = drawnStatement(text, written);
  if (written.clause && statement.tokens.length === 0) {
    const message = t(
      'VISUALISE draws the rows of a query: write a SELECT before it, or FROM and a table in it.',
    );
    throw new CellFailure('visualise', message, written.clause.from);
  }
  if (written.clause && givesNone(statement)) {
    throw withoutRows(written.clause);
  }
  run.onlyReads = isQuery(statement);
  const { calls, answers, replacements } = await fetchedFor(parts, run, { statement, written });
  const clause = written.clause
    ? await clauseSql(
        { text, clause: written.clause, statement, replacements },
        { engine: parts.engine, ...answers },
      )
    : null;
  await parts.directory.write(parts.engine.own);
  await refuseUnseen(parts, statement, replacements);
  const result = await querying(parts, run, () =>
    runStatement(text, statement, {
      engine: parts.engine,
      relations: parts.relations,
      replacements: [...holes, ...replacements],
      access,
      cell: run.params.cell,
    }),
  );
  parts.origins.keep(text, statement, run.statementOrigin);
  if (result.resultId === null) {
    if (written.clause) {
      throw withoutRows(written.clause);
    }
    return result;
  }
  const { firstPageRows, nestedAsText } = run.params;
  const table = await parts.relations.tableOf(result.resultId, firstPageRows, nestedAsText);
  if (!clause) {
    return { shown: { table, chart: null }, written: null };
  }
  const about = await chartCompany(parts, { text, statement, calls, table });
  const chart = await chartOfClause(parts, run, { sql: clause, table, about });
  return { shown: { table, chart }, written: null };
}

/** Fetches what the statement reads of the service. */
async function fetchedFor(
  parts: SessionParts,
  run: RunState,
  { statement, written }: { statement: Statement; written: Statement },
): Promise<{
  readonly calls: readonly CheckedCall[];
  readonly answers: CallAnswers;
  readonly replacements: readonly Replacement[];
}> {
  const { text } = run.params;
  const access = run.params.access === 'read' ? 'read' : 'session';
  run.statementOrigin = null;
  run.reads(parts.origins.ofStatement(text, written, run.asked));
  await fillSnapshots(parts, run, written);
  await fillPrices(parts, run, written);
  const calls: CheckedCall[] = [];
  const answers = callAnswers(parts, run, calls);
  const { user } = parts.engine;
  const ports = { evaluate: (sql: string) => user.runAndReadAll(sql, access), ...answers };
  const replacements = await resolveCalls(text, statement, ports);
  return { calls, answers, replacements };
}

/** Reports the progress of a query of the user's connection. */
function querying<Answer>(
  { engine }: SessionParts,
  run: RunState,
  query: () => Promise<Answer>,
): Promise<Answer> {
  run.throwIfStopped();
  run.querying();
  return withProgress(engine.user.trusted, percentage => run.querying(percentage), query);
}

const readingVerbs = new Set(['select', 'from', 'values']);
const changing = new Set(['insert', 'update', 'delete', 'merge']);
const silent = new Set(
  'create drop alter truncate comment begin start commit end rollback abort set reset use attach detach prepare deallocate'.split(
    ' ',
  ),
);

/**
 * Statements that return no rows: with a clause they are not run, so that nothing is changed for a chart that cannot be
 * drawn.
 */
function givesNone({ tokens }: Statement): boolean {
  const words = tokens.flatMap(({ text, kind, depth }) =>
    kind === 'word' && depth === 0 ? [text] : [],
  );
  const [first = ''] = words;
  const verb =
    first === 'with' ? words.find(word => readingVerbs.has(word) || changing.has(word)) : first;
  return silent.has(first) || (changing.has(verb ?? '') && !words.includes('returning'));
}

function withoutRows({ from }: Span): CellFailure {
  const message = t(
    'VISUALISE draws the rows of a query, but this statement returns none: put the clause after a SELECT.',
  );
  return new CellFailure('visualise', message, from);
}

/** An open transaction sees the tables as they were at its first read, and so no answers that arrived later. */
async function refuseUnseen(
  { engine: { user } }: SessionParts,
  { sql }: Statement,
  replacements: readonly Replacement[],
): Promise<void> {
  if (replacements.length === 0 || !(await user.inTransaction())) {
    return;
  }
  const schemas = 'SELECT list(schema_name) FROM duckdb_schemas()';
  const seen = String((await user.trusted.runAndReadAll(schemas)).getRows()[0]?.[0]);
  if (!replacements.every(({ text }) => seen.includes(text.split('"')[1] ?? ''))) {
    const message = t(
      'The open transaction began before this answer arrived and cannot see it. End it with COMMIT or ROLLBACK, or create a table from the answer before BEGIN.',
    );
    throw new CellFailure('sql', message, replacements[0]?.span.from ?? sql.from);
  }
}

/** @param calls Collects the calls as they are fetched. */
function callAnswers(parts: SessionParts, run: RunState, calls: CheckedCall[]): CallAnswers {
  return {
    fetchTable: async (call, offset) => {
      calls.push(call);
      const table = await tableOfCall(parts, run, { call, offset });
      if (table.overlay) {
        run.overlays.push({ call, table });
      }
      return table.schema;
    },
    compareOverlays: (asked, offset) =>
      changesOfCall(parts, run, { asked, offset }, call =>
        tableOfCall(parts, run, { call, offset }),
      ),
  };
}

/** @returns The call's table: one from the cache if it is recent enough, otherwise a new one. */
async function tableOfCall(
  parts: SessionParts,
  run: RunState,
  { call, offset }: { call: CheckedCall; offset: number },
): Promise<CallTable> {
  const key = callKey(run, call);
  const { cacheTtlMs } = parts.options;
  const known = run.params.useCache
    ? parts.calls.find(key, parts.clock.now(), cacheTtlMs)
    : undefined;
  if (known) {
    run.requests.push(...known.requests.map(request => ({ ...request, cached: true, ms: 0 })));
    run.note(known.notes);
    run.answered(call, offset, { ...known, cached: true, missing: null });
    return known;
  }
  return fetched(parts, run, { call, offset, key });
}

async function fetched(
  parts: SessionParts,
  run: RunState,
  { call, offset, key }: { call: CheckedCall; offset: number; key: string },
): Promise<CallTable> {
  const operation = call.function.name;
  const schema = parts.calls.nextSchema();
  const { unfinished, clock, options } = parts;
  // Without the cache, everything is requested anew.
  const ttlMs = run.params.useCache ? options.cacheTtlMs : 0;
  const came = unfinished.take(key, clock.now(), ttlMs);
  try {
    await learnForEvents(parts, run, call);
    const ports: FetchPorts = {
      ask: parts.ask,
      answers: parts.answers,
      connection: parts.engine.own,
      directory: parts.directory,
      lakes: parts.lakes,
      limits: parts.options,
      lake: run.params.useCache ? (run.params.connection.lake ?? null) : null,
      nowMs: clock.now(),
      cancellation: run.cancellation,
      keepsRows: run.onlyReads,
      came,
      onUnfinished: (answers, missing) => {
        if (answers.count > 0 && options.cacheTtlMs > 0) {
          unfinished.keep(key, answers, clock.now());
          run.keeps(operation, answers.count, missing);
        }
      },
      log: run.logFor(operation, offset),
    };
    const answer = await run.whileFetching(() => fetchCall(call, schema, ports));
    const table: CallTable = { ...answer, schema, key, fetchedAtMs: parts.clock.now() };
    const missing = missingIn(operation, answer);
    if (missing) {
      run.lacks({ offset, missing, error: answer.failures[0] ?? null });
      parts.calls.retire(table);
    } else {
      parts.calls.keep(table);
      await keepSnapshot(parts, run, call, table);
    }
    run.note(answer.notes);
    run.answered(call, offset, { ...answer, cached: false, missing });
    return table;
  } catch (error) {
    await parts.engine.own.run(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    if (error instanceof LakeError) {
      throw new CellFailure('lake', error.message, offset, { cause: error });
    }
    throw error instanceof ServiceError ? new RequestFailure(error, operation, offset) : error;
  }
}

function missingIn(
  name: string,
  { missing: requests, answered, failures: [error] }: FetchedCall,
): MissingRows | null {
  const reason = error ? error.message : null;
  return requests === 0 ? null : { function: name, requests, of: requests + answered, reason };
}

/** Everything that the answer depends on, without the credential. */
function callKey(run: RunState, call: CheckedCall): string {
  const parameters = Object.entries(call.parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    run.params.connection.epoch,
    call.function.name,
    call.entities,
    parameters,
  ]);
}

async function dropUnusedTables({ engine, calls, clock, options }: SessionParts): Promise<void> {
  if (!calls.retireOld(clock.now(), options.cacheTtlMs)) {
    return;
  }
  const views = await engine.own.runAndReadAll(
    "SELECT string_agg(sql) FROM duckdb_views() WHERE NOT internal AND NOT regexp_full_match(schema_name, '_[0-9]+')",
  );
  const text = String(views.getRows()[0]?.[0] ?? '');
  const inUse = (schema: string): boolean =>
    text.includes(`${schema}.`) || text.includes(`"${schema}"`);
  for (const schema of calls.takeUnused(inUse)) {
    await engine.own.run(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  }
}
