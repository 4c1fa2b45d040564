/**
 * The gallery: every chart once, from the notebooks in `content/gallery/`. Snippets and the notebooks that ship follow
 * from it.
 */

import breadth from '../../../content/gallery/breadth.signals';
import certainty from '../../../content/gallery/certainty.signals';
import coOccurrence from '../../../content/gallery/coOccurrence.signals';
import coverage from '../../../content/gallery/coverage.signals';
import eventMix from '../../../content/gallery/eventMix.signals';
import eventStudy from '../../../content/gallery/eventStudy.signals';
import heatMap from '../../../content/gallery/heatMap.signals';
import icSeries from '../../../content/gallery/icSeries.signals';
import newsCalendar from '../../../content/gallery/newsCalendar.signals';
import quantileReturns from '../../../content/gallery/quantileReturns.signals';
import rankedBars from '../../../content/gallery/rankedBars.signals';
import rankSlopes from '../../../content/gallery/rankSlopes.signals';
import rankStability from '../../../content/gallery/rankStability.signals';
import scorePanels from '../../../content/gallery/scorePanels.signals';
import scoreTimeline from '../../../content/gallery/scoreTimeline.signals';
import signalDecay from '../../../content/gallery/signalDecay.signals';
import signalPanel from '../../../content/gallery/signalPanel.signals';
import volumeQuadrants from '../../../content/gallery/volumeQuadrants.signals';
import type { GalleryChart } from './galleryChart';
import { readGalleryChart } from './readGalleryChart';

const files = {
  rankedBars,
  breadth,
  scorePanels,
  signalPanel,
  heatMap,
  newsCalendar,
  eventMix,
  coOccurrence,
  rankSlopes,
  volumeQuadrants,
  eventStudy,
  icSeries,
  quantileReturns,
  signalDecay,
  rankStability,
  scoreTimeline,
  coverage,
  certainty,
};

/** The charts in the order of their numbers. */
export const gallery: readonly GalleryChart[] = Object.entries(files).map(([name, text]) =>
  readGalleryChart(`content/gallery/${name}.signals`, text),
);
