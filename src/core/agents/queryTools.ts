/** Tools that run a statement: the model's own, a ranked list, the events of a company. */

import * as v from 'valibot';
import { CancellationSource, CancelledError, type Cancellation } from '../base/cancellation';
import { parsePlainDate } from '../base/plainDate';
import { textLiteral } from '../base/quoted';
import type { Json } from '../base/json';
import { footerLine } from '../protocol/footer';
import type { CellOutcome } from '../protocol/outcome';
import { industries, sourceCountries, stockIndices, timeHorizons } from '../service/enumerations';
import { dataAnswer, maxAnswerRows, plainAnswer, rowsAnswer } from './agentAnswer';
import { keptRowCount, type AgentRun, type RunSource } from './agentRuns';
import {
  AgentError,
  agentTool,
  type AgentAnswer,
  type AgentServices,
  type AgentSession,
} from './agentTool';

/** Characters of a statement. */
const maxSqlLength = 20_000;

const maxNameLength = 300;

/** The longest link in an answer. */
const maxLinkLength = 1_000;

const day = v.pipe(
  v.string(),
  v.check(text => parsePlainDate(text) !== undefined, 'A day is written YYYY-MM-DD.'),
);

export const name = v.pipe(v.string(), v.minLength(1), v.maxLength(maxNameLength));

const notebook = v.optional(
  v.pipe(
    name,
    v.description(
      'The notebook in whose session the statement runs, so that it can read its tables and variables. Leave out for a session without any.',
    ),
  ),
);

const sqlInput = v.strictObject({
  sql: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(maxSqlLength),
    v.description(
      "One SELECT statement of DuckDB's SQL. The service's operations are table functions: FROM bullish_stocks(amount := 10).",
    ),
  ),
  notebook,
});

export const runSqlTool = agentTool({
  name: 'signals_run_sql',
  title: 'Run SQL',
  description:
    "Runs one reading statement (SELECT, FROM, WITH, VALUES, SUMMARIZE, DESCRIBE) of DuckDB's SQL over the signals of companies and returns at most 50 rows: aggregate and filter in SQL. Nothing can be written, no file can be read. Call signals_describe first to learn the table functions, their arguments and columns. Dates: date_to is exclusive, date_through inclusive.",
  input: sqlInput,
  isEdit: false,
  handle: ({ sql, notebook: of = null }, services, cancellation) =>
    runStatement({ kind: 'statement', sql, notebook: of }, services, cancellation),
});

const overlayInput = v.strictObject({
  side: v.pipe(v.picklist(['bullish', 'bearish']), v.description('Which of the two lists.')),
  amount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAnswerRows)), 15),
  industry: v.optional(v.picklist(industries)),
  source_country: v.optional(v.picklist(sourceCountries)),
  stock_index: v.optional(v.picklist(stockIndices)),
  time_horizon: v.optional(v.picklist(timeHorizons)),
});

export const overlaysTool = agentTool({
  name: 'signals_list_overlays',
  title: 'List bullish or bearish stocks',
  description:
    'Returns the ranked list (overlay) of the stocks with the most bullish or most bearish scores today, in the order of the service, with the key (entity) of each.',
  input: overlayInput,
  isEdit: false,
  handle: ({ side, amount, ...filters }, services, cancellation) => {
    const given = Object.entries(filters).flatMap(([parameter, value]) =>
      value === undefined ? [] : [`, ${parameter} := ${textLiteral(value)}`],
    );
    const sql = `SELECT rank, entity, name, ticker, industry, country_name, date, bull_bear_score FROM ${side}_stocks(amount := ${amount}${given.join('')}) ORDER BY rank`;
    return runStatement({ kind: 'statement', sql, notebook: null }, services, cancellation);
  },
});

const eventsInput = v.strictObject({
  company: v.pipe(
    name,
    v.description(
      "The company's key as in the column entity, for example company:x. Keys are in ranked lists; a name is not a key.",
    ),
  ),
  date_from: v.optional(v.pipe(day, v.description('The first day, YYYY-MM-DD.'))),
  date_through: v.optional(v.pipe(day, v.description('The last day, YYYY-MM-DD, included.'))),
  event_ids: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,40}$/))),
      v.maxLength(200),
      v.description('Only these event types, such as E53_A. Default: all.'),
    ),
  ),
  detail: v.optional(
    v.pipe(
      v.picklist(['counts', 'mentions']),
      v.description(
        'counts: events of each type and day. mentions: one row per detected mention, with role, factuality and temporality.',
      ),
    ),
    'counts',
  ),
});

const detailSql = {
  counts: {
    call: 'events_ts',
    columns: 'date, event_id, event_name, count',
    order: 'date DESC, event_id',
  },
  mentions: {
    call: 'company_events',
    columns: 'news_publish_time, event_id, event_name, role, factuality, temporality',
    order: 'news_publish_time DESC, event_id',
  },
} as const;

