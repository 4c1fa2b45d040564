/** Formats of dates at the ticks of a time axis, and without an axis. */

/** One of Vega's time formats per step; the year is written where a year or a month begins. */
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

/** On a discrete axis; where its dates name their year or their month alone, they have one of the other forms. */
export const bandDateFormats = { date: '%-d %b', time: '%-d %b %H:%M' } as const;

/** Without an axis, as in a legend or the name of a panel. */
export const wholeDateFormats = { date: '%-d %b %Y', time: '%-d %b %Y %H:%M' } as const;
