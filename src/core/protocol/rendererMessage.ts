/**
 * Messages of a page of outputs to the host. A page draws untrusted text, so its messages are not trusted: only what is
 * described here is accepted, and every bound is defined here or in the nested schemas.
 */

import * as v from 'valibot';
import { arrangementShape } from './arrangement';
import { pngFile, svgFile } from './chartFile';
import { entityKeyShape, entityLinks, plainDay } from './entityLink';
import { writtenShape } from './exploration';
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
  /** Cancels an earlier question. */
  v.object({ type: v.literal('cancel'), requestId }),
  /** Export a result; `shown`: the part that the grid shows. */
  v.object({ type: v.literal('export'), resultId, shown: v.optional(shownRowsShape) }),
  /** Show what changed in the result's ranked list: since its last snapshot, or since one that the user chooses. */
  v.object({ type: v.literal('changes'), resultId, choose: v.boolean() }),
  /** About the cell whose output shows the result; `fetchedAt` is that of the output's provenance. */
  v.object({
    type: v.literal('cellCommand'),
    command: v.picklist(['editAsVegaLite']),
    resultId,
    fetchedAt: resultId,
  }),
  /** Run the cell whose output shows the result again, for the rows that it lacks. */
  v.object({ type: v.literal('resume'), resultId, fetchedAt: resultId }),
  /** Write the clause of a suggested chart below the query of the result, and run the cell. */
  v.object({
    type: v.literal('useSuggestion'),
    resultId,
    suggestion: suggestionId,
    byKeyboard: v.boolean(),
  }),
  /** Save a picture of the result's chart to a file that the user chooses. */
  v.object({ type: v.literal('saveChart'), resultId, ...svgFile.entries }),
  v.object({ type: v.literal('saveChart'), resultId, ...pngFile.entries }),
  /** Show the result in an editor tab: beside the notebook, or in its place if both would be too narrow. */
  v.object({
    type: v.literal('openBeside'),
    resultId,
    /** The state of the grid; absent if it was not shown. */
    shown: v.optional(leftGridShape),
  }),
  /** Open the explorer of the result, beside the notebook or in its place. */
  v.object({ type: v.literal('explore'), resultId }),
  /** Whether a tab beside the notebook would be too narrow: reported at first and when it changes. */
  v.object({ type: v.literal('room'), isNarrow: v.boolean() }),
  /** Write the SQL of the shown rows: in a new cell below the result's, or on the clipboard. */
  v.object({
    type: v.literal('writeSql'),
    resultId,
    arrangement: arrangementShape,
    what: writtenShape,
    target: v.picklist(['cell', 'clipboard']),
  }),
  /** Put a cell that follows the link below the cell of the result. */
  v.object({
    type: v.literal('follow'),
    resultId,
    link: v.picklist(entityLinks),
    key: entityKeyShape,
  }),
  /** Put a cell with the events of the company around the day below the cell of the result. */
  v.object({ type: v.literal('eventsAround'), resultId, key: entityKeyShape, day: plainDay }),
  /** Requests the palette: the host answers with `AppearanceMessage`. */
  v.object({ type: v.literal('appearance') }),
  /** Requests the settings of grids: the host answers with `GridChoicesMessage`. */
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

/** @returns The message with only the described properties, or null if it is another one. */
export function readRendererMessage(message: unknown): RendererMessage | null {
  return read(rendererMessage, message);
}