export const eventsTool = agentTool({
  name: 'signals_company_events',
  title: 'Events of a company',
  description:
    'Returns the business events detected for one company, newest first: counts of each type and day, or the mentions. Without dates: the period that the service takes by default.',
  input: eventsInput,
  isEdit: false,
  handle: ({ company, detail, event_ids: ids, ...days }, services, cancellation) => {
    const { call, columns, order } = detailSql[detail];
    const given = Object.entries(days).flatMap(([each, value]) =>
      value === undefined ? [] : [`${each} := DATE '${value}'`],
    );
    const types = ids?.length ? ids.map(textLiteral).join(', ') : undefined;
    const isAsked = types !== undefined && detail === 'mentions';
    const isKept = types !== undefined && detail === 'counts'; // The service counts all types.
    const args = [textLiteral(company), ...given, ...(isAsked ? [`event_ids := [${types}]`] : [])];
    const where = isKept ? ` WHERE event_id IN (${types})` : '';
    const sql = `SELECT ${columns} FROM ${call}(${args.join(', ')})${where} ORDER BY ${order}`;
    return runStatement({ kind: 'statement', sql, notebook: null }, services, cancellation);
  },
});

/** @throws {AgentError} If rows of the session may not be given to a model: nothing runs then, since an error reveals something about rows, too. */
async function runStatement(
  source: Extract<RunSource, { kind: 'statement' }>,
  services: AgentServices,
  cancellation: Cancellation,
): Promise<AgentAnswer> {
  const session = await sharingSession(source.notebook, services);
  const outcome = await withinLimit(services, cancellation, limited =>
    session.run(source.sql, keptRowCount, limited),
  );
  if (!sharesRun({ source, provenance: outcome.provenance }, session)) {
    throw withheld(services);
  }
  if (outcome.status === 'cancelled') {
    return plainAnswer('Cancelled.', true);
  }
  if (outcome.error) {
    const { code, message, at } = outcome.error;
    const place = at ? { line: at.line, column: at.column } : {};
    return dataAnswer(
      `The statement failed (${code}).`,
      { error: message, ...place, notes: outcome.notes },
      true,
    );
  }
  const { table, provenance } = outcome;
  if (!table) {
    return plainAnswer('The statement returned no rows.');
  }
  return runAnswer({ source, ...table, provenance }, services, detailsOf(outcome));
}

/**
 * Cancels the work at the time limit, and when it is cancelled, and does not wait for it to stop: it may be in a queue, or in
 * DuckDB where nothing interrupts it.
 *
 * @throws {AgentError} At the time limit.
 * @throws {CancelledError} If cancelled.
 */
async function withinLimit<Answer>(
  { timeLimit: { seconds, clock }, timeAdvice }: AgentServices,
  cancellation: Cancellation,
  work: (cancellation: Cancellation) => Promise<Answer>,
): Promise<Answer> {
  const stop = new CancellationSource();
  const ended = new CancellationSource();
  const listening: { dispose(): void }[] = [];
  const cancelled = new Promise<never>((_, reject) => {
    listening.push(
      cancellation.onCancellationRequested(() => {
        stop.cancel();
        reject(new CancelledError());
      }),
    );
  });
  const late = clock.sleep(seconds * 1000, ended).then(() => {
    stop.cancel();
    throw new AgentError(
      `The statement was stopped after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, the time limit of a call, so there is no answer. Ask for fewer companies or days, or aggregate earlier. ${timeAdvice}`,
    );
  });
  try {
    return await Promise.race([work(stop), cancelled, late]);
  } finally {
    listening.forEach(each => each.dispose());
    ended.cancel();
  }
}

/** @throws {AgentError} If rows of the session may not be given to a model. */
export async function sharingSession(
  of: string | null,
  services: AgentServices,
): Promise<AgentSession> {
  const session = await services.session(of);
  if (!session.sharesRows) {
    throw withheld(services);
  }
  return session;
}

/** Rows of a statement that are not of the service are of the session, which is shared. */
export function sharesRun(
  { source, provenance }: Pick<AgentRun, 'source' | 'provenance'>,
  session: AgentSession,
): boolean {
  const isOfSession = source.kind === 'statement' && provenance.connection === null;
  return session.sharesRows && (isOfSession || session.sharesRowsOf(provenance));
}

/** What is said instead of rows, whatever they are. */
export function withheld({ sharingAdvice }: AgentServices): AgentError {
  return new AgentError(
    `Rows of this connection are not given to language models, and nothing about them is. ${sharingAdvice} You can still describe functions, read the text of cells, and suggest a cell that the person runs.`,
  );
}

/** Keeps the run under a name and returns its first rows. */
export function runAnswer(
  run: AgentRun,
  services: AgentServices,
  details: Readonly<Record<string, Json>>,
): AgentAnswer {
  const id = services.runs.keep(run);
  const { source, columns, rows, rowCount, provenance } = run;
  const link = services.link(source);
  return rowsAnswer({
    title: `${id}`,
    details: {
      source: footerLine({ provenance, rowCount, restored: false }),
      ...(provenance.synthetic ? { synthetic: 'Synthetic data: not real market data.' } : {}),
      ...(source.kind === 'cell' ? { notebook: source.notebook, cell: source.cell } : {}),
      ...(link !== null && link.length <= maxLinkLength ? { link } : {}),
      ...details,
    },
    columns,
    rows,
    rowCount,
  });
}

function detailsOf({ notes, copyright }: CellOutcome): Readonly<Record<string, Json>> {
  return {
    ...(notes.length > 0 ? { notes } : {}),
    ...(copyright?.copyright_info ? { rights: copyright.copyright_info } : {}),
  };
}
