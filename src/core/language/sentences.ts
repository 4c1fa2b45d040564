/** The sentences of all findings, in one place. */

import { plural } from '../base/text';
import { t } from '../base/translations';
import { assertNever } from '../base/assertNever';
import { argumentSentence } from '../sql/argumentProblems';
import { problemSentence } from '../visualise/problems';
import type { DefinitionKind } from '../sql/definitions';
import type { Finding, FindingFacts } from './problems';

/** Names that a sentence lists. */
const MOST_LISTED = 24;

/** @returns The finding as sentences that can be shown as they are. */
export function findingSentence({ code, data }: Finding): string {
  switch (code) {
    case 'syntax':
      return sentence(data.message);
    case 'engine':
      return sentence(data.message);
    case 'unknownTable':
      return data.isFunction
        ? t('{0} is a function: write {1}(…).', data.name, data.name)
        : t('There is no table or view {0}.{1}', data.name, didYouMean(data.near));
    case 'unknownColumn':
      return t(
        'There is no column {0} here.{1}{2}',
        data.name,
        didYouMean(data.near),
        listed(data),
      );
    case 'unknownFunction':
      return data.givesRows
        ? t('There is no table function {0}.{1}', data.name, didYouMean(data.near))
        : t('There is no function {0}.{1}', data.name, didYouMean(data.near));
    case 'needsOver':
      return t('{0} is a window function: write {1}(…) OVER (ORDER BY …).', data.name, data.name);
    case 'rowsNotValue':
      return t(
        '{0} returns rows, and a single value is needed here: write FROM {1}(…), or select one of its columns in brackets: (SELECT … FROM {2}(…)).',
        data.function,
        data.function,
        data.function,
      );
    case 'unfilledParameter':
      return t(
        "Only EXECUTE sets {0}: write PREPARE name AS … first, or use a variable: getvariable('name').",
        data.name,
      );
    case 'unknownType':
      return t('There is no type {0}.{1}', data.name, didYouMean(data.near));
    case 'unknownVariable':
      return t(
        'No cell sets the variable {0} and no parameter has that name, so it is NULL.{1}',
        data.name,
        didYouMean(data.near),
      );
    case 'unknownPortfolio':
      return t('There is no portfolio {0}.{1}', data.name, didYouMean(data.near));
    case 'definedTwice':
      return t(
        '{0} is already defined {1}{2}, so this fails when both run. {3}, or use another name.',
        named(data),
        place(data.cell),
        asOther(data),
        wayOut(data),
      );
    case 'redefined':
      return t(
        '{0} is also defined {1}: the definition that ran last is used.',
        named(data),
        place(data.cell),
      );
    case 'existsAlready':
      return t(
        '{0} already exists{1}, so running this cell fails. {2}, or use another name.',
        named(data),
        asOther(data),
        wayOut(data),
      );
    case 'circle':
      return t(
        '{0} is defined in cell {1}, below, and that cell needs this one: neither can run before the other. Define {2} in a cell above both.',
        data.name,
        data.cell,
        data.name,
      );
    case 'definedLater':
      return t(
        '{0} is defined in cell {1}, below: run that cell first, or move it up.',
        data.name,
        data.cell,
      );
    case 'optionValue':
      return t(
        '{0} takes {1}{2}.',
        data.option,
        data.expected,
        data.value === '' ? '' : t(', not {0}', data.value),
      );
    case 'optionName':
      return t('The option {0} has no meaning here. Did you mean {1}?', data.option, data.near);
    case 'sameTest':
      return t(
        'Cell {0} has a test of this name too: give each its own, since reports name tests by it.',
        data.cell,
      );
    case 'argument':
      return argumentSentence(data.problem);
    case 'noValue':
      return t('{0}: {1} has no value.', data.function, data.argument ?? t('an argument'));
    case 'emptyRange':
      return t(
        '{0} contains no day: date_to is excluded. Write date_through to include it.',
        range(data),
      );
    case 'reversedRange':
      return t('{0} ends before it starts.', range(data));
    case 'requestEach':
      return data.count === null
        ? t(
            'The service takes time_horizon for one entity at a time: one request is sent for each entity.',
          )
        : plural(
            data.count,
            'The service takes time_horizon for one entity at a time: {0} request is sent.',
            'The service takes time_horizon for one entity at a time: {0} requests are sent.',
          );
    case 'lateral':
      return lateralSentence(data);
    case 'refused':
      return data.message;
    case 'noRows':
      return t(
        'VISUALISE draws the rows of a query, but this statement returns none: put the clause after a SELECT.',
      );
    case 'secondSource':
      return t(
        'VISUALISE draws the rows of the query before it, so FROM is not allowed here. Put the table into the query, or after FROM in a layer.',
      );
    case 'specificationUrl':
      return t(
        'A specification may not load a URL. Name a table of this notebook instead: "data": {"name": "table"}.',
      );
    case 'specificationMark':
      return `${data.refusal}.`;
    case 'specificationSyntax':
      return t(
        'This is not valid JSON: {0}',
        sentence(data.message.charAt(0).toLowerCase() + data.message.slice(1)),
      );
    case 'specificationKey':
      return t('Vega-Lite has no {0} here.{1}{2}', data.name, didYouMean(data.near), listed(data));
    case 'specificationValue':
      return t(
        'Vega-Lite does not take this value here.{0}{1}',
        didYouMean(data.near),
        listed({ ...data, known: [...typeOf(data), ...data.known] }),
      );
    case 'specificationUnchecked':
      return t(
        "Vega-Lite's schema could not be read, so this specification is not checked: {0} It is read again as you type; reinstall the extension if that does not help.",
        sentence(data.failure),
      );
    case 'specificationRule':
      return ruleSentence(data);
    case 'chart':
      return problemSentence(data.problem);
    default:
      return assertNever(code);
  }
}

