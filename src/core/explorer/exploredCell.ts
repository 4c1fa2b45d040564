/** The SQL of what an explorer shows, as a person would write it: a cell with it returns exactly these rows. */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import type { Arrangement } from '../protocol/arrangement';
import type { Written } from '../protocol/exploration';
import type { ResultColumn } from '../protocol/outcome';
import { signalFunctions } from '../service/functions';
import { drawnStatement } from '../sql/drawnStatement';
import { statementsOf, type Statement } from '../sql/statements';
import type { Token } from '../sql/tokens';
import { areMentions, mentionsSql } from './mentions';
import { columnAt, literals, rowConditions } from './rowConditions';

/** A result, and the cell that returned it. */
export interface ExploredSource {
  readonly text: string;
  readonly columns: readonly ResultColumn[];
}

/** The words with which a statement begins whose rows another statement can read. */
const readable = new Set(['select', 'from', 'with', 'values', 'table', 'pivot', 'unpivot']);
const described = new Set(['describe', 'show', 'summarize']);

/** Columns of the service: none of their names is a reserved word. */
const bareNames = new Set(
  signalFunctions.flatMap(({ columns }) => columns.map(({ name }) => name)),
);

/**
 * @returns `FROM` the cell's own query, with the filters and the order; for a timeline or events, what is made of it.
 * @throws {Error} With a sentence for the reader, if the cell's rows cannot be read by another statement.
 */
export function exploredCell(
  { text, columns }: ExploredSource,
  { filters, sort }: Arrangement,
  what: Written = { kind: 'rows' },
): string {
  const conditions = rowConditions(filters, columns, { ...literals, name });
  const source = [
    sourceOf(text),
    ...conditions.map((condition, index) => `${index === 0 ? 'WHERE' : '  AND'} ${condition}`),
  ].join('\n');
  switch (what.kind) {
    case 'events':
      return mentionsSql(source, columns);
    case 'timeline':
      return timelineCell(source, columns, what);
    case 'rows': {
      const keys = sort.map(key => {
        const { name: of } = columnAt(columns, key);
        return `${name(of)} ${key.descending ? 'DESC' : 'ASC'} NULLS LAST`;
      });
      return keys.length === 0 ? source : `${source}\nORDER BY ${keys.join(', ')}`;
    }
  }
}

function name(of: string): string {
  return bareNames.has(of) ? of : quotedName(of);
}

function timelineCell(
  source: string,
  columns: readonly ResultColumn[],
  { time, unit, stack }: Extract<Written, { kind: 'timeline' }>,
): string {
  const day = name(columnAt(columns, { column: time }).name);
  const part = stack === null ? [] : [name(columnAt(columns, { column: stack }).name)];
  const counted = areMentions(columns) ? 'mentions' : 'row_count';
  return [
    `SELECT ${[`date_trunc('${unit}', ${day})::DATE AS ${unit}`, ...part, `count(*) AS ${counted}`].join(', ')}`,
    source,
    'GROUP BY ALL',
    'ORDER BY ALL',
    `VISUALISE ${[`${unit} AS x`, `${counted} AS y`, ...part.map(of => `${of} AS fill`)].join(', ')}`,
    'DRAW bar',
  ].join('\n');
}

function sourceOf(text: string): string {
  const returning = statementsOf(text)
    .map(statement => drawnStatement(text, statement))
    .findLast(({ statement }) => isReadable(statement));
  if (!returning) {
    throw new Error(t('The cell has no query whose rows another cell can read.'));
  }
  const { statement, holes } = returning;
  let { from } = statement.sql;
  let sql = '';
  for (const { span, text: filling } of holes) {
    sql += text.slice(from, span.from) + filling;
    from = span.to;
  }
  sql += text.slice(from, statement.sql.to);
  return isOnlySource(statement.tokens) ? sql : `FROM (\n${indented(sql)}\n)`;
}

function isReadable({ tokens: [first] }: Statement): boolean {
  const word = first?.text ?? '';
  return readable.has(word) || described.has(word) || first?.kind === 'open';
}

/** Whether it is `FROM name` or `FROM function(…)`, to which conditions can be added as they are. */
function isOnlySource([from, source, open, ...rest]: readonly Token[]): boolean {
  const isName = source?.kind === 'word' || source?.kind === 'quoted' || source?.kind === 'string';
  if (from?.text !== 'from' || !isName) {
    return false;
  }
  const close = rest.findIndex(({ depth }) => depth === 0);
  return open === undefined || (open.text === '(' && close === rest.length - 1);
}

/** A line within a string must not change, so that lines are only indented where there is none. */
function indented(sql: string): string {
  return /['"$]/.test(sql.split('\n').slice(1).join('\n')) ? sql : sql.replace(/^/gm, '  ');
}
