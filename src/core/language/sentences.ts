/** The sentences of all findings, in one place. */

import { assertNever } from '../base/assertNever';
import { argumentSentence } from '../sql/argumentProblems';
import { problemSentence } from '../visualise/problems';
import type { Finding, FindingFacts } from './problems';

/** Names that a sentence lists. */
const MOST_LISTED = 24;

/** @returns The finding as sentences that can be shown as they are. */
export function findingSentence({ code, data }: Finding): string {
  switch (code) {
    case 'syntax':
      return `${sentence(data.message)}`;
    case 'engine':
      return sentence(data.message);
    case 'unknownTable':
      return data.isFunction
        ? `${data.name} is a function: write ${data.name}(…).`
        : `There is no table or view ${data.name}.${didYouMean(data.near)}`;
    case 'unknownColumn':
      return `There is no column ${data.name} here.${didYouMean(data.near)}${listed(data)}`;
    case 'unknownFunction':
      return `There is no ${data.givesRows ? 'table function' : 'function'} ${data.name}.${didYouMean(data.near)}`;
    case 'needsOver':
      return `${data.name} is a window function: write ${data.name}(…) OVER (ORDER BY …).`;
    case 'rowsNotValue':
      return `${data.function} returns rows, and a single value is needed here: write FROM ${data.function}(…), or select one of its columns in brackets: (SELECT … FROM ${data.function}(…)).`;
    case 'unfilledParameter':
      return `Only EXECUTE sets ${data.name}: write PREPARE name AS … first, or use a variable: getvariable('name').`;
    case 'unknownType':
      return `There is no type ${data.name}.${didYouMean(data.near)}`;
    case 'unknownVariable':
      return `No cell sets the variable ${data.name} and no parameter has that name, so it is NULL.${didYouMean(data.near)}`;
    case 'unknownPortfolio':
      return `There is no portfolio ${data.name}.${didYouMean(data.near)}`;
    case 'definedTwice':
      return `${capital(data.kind)} ${data.name} is already defined ${place(data.cell)}${asOther(data)}, so this fails when both run. ${wayOut(data)}, or use another name.`;
    case 'redefined':
      return `${capital(data.kind)} ${data.name} is also defined ${place(data.cell)}: the definition that ran last is used.`;
    case 'existsAlready':
      return `${capital(data.kind)} ${data.name} already exists${asOther(data)}, so running this cell fails. ${wayOut(data)}, or use another name.`;
    case 'circle':
      return `${data.name} is defined in cell ${data.cell}, below, and that cell needs this one: neither can run before the other. Define ${data.name} in a cell above both.`;
    case 'definedLater':
      return `${data.name} is defined in cell ${data.cell}, below: run that cell first, or move it up.`;
    case 'optionValue':
      return `${data.option} takes ${data.expected}${data.value === '' ? '' : `, not ${data.value}`}.`;
    case 'sameTest':
      return `Cell ${data.cell} has a test of this name too: give each its own, since reports name tests by it.`;
    case 'argument':
      return argumentSentence(data.problem);
    case 'noValue':
      return `${data.function}: ${data.argument ?? 'an argument'} has no value.`;
    case 'emptyRange':
      return `${range(data)} contains no day: date_to is excluded. Write date_through to include it.`;
    case 'reversedRange':
      return `${range(data)} ends before it starts.`;
    case 'requestEach':
      return `The service takes time_horizon for one entity at a time: ${data.count === null ? 'one request is sent for each entity' : `${data.count} requests are sent`}.`;
    case 'lateral':
      return lateralSentence(data);
    case 'refused':
      return data.message;
    case 'noRows':
      return 'VISUALISE draws the rows of a query, but this statement returns none: put the clause after a SELECT.';
    case 'secondSource':
      return 'VISUALISE draws the rows of the query before it, so FROM is not allowed here. Put the table into the query, or after FROM in a layer.';
    case 'specificationUrl':
      return 'A specification may not load a URL. Name a table of this notebook instead: "data": {"name": "table"}.';
    case 'specificationMark':
      return `${data.refusal}.`;
    case 'specificationSyntax':
      return `This is not valid JSON: ${sentence(data.message.charAt(0).toLowerCase() + data.message.slice(1))}`;
    case 'specificationKey':
      return `Vega-Lite has no ${data.name} here.${didYouMean(data.near)}${listed(data)}`;
    case 'specificationValue':
      return `Vega-Lite does not take this value here.${didYouMean(data.near)}${listed({ ...data, known: [...typeOf(data), ...data.known] })}`;
    case 'specificationUnchecked':
      return `Vega-Lite's schema could not be read, so this specification is not checked: ${sentence(data.failure)} It is read again as you type; reinstall the extension if that does not help.`;
    case 'specificationRule':
      return ruleSentence(data.message);
    case 'chart':
      return problemSentence(data.problem);
    default:
      return assertNever(code);
  }
}

function lateralSentence(data: FindingFacts['lateral']): string {
  const what = `${data.argument ?? 'An argument'} of ${data.function}`;
  if (data.isQuoted) {
    return `${what} is the name "${data.name}", which is not known before the query runs. Write text in single quotes.`;
  }
  const fix = data.takesEntities
    ? `Collect the keys first: ${data.function}((SELECT list(entity) FROM …)).`
    : 'An argument is a constant: a literal, a variable or a subquery.';
  const text = data.isText ? ' Write text in single quotes.' : '';
  return `${what} refers to ${data.name}, which is not known before the query runs. ${fix}${text}`;
}

function range({ function: called, from, end, endName }: FindingFacts['emptyRange']): string {
  return `The range of ${called}, date_from ${from} to ${endName} ${end},`;
}

function place(cell: number | null): string {
  return cell === null ? 'above in this cell' : `in cell ${cell}`;
}

function asOther({ kind, as }: FindingFacts['existsAlready']): string {
  return as === kind ? '' : `, as a ${as}`;
}

function wayOut({ kind, as }: FindingFacts['existsAlready']): string {
  return as === kind ? 'Write CREATE OR REPLACE' : `Drop the ${as} first`;
}

function didYouMean(near: string | null): string {
  return near === null ? '' : ` Did you mean ${near}?`;
}

function ruleSentence(message: string): string {
  const key = /^Missing property "(.+)"\.$/.exec(message)?.[1];
  return key === undefined
    ? `Vega-Lite's schema: ${sentence(message)}`
    : `Vega-Lite needs "${key}" here.`;
}

function typeOf({ type }: FindingFacts['specificationValue']): string[] {
  return type === null ? [] : [`a ${type}`];
}

interface Listed {
  readonly near: string | null;
  readonly known: readonly string[];
}

function listed({ near, known }: Listed): string {
  const more = known.length > MOST_LISTED ? ', …' : '';
  return near !== null || known.length === 0
    ? ''
    : ` Possible: ${known.slice(0, MOST_LISTED).join(', ')}${more}.`;
}

/** DuckDB ends some of its sentences with an exclamation mark, and some with nothing. */
function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text.replace(/!+$/, '')}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
