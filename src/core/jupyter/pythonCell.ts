/**
 * A cell as Python, in the terms of `content/python/cells.py`: `ask` puts the answer to a call into a table, `sql` runs
 * a statement that reads the table, `chart` draws tables.
 */

import { quotedName } from '../base/quoted';
import type { Span } from '../base/span';
import { withoutOptions } from '../notebook/cellOptions';
import { changesCallsOf, type ChangesCall } from '../sql/changesCalls';
import { sandboxPricesName } from '../service/sandboxPrices';
import { snapshotsTableName } from '../overlays/snapshot';
import { callsOf, type SignalCall } from '../sql/calls';
import { ComposedText, type Replacement } from '../sql/composedText';
import { drawnStatement } from '../sql/drawnStatement';
import { commonTablesAt, withCommonTables } from '../sql/scope';
import { statementsOf, type Statement } from '../sql/statements';
import { identifierOf } from '../sql/tokens';
import { editableChart } from '../visualise/editableChart';
import type { PageCell } from '../page/pageCells';
import { pythonBlock, pythonText } from './pythonText';

/** The tables that hold what a session knows, and the functions that fill them before a statement reads them. */
const FILLED: Readonly<Record<string, string>> = {
  entities: 'fill_entities()',
  [snapshotsTableName]: 'fill_snapshots()',
  [sandboxPricesName]: 'fill_prices()',
};
const QUERIES = new Set(
  'select from with values pivot unpivot summarize describe show explain table ('.split(' '),
);

/** Writes the cells of one notebook, in order. */
export class PythonCells {
  private answers = 0;
  private readonly answerName: string;

  /** @param taken The texts of all cells: names that occur in them are not used for others. */
  constructor(private taken: string) {
    let name = 'answer';
    while (taken.includes(`${name}_`)) {
      name += '_';
    }
    this.answerName = name;
  }

  /** @returns Lines of Python whose last is the cell's result. */
  code(cell: Pick<PageCell, 'language' | 'text' | 'results'>): string {
    const text = withoutOptions(cell.text);
    if (cell.language !== 'signals-sql') {
      return `chart(${pythonBlock(text.trim())})`;
    }
    const chart = cell.results.findLast(result => result.chart)?.chart;
    const source = chart?.source;
    const made = source && editableChart(text, { spec: chart.spec, source }, this.taken);
    if (!made) {
      return this.statements(text);
    }
    this.taken += `\n${made.data ?? ''}`;
    const statements = statementsOf(text);
    const drawn = statements.findLastIndex(({ clause }) => clause !== null);
    const lines = [
      ...this.linesOf(text, statements.slice(0, drawn)),
      ...(made.data === null ? [] : this.linesOf(made.data, statementsOf(made.data))),
      ...this.linesOf(text, statements.slice(drawn + 1)),
      `chart(${pythonBlock(made.specification)})`,
    ];
    return lines.join('\n');
  }

  private statements(text: string): string {
    const statements = statementsOf(text);
    const lines = this.linesOf(text, statements);
    const last = statements.findLastIndex(isQuery);
    const notes = statements.some(({ clause }) => clause !== null)
      ? ['# The chart is left out: the notebook was exported without a run of this cell.']
      : [];
    return [...notes, ...lines, ...(last < 0 ? [] : ['result'])].join('\n');
  }

  private linesOf(text: string, statements: readonly Statement[]): string[] {
    return statements.flatMap(written => this.statement(text, written));
  }

  private statement(text: string, written: Statement): string[] {
    const { statement, holes } = drawnStatement(text, written);
    const replacements: Replacement[] = [];
    const calls = [...callsOf(statement), ...changesCallsOf(statement)].sort(innerFirst);
    const lines = calls.map(call => {
      const into = `${this.answerName}_${++this.answers}`;
      const asked = askLine(text, { call, into, statement, replacements });
      replacements.push({ span: call.span, text: `${quotedName(into)}.${call.function.name}` });
      return asked;
    });
    const composed = new ComposedText().copy(text, statement.sql, [...holes, ...replacements]).text;
    const run = `sql(${pythonBlock(composed)})`;
    return [...lines, ...fillLines(statement), isQuery(statement) ? `result = ${run}` : run];
  }
}

function askLine(
  text: string,
  {
    call,
    into,
    statement,
    replacements,
  }: {
    readonly call: SignalCall | ChangesCall;
    readonly into: string;
    readonly statement: Statement;
    readonly replacements: readonly Replacement[];
  },
): string {
  const names = [pythonText(call.function.name), `into=${pythonText(into)}`];
  if (call.arguments.length === 0) {
    return `ask(${names.join(', ')})`;
  }
  const tables = commonTablesAt(statement.tokens, call.span.from);
  const query = withCommonTables(text, tables, replacements).add(
    tables.length === 0 ? 'SELECT ' : ' SELECT ',
  );
  call.arguments.forEach(({ name, value }, index) => {
    query.add(index === 0 ? '(' : ', (').copy(text, value, replacements);
    query.add(`) AS ${quotedName((name ?? call.function.first ?? '').toLowerCase())}`);
  });
  return `ask(${names.join(', ')}, arguments=${pythonBlock(query.text)})`;
}

/** As each kind of call is ordered. */
function innerFirst(
  { span: a }: { readonly span: Span },
  { span: b }: { readonly span: Span },
): number {
  return a.to - b.to || b.from - a.from;
}

function isQuery({ tokens }: Pick<Statement, 'tokens'>): boolean {
  return QUERIES.has(tokens[0]?.text ?? '');
}

/** @returns The lines that fill the tables which the statement reads. */
function fillLines({ tokens }: Pick<Statement, 'tokens'>): string[] {
  // The names are also those of columns and arguments.
  const names = new Set(
    tokens
      .filter((_, at) => ['from', 'join', ','].includes(tokens[at - 1]?.text ?? ''))
      .map(token => identifierOf(token)?.toLowerCase()),
  );
  return Object.entries(FILLED).flatMap(([name, line]) => (names.has(name) ? [line] : []));
}
