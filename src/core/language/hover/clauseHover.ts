/** What a hover says of the words of a VISUALISE clause. */

import type { Span } from '../../base/span';
import { aestheticNamed, literalMeanings } from '../../visualise/aesthetics';
import {
  drawnLayerNamed,
  drawnLayers,
  layerAesthetics,
  layerRules,
  undrawnLayers,
} from '../../visualise/layers';
import { paletteNamed } from '../../visualise/palettes';
import type { Place } from '../completion/item';
import { clausePlaceAt } from '../clausePlace';
import { escaped } from '../markdown';
import { clauseColumnHover, tableHover } from './nameHover';

/** What each clause and part is for. */
const meanings: Readonly<Record<string, string>> = {
  VISUALISE:
    'Draws the rows of the query before it. What follows maps columns to aesthetics for every layer.',
  DRAW: 'Adds a layer that draws the rows.',
  PLACE: 'Adds a layer that draws the literals of its SETTING, such as a line at zero.',
  SCALE: 'Says how values of an aesthetic become positions, colours or sizes.',
  FACET: 'Draws the chart once for each value of a column.',
  LABEL: 'Gives the chart a title, and axes and legends their names; null leaves one out.',
  MAPPING: 'Maps columns or literals to aesthetics of this layer.',
  REMAPPING: 'Says which aesthetic shows a column that the layer computes.',
  SETTING: 'Sets aesthetics to literals, and options of the layer, scale or facet.',
  FILTER: 'Draws only the rows for which the condition holds.',
  PARTITION: 'Splits the rows into series without giving them a colour of their own.',
  ORDER: 'The order in which rows are drawn.',
  FROM: 'Of a layer: a table of its own. Of a scale: the values that it covers.',
  TO: 'The palette, or the values that the scale gives.',
  VIA: 'The transform of the scale, such as log10.',
  RENAMING: 'Other labels for values on the axis or in the legend.',
};

/** @returns What the word at the cursor means in the clause, or null. */
export function clauseHover(place: Place, clause: Span, word: string): string | null {
  const { read, span, quote } = place.cursor;
  const at = clausePlaceAt(read.slice(clause.from, quote === null ? span.from : span.from - 1));
  const upper = word.toUpperCase().replace('VISUALIZE', 'VISUALISE');
  const isSubject = at.subject === null && at.part === null;
  if ((at.clause === 'DRAW' || at.clause === 'PLACE') && isSubject) {
    return layerHover(word);
  }
  if (at.part === 'TO' && paletteNamed(word)) {
    const kind = paletteNamed(word)?.diverging
      ? 'Its two hues part at zero.'
      : 'One palette for all values.';
    return `**${escaped(word)}** palette\n\n${kind}`;
  }
  const isMapped = at.tokens.at(-1)?.value.toUpperCase() === 'AS';
  const isName = isMapped || at.part === 'SETTING' || (at.clause === 'SCALE' && isSubject);
  if (isName && aestheticNamed(word)) {
    return aestheticHover(word);
  }
  if (quote === null && Object.hasOwn(meanings, upper) && !isMapped) {
    return `**${upper}**\n\n${meanings[upper] ?? ''}`;
  }
  const own = clauseColumnHover(place, word);
  return own ?? (at.part === 'FROM' ? tableHover(place, word) : null) ?? aestheticHover(word);
}

function layerHover(word: string): string | null {
  const layer = drawnLayerNamed(word);
  if (!layer) {
    const advice = Object.hasOwn(undrawnLayers, word) ? undrawnLayers[word] : undefined;
    return advice === undefined
      ? null
      : `**${escaped(word)}** is not drawn by this version. ${escaped(advice)}`;
  }
  const { required, optional, parameters } = layerRules[layer];
  return [
    `**${layer}** layer`,
    `Needs ${required.map(choice => choice.join(', ')).join(', or ')}.`,
    `Takes ${optional.join(', ')}.`,
    `Settings: ${parameters.join(', ')}.`,
  ].join('\n\n');
}

function aestheticHover(word: string): string | null {
  const name = aestheticNamed(word);
  if (!name) {
    return null;
  }
  const layers = drawnLayers.filter(layer => layerAesthetics(layer).includes(name));
  const meaning = literalMeanings[name];
  return [
    `**${name}** aesthetic`,
    ...(meaning ? [`A literal is ${escaped(meaning.expected)}.`] : []),
    `Taken by ${layers.join(', ')}.`,
  ].join('\n\n');
}