function lateralSentence(data: FindingFacts['lateral']): string {
  const what = t('{0} of {1}', data.argument ?? t('An argument'), data.function);
  if (data.isQuoted) {
    return t(
      '{0} is the name "{1}", which is not known before the query runs. Write text in single quotes.',
      what,
      data.name,
    );
  }
  const fix = data.takesEntities
    ? t('Collect the keys first: {0}((SELECT list(entity) FROM …)).', data.function)
    : t('An argument is a constant: a literal, a variable or a subquery.');
  const text = data.isText ? t(' Write text in single quotes.') : '';
  return t(
    '{0} refers to {1}, which is not known before the query runs. {2}{3}',
    what,
    data.name,
    fix,
    text,
  );
}

function range({ function: called, from, end, endName }: FindingFacts['emptyRange']): string {
  return t('The range of {0}, date_from {1} to {2} {3},', called, from, endName, end);
}

function place(cell: number | null): string {
  return cell === null ? t('above in this cell') : t('in cell {0}', cell);
}

function asOther({ kind, as }: FindingFacts['existsAlready']): string {
  return as === kind
    ? ''
    : {
        table: t(', as a table'),
        view: t(', as a view'),
        macro: t(', as a macro'),
        variable: t(', as a variable'),
      }[as];
}

function wayOut({ kind, as }: FindingFacts['existsAlready']): string {
  return as === kind
    ? t('Write CREATE OR REPLACE')
    : {
        table: t('Drop the table first'),
        view: t('Drop the view first'),
        macro: t('Drop the macro first'),
        variable: t('Drop the variable first'),
      }[as];
}

function didYouMean(near: string | null): string {
  return near === null ? '' : t(' Did you mean {0}?', near);
}

function ruleSentence({ message, missing }: FindingFacts['specificationRule']): string {
  return missing === null
    ? t("Vega-Lite's schema: {0}", sentence(message))
    : t('Vega-Lite needs "{0}" here.', missing);
}

function typeOf({ type }: FindingFacts['specificationValue']): string[] {
  return type === null ? [] : [t('a {0}', type)];
}

interface Listed {
  readonly near: string | null;
  readonly known: readonly string[];
}

function listed({ near, known }: Listed): string {
  const more = known.length > MOST_LISTED ? ', …' : '';
  return near !== null || known.length === 0
    ? ''
    : t(' Possible: {0}{1}.', known.slice(0, MOST_LISTED).join(', '), more);
}

/** DuckDB ends some of its sentences with an exclamation mark, and some with nothing. */
function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text.replace(/!+$/, '')}.`;
}

function named({ kind, name }: { readonly kind: DefinitionKind; readonly name: string }): string {
  return {
    table: t('Table {0}', name),
    view: t('View {0}', name),
    macro: t('Macro {0}', name),
    variable: t('Variable {0}', name),
  }[kind];
}
