/**
 * Messages of a page of outputs to the host. A page is where other people's text is drawn, so nothing it says is taken
 * on trust: what is described here is all that a message can bring about, and every bound of it stands here or in the
 * shapes that it is made of.
 */

import * as v from 'valibot';
import { pngFile, svgFile } from './chartFile';
import { entityKeyShape, entityLinks } from './entityLink';
import { gridChoicesShape } from './gridChoices';
import { outputAction } from './output';
import { pageQuestion } from './questions';
import { resultId } from './resultNames';
import { count, read, type Described } from './shape';
import { suggestionId } from './suggestions';
import { leftGridShape, shownRowsShape } from './shownRows';

/** The page's own; the answer carries it back. */
const requestId = count;

const rendererMessage = v.variant('type', [
  /** Answered with a `HostMessage`. */
  v.object({ type: v.literal('ask'), requestId, question: pageQuestion }),
  /** The answer to an earlier question is not wanted any more: what it began may stop. */
  v.object({ type: v.literal('cancel'), requestId }),
  /** Take a result away; `shown`: what the grid shows of it. */
  v.object({ type: v.literal('export'), resultId, shown: v.optional(shownRowsShape) }),
  /** Show what changed in the result's ranked list: since its last snapshot, or since one that a person chooses. */
  v.object({ type: v.literal('changes'), resultId, choose: v.boolean() }),
  /** About the cell whose output shows the result; `fetchedAt` is that of the output's provenance. */
  v.object({
    type: v.literal('cellCommand'),
    command: v.picklist(['editAsVegaLite']),
    resultId,
    fetchedAt: resultId,
  }),
  /** Write the clause of a suggested chart below the query of the result, and run the cell. */
  v.object({ type: v.literal('useSuggestion'), resultId, suggestion: suggestionId }),
  /** Put a picture of the result's chart into a file that the user names. */
  v.object({ type: v.literal('saveChart'), resultId, ...svgFile.entries }),
  v.object({ type: v.literal('saveChart'), resultId, ...pngFile.entries }),
  /** Show the result in an editor tab: beside the notebook, or over it where both would be too narrow. */
  v.object({
    type: v.literal('openBeside'),
    resultId,
    /** How the grid was left; absent if it was not looked at. */
    shown: v.optional(leftGridShape),
    isNarrow: v.boolean(),
  }),
  /** Put a cell that follows the link below the cell of the result. */
  v.object({
    type: v.literal('follow'),
    resultId,
    link: v.picklist(entityLinks),
    key: entityKeyShape,
  }),
  /** Which palette: the host answers with `AppearanceMessage`. */
  v.object({ type: v.literal('appearance') }),
  /** How are grids to look: the host answers with `GridChoicesMessage`. */
  v.object({ type: v.literal('gridChoices') }),
  v.object({ type: v.literal('rememberGrid'), choices: gridChoicesShape }),
  v.object({ type: v.literal('action'), action: outputAction }),
]);

export type RendererMessage = Described<typeof rendererMessage>;

/** One kind of message. */
export type RendererMessageOf<Type extends RendererMessage['type']> = Extract<
  RendererMessage,
  { type: Type }
>;

/** @returns The message with nothing but what is described, or null if it is none of ours. */
export function readRendererMessage(message: unknown): RendererMessage | null {
  return read(rendererMessage, message);
}
