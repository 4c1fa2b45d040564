/** The colours that categories have in the charts of a notebook, by name: pages tell the host, which tells other pages. */

import * as v from 'valibot';
import { read, type Described } from './shape';

export const mostHeldColours = 500;
/** UTF-16 units. */
export const longestHeldName = 1_000;
const mostPlaces = 100;

/** A place among the colours of a theme, or one of the sides. */
const place = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPlaces)),
  v.picklist(['bull', 'bear', 'grey']),
]);

export const heldColoursShape = v.pipe(
  v.array(v.tuple([v.pipe(v.string(), v.maxLength(longestHeldName)), place])),
  v.maxLength(mostHeldColours),
);

export type HeldColours = Described<typeof heldColoursShape>;

const message = v.object({ type: v.literal('heldColours'), places: heldColoursShape });

/** Host → page: after the page's `appearance` message. */
export type HeldColoursMessage = Described<typeof message>;

/** @returns The places in a message, or null if it is another one. */
export function readHeldColours(value: unknown): HeldColours | null {
  return read(message, value)?.places ?? null;
}
