/**
 * What the specification leaves open, as named options.
 *
 * Every gap that concerns a client has an option here (A1 to A25, except the vendor field and the score scale, which
 * are fields of the configuration), so that a client can be tested with each way of filling it; untrusted texts have
 * options too. The first value is the sandbox's default.
 */

export const switchValues = {
  /** A1: whether the day `date_from` itself is in the range. */
  dateFrom: ['inclusive', 'exclusive'],
  /** A2: neither date: the look-back period up to the last day, or all of history. */
  noDates: ['back', 'everything'],
  /** A3: only `date_to`: the look-back period before it, or all of history before it. */
  onlyDateTo: ['back', 'everything'],
  /** A4: only `date_from`: up to the last day, or the look-back period's length from it. */
  onlyDateFrom: ['toEnd', 'back'],
  /** A5: a `default_time_back` that is not a number and d, w, m or y: refused, or taken as `1w`. */
  backSyntax: ['strict', 'lenient'],
  /** A6: dates on overlays. */
  overlayDates: ['ignored', 'honoured', '422'],
  /** A7: an unknown entity in a list. */
  unknownInList: ['omitted', 'empty', 'null', '404', '422'],
  /** A8: an unknown entity in the path. */
  unknownSingle: ['404', 'empty', '422'],
  /** A9: a repeated entity in a list. */
  duplicates: ['once', 'repeated'],
  /** A10: the order of a list's answer. */
  itemOrder: ['request', 'shuffled'],
  /** A11: no token, or a wrong one. */
  refusedToken: ['401', '403'],
  /** A12: the body of a 422. */
  rejectionShape: ['fastapi2', 'fastapi1', 'string', 'problem', 'html', 'empty'],
  /** A13: a query parameter that the operation does not list. */
  unknownParameter: ['ignored', '422'],
  /** A14: an `amount` of zero or less. */
  amountBelowOne: ['empty', '422'],
  /** A15: an empty list as body. */
  emptyList: ['empty', '422'],
  /** A16: a range that ends where it starts, or before. */
  emptyRange: ['empty', '422'],
  /** A17: how ids are compared. */
  idCase: ['sensitive', 'insensitive'],
  /** A21: `price_delta` in currency, or relative to the price before. */
  priceDelta: ['absolute', 'relative'],
  /** A22: scores on Saturdays and Sundays: on 40 % of them, on none, on all. */
  weekendScores: ['some', 'none', 'all'],
  /** A23: the horizon if none is given. */
  defaultHorizon: ['1W', '1D', '1M', '3M'],
  /** A24: reports of an event in the event rows. */
  mentions: ['several', 'one'],
  /** A25: `score_ts_last_score` of an empty series: an object of nulls, null, or no field. */
  emptyLastScore: ['object', 'null', 'absent'],
  /** Names and ids of companies as a market has them, or with markup, formulas and odd signs among them. */
  companyTexts: ['ordinary', 'hostile'],
  /** Whether an overlay's score is the last of the company's series, or another figure. */
  overlayScore: ['sameAsSeries', 'apart'],
} as const;

type SwitchValues = typeof switchValues;

/** The options with a fixed set of values, and A19: the longest list that is answered (`null`: any). */
export type Switches = {
  readonly [Name in keyof SwitchValues]: SwitchValues[Name][number];
} & { readonly maxListLength: number | null };

export const defaultSwitches: Switches = {
  ...(Object.fromEntries(
    Object.entries(switchValues).map(([name, values]) => [name, values[0]]),
  ) as { [Name in keyof SwitchValues]: SwitchValues[Name][0] }),
  maxListLength: null,
};
