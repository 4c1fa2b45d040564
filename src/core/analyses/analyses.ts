/** The analyses that every session has, in the order of the reference. */

import type { Analysis } from './analysis';
import { eventCooccurrence, zeroFilled } from './eventCounts';
import { eventStudy, eventStudyEvents, eventStudyValues } from './eventStudy';
import { icSummary, informationCoefficient } from './informationCoefficient';
import { factorQuantiles, quantileReturns, quantileSpread } from './quantiles';
import { dailyReturns, drawdowns, forwardReturns } from './returns';
import { ewma } from './smoothing';
import { quantileTurnover, rankAutocorrelation, zScores } from './stability';

export const analyses: readonly Analysis[] = [
  dailyReturns,
  forwardReturns,
  drawdowns,
  informationCoefficient,
  icSummary,
  factorQuantiles,
  quantileReturns,
  quantileSpread,
  quantileTurnover,
  rankAutocorrelation,
  zScores,
  ewma,
  eventStudy,
  eventStudyEvents,
  eventStudyValues,
  eventCooccurrence,
  zeroFilled,
];
