/**
 * A notebook as a Jupyter notebook in Python that runs without Market Signals. It holds the cells' texts, and neither
 * rows nor addresses nor a token: its first cell reads those from the environment.
 */

import cellsModule from '../../../content/python/cells.py';
import serviceModule from '../../../content/python/service.py';
import { macrosNamedIn } from '../analyses/analyses';
import { quotedName, textLiteral } from '../base/quoted';
import { defaultPlanLimits } from '../client/plan';
import { changesColumns } from '../overlays/overlayChanges';
import { amountOf } from '../overlays/overlayQuery';
import { snapshotColumns, snapshotsTableName } from '../overlays/snapshot';
import { parameterTypes } from '../language/knownVariables';
import type { NotebookParameterType, NotebookParameterValue } from '../notebook/parameters';
import type { PageCell, PageSource } from '../page/pageCells';
import type { Portfolios } from '../portfolios/portfolios';
import type { Column } from '../service/columns';
import { entityColumns } from '../service/entityFact';
import { eventNames } from '../service/eventTypes';
import { pointColumns } from '../service/functionColumns';
import { signalFunctions, type SignalFunction } from '../service/functions';
import type { Operation } from '../service/operations';
import { referenceTables } from '../service/referenceTables';
import { sandboxPricesName } from '../service/sandboxPrices';
import { changesFunction } from '../sql/changesArguments';
import { identifierOf, tokenize } from '../sql/tokens';
import { jupyterBegin, jupyterEnd } from '../page/pageEnds';
import { checksum, withExported, type ExportedCell } from './exportedCell';
import { PythonCells } from './pythonCell';
import { pythonBlock } from './pythonText';

export interface JupyterSource extends PageSource {
  /** Its lines between the delimiters; empty if there is none. */
  readonly frontMatter: string;
  readonly variables: readonly NotebookVariable[];
  readonly portfolios: Portfolios;
}

export interface NotebookVariable {
  readonly name: string;
  readonly type: NotebookParameterType;
  /** A date is written `YYYY-mm-dd`. */
  readonly value: NotebookParameterValue;
}

interface JupyterCell {
  readonly kind: 'code' | 'markdown';
  readonly text: string;
  /** What the cell keeps of the notebook; null: it is prose. */
  readonly exported: ExportedCell | null;
}

/** @returns A notebook of nbformat 4.5, which ends as `jupyterEnd` states. */
export function jupyterNotebook(source: JupyterSource): string {
  const { cells } = source;
  const code = cells.filter(({ kind }) => kind === 'code');
  const text = code.map(cell => cell.text).join('\n');
  const python = new PythonCells(text);
  const opening = introduction(source, text);
  const all: JupyterCell[] = [
    {
      ...{ kind: 'markdown', text: opening },
      exported: { kind: 'notebook', frontMatter: source.frontMatter, made: checksum(opening) },
    },
    setupCell(pythonService()),
    setupCell([cellsModule.trim(), ...setup(source, text)].join('\n\n\n')),
    ...cells.map(cell => jupyterCell(cell, python)),
  ];
  const written = all.map((cell, at) => JSON.stringify(nbCell(cell, at), null, 1)).join(',\n');
  return `${jupyterBegin}${written.replace(/^/gm, '  ')}${jupyterEnd}`;
}

function setupCell(text: string): JupyterCell {
  return { kind: 'code', text, exported: { kind: 'setup', made: checksum(text) } };
}

function jupyterCell(cell: PageCell, python: PythonCells): JupyterCell {
  const { kind, text } = cell;
  if (kind === 'markdown') {
    return { kind, text, exported: null };
  }
  const language = cell.language === 'vega-lite' ? cell.language : 'signals-sql';
  const code = python.code(cell);
  return { kind, text: code, exported: { kind: 'cell', language, text, made: checksum(code) } };
}

/** @returns A script that runs the cells of the source in order, each for those after it. */
export function pythonScript(source: JupyterSource): string {
  const code = source.cells.filter(({ kind }) => kind === 'code');
  const text = code.map(cell => cell.text).join('\n');
  const python = new PythonCells(text);
  const parts = [
    pythonService(),
    [cellsModule.trim(), ...setup(source, text)].join('\n\n\n'),
    ...code.map(cell => python.code(cell)),
  ];
  return `${parts.join('\n\n\n')}\n`;
}

/** @returns The functions of the service for Python, with what is known of its operations. */
export function pythonService(): string {
  const functions = signalFunctions.map(each => [each.name, functionFacts(each)] as const);
  const facts = JSON.stringify({
    ...defaultPlanLimits,
    functions: Object.fromEntries(functions),
    eventNames: Object.fromEntries(eventNames),
    entities: columnFacts(entityColumns),
    snapshots: columnFacts(snapshotColumns),
    changes: columnFacts(changesColumns),
    listAmount: amountOf({ operation: 'bullish_stocks', parameters: {} }),
  });
  return serviceModule.replace('__SERVICE__', () => facts).trim();
}

