/** The colours that the session chose for names in a chart, as places among the colours of a theme. */

import * as v from 'valibot';

/** UTF-16 units of a name. */
export const longestHeldName = 1_000;
const mostNames = 500;
const mostPlaces = 100;

/** A place among the colours of a theme, or one of the sides. */
export const placeShape = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPlaces)),
  v.picklist(['bull', 'bear', 'grey', 'secondGrey']),
]);

export const categoryPlacesShape = v.pipe(
  v.array(v.tuple([v.pipe(v.string(), v.maxLength(longestHeldName)), placeShape])),
  v.maxLength(mostNames),
);
