/** Hovers of the words of a VISUALISE clause. */

import type { Span } from '../../base/span';
import { aestheticNamed, colourNames, literalMeanings } from '../../visualise/aesthetics';
import { layerAesthetics } from '../../visualise/layers/layerType';
import { layerTypeNamed, layerTypes, undrawnLayers } from '../../visualise/layers/layerTypes';
import { paletteNamed } from '../../visualise/palettes';
import type { Place } from '../completion/item';
import { clausePlaceAt } from '../clausePlace';
import { escaped } from '../markdown';
import { clauseColumnHover, tableHover } from './nameHover';

/** The meaning of each clause and part. */
const meanings: Readonly<Record<string, string>> = {
  VISUALISE:
    'Draws the rows of the query before it. What follows maps columns to aesthetics for every layer.',
  DRAW: 'Adds a layer that draws the rows.',
  PLACE: 'Adds a layer that draws the literals of its SETTING, such as a line at zero.',
  SCALE: 'Defines how values of an aesthetic become positions, colours or sizes.',
  FACET: 'Draws the chart once for each value of a column.',
  LABEL: 'Gives the chart a title, and axes and legends their names; null leaves one out.',
  MAPPING: 'Maps columns or literals to aesthetics of this layer.',
  REMAPPING: 'Sets which aesthetic shows a column that the layer computes.',
  SETTING: 'Sets aesthetics to literals, and options of the layer, scale or facet.',
  FILTER: 'Draws only the rows for which the condition holds.',
  PARTITION: 'Splits the rows into series without giving them a colour of their own.',
  ORDER: 'The order in which rows are drawn.',
  FROM: 'Of a layer: a table of its own. Of a scale: the values that it covers.',
  TO: 'The palette, or the output values of the scale.',
  VIA: 'The transform of the scale, such as log10.',
  RENAMING: 'Other labels for values on the axis or in the legend.',
};

/** @returns The hover of the word at the cursor in the clause, or null. */
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
      ? 'Its two hues meet at zero.'
      : 'One palette for all values.';
    return `**${escaped(word)}** palette\n\n${kind}`;
  }
  const isMapped = at.tokens.at(-1)?.value.toUpperCase() === 'AS';
  const isName = isMapped || at.part === 'SETTING' || (at.clause === 'SCALE' && isSubject);
  if (isName && (aestheticNamed(word) ?? isColourName(word))) {
    return aestheticHover(word);
  }
  if (at.part === 'REMAPPING' && computedHover(at.subject ?? '', word) !== null) {
    return computedHover(at.subject ?? '', word);
  }
  if (at.clause === 'SCALE' && at.part === 'SETTING' && Object.hasOwn(settingMeanings, word)) {
    return `**${word}** setting of SCALE\n\n${settingMeanings[word] ?? ''}`;
  }
  if (quote === null && Object.hasOwn(meanings, upper) && !isMapped) {
    return `**${upper}**\n\n${meanings[upper] ?? ''}`;
  }
  const own = clauseColumnHover(place, word);
  return own ?? (at.part === 'FROM' ? tableHover(place, word) : null) ?? aestheticHover(word);
}

function layerHover(word: string): string | null {
  const layer = layerTypeNamed(word);
  if (!layer) {
    const advice = Object.hasOwn(undrawnLayers, word) ? undrawnLayers[word] : undefined;
    return advice === undefined
      ? null
      : `**${escaped(word)}** is not drawn by this version. ${escaped(advice)}`;
  }
  const { name, required, optional, parameters } = layer;
  return [
    `**${name}** layer`,
    `Needs ${required.map(choice => choice.join(', ')).join(', or ')}.`,
    `Takes ${optional.join(', ')}.`,
    `Settings: ${parameters.join(', ')}.`,
  ].join('\n\n');
}

const settingMeanings: Readonly<Record<string, string>> = {
  breaks: 'The number of ticks or bins, a list of their positions, or an interval on a date scale.',
  reverse: 'true reverses the direction of the scale.',
  oob: "Values outside FROM: 'censor' leaves them out, 'squish' puts them into the outer bins.",
  pretty: 'false starts the bins at the lowest value; by default they have round edges.',
  closed: "Which edge belongs to a bin: 'left' or 'right'.",
};

function computedHover(subject: string, word: string): string | null {
  const { computed: names = [], name: layer } = layerTypeNamed(subject) ?? { name: '' };
  const at = names.findIndex(name => name === word.toLowerCase());
  const shown = at === 0 ? 'It is shown on y by default.' : 'REMAPPING can show it on y.';
  return at < 0 ? null : `**${names[at] ?? ''}** column that ${layer} computes\n\n${shown}`;
}

function isColourName(word: string): true | undefined {
  return colourNames.includes(word.toLowerCase()) || undefined;
}

function aestheticHover(word: string): string | null {
  if (isColourName(word)) {
    const literal = literalMeanings.fill?.expected ?? '';
    return `**${word.toLowerCase()}** aesthetic\n\nSets both fill and stroke, if the layer has them; a mapping of fill or stroke itself takes precedence.\n\nA literal is ${escaped(literal)}.`;
  }
  const name = aestheticNamed(word);
  if (!name) {
    return null;
  }
  const layers = layerTypes.filter(layer => layerAesthetics(layer).includes(name));
  const meaning = literalMeanings[name];
  return [
    `**${name}** aesthetic`,
    ...(meaning ? [`A literal is ${escaped(meaning.expected)}.`] : []),
    `Layers that take it: ${layers.map(layer => layer.name).join(', ')}.`,
  ].join('\n\n');
}
