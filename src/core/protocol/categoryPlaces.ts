/** The colours that the session chose for names in a chart, as places among the colours of a theme. */

import * as v from 'valibot';
import { longestHeldName, mostChartNames } from '../visualise/heldPlaces';

const mostPlaces = 100;

/** A place among the colours of a theme, or one of the sides. */
export const placeShape = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPlaces)),
  v.picklist(['bull', 'bear', 'grey', 'secondGrey']),
]);

export const categoryPlacesShape = v.pipe(
  v.array(v.tuple([v.pipe(v.string(), v.maxLength(longestHeldName)), placeShape])),
  v.maxLength(mostChartNames),
);
