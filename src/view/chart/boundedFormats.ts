/** Limits number formats that pad text to a width: `format(1, '999999999')` has as many characters. */

import { t } from '../../core/base/translations';
import type { View } from 'vega';
import type { WorkMeter } from './workMeter';

type Locale = ReturnType<View['locale']>;

const mostFormatLength = 1_000;

/** @throws {WorkRefusal} If the format has a width of four digits or more. */
export function checkFormat(specifier: unknown, meter: WorkMeter): void {
  const text = typeof specifier === 'object' ? '' : String(specifier ?? '');
  if (/\d{4}/.test(text) || text.length > mostFormatLength) {
    meter.refuse(t('A number format may be at most 999 characters wide.'));
  }
}

/** Checks the formats that axes, legends and titles take from the view. */
export function boundFormats(view: View, meter: WorkMeter): void {
  const locale = view.locale() as unknown as Readonly<Record<string, Formatter>>;
  const checked = Object.fromEntries(
    ['format', 'formatPrefix', 'formatFloat'].map(name => [
      name,
      (specifier: unknown, ...rest: unknown[]) => {
        checkFormat(specifier, meter);
        return locale[name]?.(specifier, ...rest);
      },
    ]),
  );
  const formatSpan = (
    start: unknown,
    stop: unknown,
    count: unknown,
    specifier: unknown,
  ): unknown => {
    checkFormat(specifier, meter);
    return locale['formatSpan']?.(start, stop, count, specifier);
  };
  view.locale({ ...locale, ...checked, formatSpan } as unknown as Locale);
}

type Formatter = (...values: unknown[]) => unknown;
