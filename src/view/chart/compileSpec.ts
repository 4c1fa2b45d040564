/** Compiles a fitted specification to Vega's. */

import { t } from '../../core/base/translations';
import type { LoggerInterface, Spec } from 'vega';
import { compile, type Config, type TopLevelSpec } from 'vega-lite';
import { isRecord, type JsonObject } from '../../core/base/json';
import { columnTitle, nameInSentence, titleWithUnit } from '../../core/visualise/chartColumn';

/**
 * Vega-Lite warns of each `fit` next to a height in steps, even of one of the width alone, which Vega handles well.
 * This compiler suppresses that warning. A field without a title of its own is titled as VISUALISE titles a column, and
 * dates are written as in its tooltips.
 *
 * @param spec From `fitSpec`, with its data.
 * @throws {Error} If Vega-Lite cannot compile it.
 */
export function compileSpec(spec: JsonObject, config: Config, logger: LoggerInterface): Spec {
  const { autosize, ...rest } = spec;
  const isWidth =
    isRecord(autosize) && autosize['type'] === 'fit-x' && autosize['contains'] === 'padding';
  const given = isWidth ? { ...rest, autosize: 'pad' } : spec;
  const titles = hasOwnTitles(spec) ? {} : { fieldTitle };
  const options = { config: { ...config, ...dateFormat(spec) }, logger, ...titles };
  const compiled = compile(given as unknown as TopLevelSpec, options).spec;
  return isWidth ? { ...compiled, autosize: { type: 'fit-x', contains: 'padding' } } : compiled;
}

/** Whether the specification chooses among Vega-Lite's forms of titles. */
function hasOwnTitles({ config }: JsonObject): boolean {
  return isRecord(config) && config['fieldTitle'] !== undefined;
}

/**
 * The format of dates in default tooltips and in the texts of marks for screen readers, where Vega-Lite's is American. A
 * format that the specification states for all times is not replaced.
 */
function dateFormat({ config }: JsonObject): Config {
  const isStated =
    isRecord(config) && (config['timeFormat'] ?? config['timeFormatType']) !== undefined;
  return isStated ? {} : { tooltipFormat: { timeFormat: '%Y-%m-%d' } };
}

/** @returns The name of an aggregate at the beginning of a title; one that is rare has its name in Vega-Lite. */
function aggregateText(aggregate: string): string {
  switch (aggregate) {
    case 'sum':
      return t('Sum');
    case 'mean':
      return t('Mean');
    case 'average':
      return t('Average');
    case 'median':
      return t('Median');
    case 'min':
      return t('Min');
    case 'max':
      return t('Max');
    default:
      return `${aggregate.charAt(0).toUpperCase()}${aggregate.slice(1)}`;
  }
}

type FieldTitle = NonNullable<NonNullable<Parameters<typeof compile>[1]>['fieldTitle']>;

const fieldTitle: FieldTitle = ({ field, aggregate, bin, timeUnit }, config) => {
  if (aggregate === 'count') {
    return config.countTitle ?? '';
  }
  const title = columnTitle({ name: field ?? '' });
  if (typeof aggregate === 'string') {
    return (
      titleWithUnit(aggregate, field ?? '') ??
      t('{0} of {1}', aggregateText(aggregate), nameInSentence(field ?? ''))
    );
  }
  const unit = isRecord(timeUnit) ? timeUnit['unit'] : timeUnit;
  // What is binned already has the title of a value.
  const isUnit = typeof unit === 'string' && !unit.startsWith('binned');
  return isUnit
    ? `${title} (${unit.replace(/^utc/, '').replace(/(dayofyear|year|quarter|month|week|day|date|hours|minutes|seconds)(?=.)/g, '$1-')})`
    : bin === true || (isRecord(bin) && bin['binned'] !== true)
      ? `${title} (binned)`
      : title;
};