function functionFacts({ name, one, list, none, columns }: SignalFunction): object {
  const points = pointColumns[name];
  return {
    name,
    one: one && operationFacts(one),
    list: list && operationFacts(list),
    none: none && operationFacts(none),
    columns: columnFacts(columns),
    ...(points && { pointColumns: points, series: name.replace('bull_bear_', '') }),
  };
}

function columnFacts(columns: readonly Column[]): readonly (readonly string[])[] {
  return columns.map(({ name, type }) => [name, type]);
}

function operationFacts(operation: Operation): object {
  const { name, method, base, path, subject, parameters } = operation;
  return {
    ...{ name, function: operation.function, method, base, path, subject },
    parameters: parameters.map(parameter => parameter.name),
  };
}

/** @param text The code of the cells. */
function introduction({ title, description, fileName }: PageSource, text: string): string {
  const lead = [
    ...(title === null ? [] : [`# ${title}`]),
    ...(description === null ? [] : [description]),
  ];
  const needs =
    'It needs the Python packages `requests`, `duckdb`, `pandas` and `altair`, and the environment variables `SIGNALS_QUANT_URL`, `SIGNALS_DATA_URL` and `SIGNALS_TOKEN`.';
  const files = [
    ...(text.includes(sandboxPricesName)
      ? ['`SIGNALS_PRICES` names the CSV or Parquet file that its prices are read from.']
      : []),
    ...(text.includes(changesFunction) || text.includes(snapshotsTableName)
      ? [
          '`SIGNALS_SNAPSHOTS` may name a folder that ranked lists are stored in, to be compared with later.',
        ]
      : []),
  ];
  return [
    ...lead,
    `This notebook was exported from \`${fileName.replaceAll('`', '')}\` of Market Signals. ${[needs, ...files].join(' ')}`,
  ].join('\n\n');
}

/** The parameters, portfolios, reference tables and macros that the cells name. */
function setup({ variables, portfolios }: JupyterSource, text: string): string[] {
  const macros = macrosNamedIn(text);
  const words = new Set(
    [text, ...macros].flatMap(tokenize).map(token => identifierOf(token)?.toLowerCase()),
  );
  const statements = [
    ...variables.map(
      ({ name, type, value }) =>
        `SET VARIABLE ${quotedName(name)} = CAST(${value === null ? 'NULL' : textLiteral(String(value))} AS ${parameterTypes[type]})`,
    ),
    ...referenceTables.filter(({ name }) => words.has(name)).map(referenceSql),
    ...(['portfolio', 'portfolios', 'portfolio_weights'].some(name => words.has(name))
      ? portfolioSql(portfolios)
      : []),
    ...macros,
  ];
  return statements.map(statement => `sql(${pythonBlock(statement)})`);
}

function referenceSql({ name, table }: (typeof referenceTables)[number]): string {
  const lists = table.columns.map((column, at) => {
    const values = (table.values[at] ?? []).map(value => literal(value)).join(', ');
    return `unnest(CAST([${values}] AS ${column.type}[])) AS ${quotedName(column.name)}`;
  });
  return `CREATE TABLE signals.${name} AS SELECT ${lists.join(', ')}`;
}

function portfolioSql(portfolios: Portfolios): string[] {
  const rows = Object.entries(portfolios).map(([name, holdings]) => {
    const list = (values: readonly (string | number | null)[]): string =>
      `[${values.map(literal).join(', ')}]`;
    return `(${literal(name)}, ${list(holdings.map(({ entity }) => entity))}, ${list(holdings.map(({ weight }) => weight))}, ${list(holdings.map(each => each.name))})`;
  });
  const columns = '(name VARCHAR, entities VARCHAR[], weights DOUBLE[], names VARCHAR[])';
  return [
    `CREATE TABLE signals.portfolios ${columns}`,
    ...(rows.length === 0 ? [] : [`INSERT INTO signals.portfolios VALUES ${rows.join(', ')}`]),
    'CREATE MACRO signals.portfolio(portfolio_name) AS (SELECT entities FROM signals.portfolios WHERE name = portfolio_name)',
  ];
}

function literal(value: string | number | boolean | null): string {
  return value === null ? 'NULL' : typeof value === 'string' ? textLiteral(value) : String(value);
}

function nbCell({ kind, text, exported }: JupyterCell, at: number): object {
  const id = `cell-${at}`;
  const source = text.split(/(?<=\n)/);
  const metadata = exported ? withExported(exported) : {};
  return kind === 'markdown'
    ? { cell_type: kind, id, metadata, source }
    : { cell_type: kind, execution_count: null, id, metadata, outputs: [], source };
}
