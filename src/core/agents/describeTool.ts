/** The tool that describes the SQL surface: the table functions, their arguments and columns, and the event types. */

import * as v from 'valibot';
import { nearest } from '../base/nearest';
import { counted } from '../base/text';
import { builtInCallables, type Callable, type CallableArgument } from '../language/callables';
import { referenceTables, type ReferenceTable } from '../service/referenceTables';
import { plainAnswer } from './agentAnswer';
import { AgentError, agentTool } from './agentTool';

const input = v.strictObject({
  name: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.description(
        'A table function or a reference table, for example bull_bear_score_ts or event_types. Leave out for a list of all.',
      ),
    ),
  ),
  search: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.description(
        'Only rows of the reference table, or entries of the list, that contain this word.',
      ),
    ),
  ),
});

/** What it returns is in this program: nothing is requested and no row is read. */
export const describeTool = agentTool({
  name: 'signals_describe',
  title: 'Describe functions and event types',
  description:
    'Describes what SQL can use: the table functions of the service, analyses, and reference tables such as event_types (ids and names of events), industries and stock_indices. Without a name: a list.',
  input,
  isEdit: false,
  handle: ({ name, search }) => {
    if (name === undefined) {
      return Promise.resolve(plainAnswer(search === undefined ? listText() : foundText(search)));
    }
    const key = name.toLowerCase();
    const callable = builtInCallables.find(each => each.name === key);
    const table = referenceTables.find(each => each.name === key);
    if (callable) {
      return Promise.resolve(plainAnswer(callableText(callable)));
    }
    if (table) {
      return Promise.resolve(plainAnswer(tableText(table, search ?? '')));
    }
    throw new AgentError(unknownText(key));
  },
});

function unknownText(key: string): string {
  const names = [...builtInCallables, ...referenceTables].map(({ name }) => name);
  const near = nearest(key, names);
  return near === null
    ? `There is no function and no reference table of that name. There are ${names.join(', ')}.`
    : `There is no function and no reference table of that name. Did you mean ${near}?`;
}

/** @returns The functions and tables whose names, descriptions or rows contain the word. */
function foundText(search: string): string {
  const word = search.toLowerCase();
  const has = (...texts: readonly (string | null)[]): boolean =>
    texts.some(text => text?.toLowerCase().includes(word));
  const callables = builtInCallables.filter(({ name, doc }) => has(name, doc));
  const tables = referenceTables.filter(({ name, doc }) => has(name, doc));
  const rows = referenceTables.flatMap(({ name, table }) => {
    const count = rowsOf(table).filter(row => has(...row)).length;
    return count === 0
      ? []
      : [
          `- ${name}: ${counted(count, 'row')}. Call signals_describe with this name and the same search.`,
        ];
  });
  const lines = [
    ...[...callables, ...tables].map(({ name, doc }) => `- ${name}: ${firstSentence(doc ?? '')}`),
    ...(rows.length > 0 ? ['Rows of reference tables:', ...rows] : []),
  ];
  return lines.length > 0
    ? lines.join('\n')
    : 'No name, description or row contains that word. Describe without a word for a list of all.';
}

function listText(): string {
  const line = ({ name, doc }: { readonly name: string; readonly doc: string | null }): string =>
    `- ${name}: ${firstSentence(doc ?? '')}`;
  const kind = (kinds: Callable['kind']): string[] =>
    builtInCallables.filter(each => each.kind === kinds).map(line);
  return [
    'Table functions of the service, used as FROM name(…):',
    ...kind('signal'),
    '',
    'Analyses, table macros over tables that are passed by name:',
    ...kind('analysis'),
    '',
    'Reference tables, used as FROM name:',
    ...referenceTables.map(line),
    '- entities: keys, names, tickers and ISINs of the companies in the answers of the session so far.',
    '',
    'Arguments are named, name := value, and constant: a literal, current_date - 30, or a scalar subquery such as (SELECT list(entity) FROM bullish_stocks(amount := 10)). Describe a name to see its arguments and columns.',
  ].join('\n');
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function callableText({ name, doc, arguments: own, columns, positional }: Callable): string {
  const written = own.map((argument, index) =>
    index < positional && argument.required ? argument.name : `${argument.name} := …`,
  );
  return [
    `FROM ${name}(${written.join(', ')})`,
    ...(doc === null ? [] : [doc]),
    '',
    ...(own.length > 0 ? ['Arguments:', ...own.map(argumentText)] : ['It has no arguments.']),
    '',
    'Columns:',
    ...(columns ?? []).map(column => `- ${column.name} ${column.type}: ${column.doc}`),
  ].join('\n');
}

/** More values than these are in a reference table. */
const fewValues = 16;

function argumentText(argument: CallableArgument): string {
  const { name, doc, values, required, repeatable } = argument;
  const table = referenceTables.find(({ parameter }) => parameter === name)?.name;
  const few = values.slice(0, fewValues).map(({ value }) => `'${value}'`);
  const more = values.length > fewValues ? `, … (${table ?? 'and more'})` : '';
  return [
    `- ${name}${required ? ' (required)' : ''}${repeatable ? ' (one value or a list)' : ''}:`,
    doc ?? '',
    ...(few.length > 0 ? [`One of ${few.join(', ')}${more}.`] : []),
    ...(argument.default === null ? [] : [`Default: ${argument.default}.`]),
  ].join(' ');
}

function rowsOf({ rowCount, values }: ReferenceTable['table']): string[][] {
  return Array.from({ length: rowCount }, (_, row) =>
    values.map(column => String(column[row] ?? '')),
  );
}

function tableText({ name, doc, table }: ReferenceTable, search: string): string {
  const word = search.toLowerCase();
  const found = rowsOf(table).filter(row => row.some(value => value.toLowerCase().includes(word)));
  return [
    `FROM ${name}: ${doc}`,
    `Columns: ${table.columns.map(column => `${column.name} ${column.type}`).join(', ')}`,
    '',
    ...(found.length > 0
      ? found.map(row => row.filter(value => value !== '').join(' | '))
      : ['No row contains that word.']),
  ].join('\n');
}
