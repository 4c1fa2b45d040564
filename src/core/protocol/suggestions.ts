/** Charts that are suggested for a result, as pages show them. */

import * as v from 'valibot';
import { resultId } from './resultNames';
import { list, name, read, type Described } from './shape';

const maxSuggestions = 50;
const maxIdLength = 200;

/** The page sends the id of a suggestion; the host knows its clause. */
export const suggestionId = v.pipe(v.string(), v.maxLength(maxIdLength));

export const suggestionsShape = list(
  v.object({
    id: suggestionId,
    /** The kind of chart. */
    title: name,
    /** The question that it answers. */
    question: name,
  }),
  maxSuggestions,
);

export type ShownSuggestions = Described<typeof suggestionsShape>;

const showSuggestions = v.object({ type: v.literal('showSuggestions'), resultId });

/** Host → renderer: show the charts that fit a result, since a command asked for them. */
export type ShowSuggestionsMessage = Described<typeof showSuggestions>;

/** @returns The message, or null if it is another one. */
export function readShowSuggestions(message: unknown): ShowSuggestionsMessage | null {
  return read(showSuggestions, message);
}
