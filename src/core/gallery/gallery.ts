/** The gallery: every chart once, in the order of its numbers. Snippets and the notebooks that ship follow from it. */

import { informationCoefficients, signalDecay } from './coefficientCharts';
import { certainty, cooccurrence, eventMix } from './eventCharts';
import { eventStudyBand } from './eventStudyChart';
import type { GalleryChart } from './galleryChart';
import { heatMap } from './heatMapChart';
import { newsCalendar } from './newsCalendar';
import { coverage, stability } from './qualityCharts';
import { breadth, rankedBars, rankSlopes } from './rankingCharts';
import { quantileReturns } from './quantileChart';
import { scorePanels, signalPanel, volumeQuadrants } from './scoreCharts';
import { scoreTimeline } from './timelineChart';

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
