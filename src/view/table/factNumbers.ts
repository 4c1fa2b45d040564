/** The numbers among the facts of a column: with one number of decimals, chosen once for the column. */

import type { ColumnSummary } from '../../core/protocol/columnSummary';
import { columnRole, decimalsIn } from './columnRole';
import { grouped, trueMinus } from './format';

/** Significant digits of the standard deviation: enough for what lies within it. */
const DIGITS = 4;
/** More decimals are not read; smaller numbers have an exponent, all of them where the spread is that small. */
const MOST_DECIMALS = 6;
const LEAST_SPREAD = 1e-5;
/** A double has no more. */
const MOST_DIGITS = 15;

/**
 * @returns Writes a number of the column; texts that are not finite numbers stay unchanged. A number that the decimals
 * would show as zero has an exponent.
 */
export function factNumbers(summary: ColumnSummary): (value: number | string) => string {
  const { least, greatest, moments } = summary;
  const { mean, standardDeviation, lowerQuartile, median, upperQuartile } = moments ?? {};
  const statistics = [mean, standardDeviation, lowerQuartile, median, upperQuartile];
  return numbersLike([least, greatest, ...statistics], summary);
}

/** @returns Writes the least and the greatest value, where no mean and no deviation is beside them. */
export function endNumbers(summary: ColumnSummary): (value: number | string) => string {
  return numbersLike([summary.least, summary.greatest], summary);
}

type Shown = readonly (number | string | null | undefined)[];

function numbersLike(shown: Shown, summary: ColumnSummary): (value: number | string) => string {
  const isGrouped = columnRole(summary) !== 'plainInteger';
  const decimals = decimalsOf(shown, summary);
  const isSmall = spreadOf(shown, summary) < LEAST_SPREAD && decimals === MOST_DECIMALS;
  return value => {
    const number = Number(value);
    const size = Math.abs(number);
    if (!Number.isFinite(number) || value === '') {
      return String(value);
    }
    if (size >= 10 ** MOST_DIGITS || (size > 0 && (isSmall || size < 0.5 * 10 ** -decimals))) {
      // The digits of a HUGEINT, which a double lacks.
      const isWritten = typeof value === 'string' && /^-?\d{16}/.test(value);
      const text = isWritten ? grouped(value) : number.toExponential(DIGITS - 1);
      return trueMinus(text);
    }
    const text = number.toFixed(decimals);
    return trueMinus(isGrouped ? grouped(text) : text);
  };
}

function spreadOf(shown: Shown, { moments }: ColumnSummary): number {
  const deviation = moments?.standardDeviation;
  return deviation ? deviation : Math.max(0, ...finite(shown).map(Math.abs));
}

function finite(shown: Shown): number[] {
  return shown.map(value => Number(value ?? NaN)).filter(Number.isFinite);
}

/** As many decimals as the shown numbers have, up to a number of significant digits of the spread of the column. */
function decimalsOf(shown: Shown, summary: ColumnSummary): number {
  const of = finite(shown);
  const largest = Math.max(0, ...of.map(Math.abs));
  const spread = spreadOf(shown, summary);
  const most = Math.max(0, ...of.map(decimalsIn));
  if (largest === 0) {
    return 0;
  }
  const enough = DIGITS - 1 - Math.floor(Math.log10(spread));
  const meant = MOST_DIGITS - 1 - Math.floor(Math.log10(largest));
  return Math.max(0, Math.min(most, enough, meant, MOST_DECIMALS));
}
