/** The gallery: every chart once, in the order of its numbers. Snippets and the notebooks that ship follow from it. */

import { certainty, cooccurrence, eventMix, newsCalendar, scoreTimeline } from './eventCharts';
import type { GalleryChart } from './galleryChart';
import { coverage, stability } from './qualityCharts';
import { breadth, rankedBars, rankSlopes } from './rankingCharts';
import {
  eventStudyBand,
  informationCoefficients,
  quantileReturns,
  signalDecay,
} from './returnCharts';
import { heatMap, scorePanels, signalPanel, volumeQuadrants } from './scoreCharts';

export const gallery: readonly GalleryChart[] = [
  rankedBars,
  breadth,
  scorePanels,
  signalPanel,
  heatMap,
  newsCalendar,
  eventMix,
  cooccurrence,
  rankSlopes,
  volumeQuadrants,
  eventStudyBand,
  informationCoefficients,
  quantileReturns,
  signalDecay,
  stability,
  scoreTimeline,
  coverage,
  certainty,
];
