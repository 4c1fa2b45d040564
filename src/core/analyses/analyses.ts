/** The analyses that every session has, in the order of the reference. */

import type { Analysis } from './analysis';
import { weeklyCoverage } from './coverage';
import { eventCooccurrence, eventTopics, zeroFilled } from './eventCounts';
import { eventStudy, eventStudyEvents, eventStudyValues } from './eventStudy';
import { icSummary, informationCoefficient, signalDecay } from './informationCoefficient';
import { largestMove, rankSlopes } from './moves';
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
  signalDecay,
  factorQuantiles,
  quantileReturns,
  quantileSpread,
  quantileTurnover,
  rankAutocorrelation,
  zScores,
  ewma,
  largestMove,
  rankSlopes,
  weeklyCoverage,
  eventStudy,
  eventStudyEvents,
  eventStudyValues,
  eventCooccurrence,
  eventTopics,
  zeroFilled,
];
