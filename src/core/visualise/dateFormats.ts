/** How dates are written at the ticks of a time axis. */

/** One spelling at each step, as Vega's time formats; a year is written where it or a month begins. */
export const dateFormats = {
  year: '%Y',
  quarter: '%b %Y',
  month: '%b %Y',
  week: '%-d %b',
  date: '%-d %b',
  hours: '%H:%M',
  minutes: '%H:%M',
  seconds: '%H:%M:%S',
  milliseconds: '%H:%M:%S.%L',
} as const;
