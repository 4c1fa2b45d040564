/** Hovers of the words of a VISUALISE clause. */

import { t } from '../../base/translations';
import type { Span } from '../../base/span';
import { aestheticNamed, colourNames } from '../../visualise/aesthetics';
import { layerAesthetics } from '../../visualise/layers/layerType';
import { layerTypeNamed, layerTypes, undrawnLayers } from '../../visualise/layers/layerTypes';
import { literalMeanings } from '../../visualise/literalMeanings';
import { paletteNamed } from '../../visualise/palettes';
import type { Place } from '../completion/item';
import { clausePlaceAt } from '../clausePlace';
import { escaped } from '../markdown';
import { clauseColumnHover, tableHover } from './nameHover';

/** The meaning of each clause and part. */
const meanings: Readonly<Record<string, () => string>> = {
  VISUALISE: () =>
    t(
      'Draws the rows of the query before it. What follows maps columns to aesthetics for every layer.',
    ),
  DRAW: () => t('Adds a layer that draws the rows.'),
  PLACE: () => t('Adds a layer that draws the literals of its SETTING, such as a line at zero.'),
  SCALE: () => t('Defines how values of an aesthetic become positions, colours or sizes.'),
  FACET: () => t('Draws the chart once for each value of a column.'),
  LABEL: () => t('Gives the chart a title, and axes and legends their names; null leaves one out.'),
  MAPPING: () => t('Maps columns or literals to aesthetics of this layer.'),
  REMAPPING: () => t('Sets which aesthetic shows a column that the layer computes.'),
  SETTING: () => t('Sets aesthetics to literals, and options of the layer, scale or facet.'),
  FILTER: () => t('Draws only the rows for which the condition holds.'),
  PARTITION: () => t('Splits the rows into series without giving them a colour of their own.'),
  ORDER: () => t('The order in which rows are drawn.'),
  FROM: () => t('Of a layer: a table of its own. Of a scale: the values that it covers.'),
  TO: () => t('The palette, or the output values of the scale.'),
  VIA: () => t('The transform of the scale, such as log10.'),
  RENAMING: () => t('Other labels for values on the axis or in the legend.'),
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
      ? t('Its two hues meet at zero.')
      : t('One palette for all values.');
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
    return t('**{0}** setting of SCALE\n\n{1}', word, settingMeanings[word]?.() ?? '');
  }
  if (quote === null && Object.hasOwn(meanings, upper) && !isMapped) {
    return `**${upper}**\n\n${meanings[upper]?.() ?? ''}`;
  }
  const own = clauseColumnHover(place, word);
  return own ?? (at.part === 'FROM' ? tableHover(place, word) : null) ?? aestheticHover(word);
}

function layerHover(word: string): string | null {
  const layer = layerTypeNamed(word);
  if (!layer) {
    const advice = Object.hasOwn(undrawnLayers, word) ? undrawnLayers[word]?.() : undefined;
    return advice === undefined
      ? null
      : t('**{0}** is not drawn by this version. {1}', escaped(word), escaped(advice));
  }
  const { name, required, optional, parameters } = layer;
  return [
    `**${name}** layer`,
    t('Needs {0}.', required.map(choice => choice.join(', ')).join(t(', or '))),
    t('Takes {0}.', optional.join(', ')),
    t('Settings: {0}.', parameters.join(', ')),
  ].join('\n\n');
}

const settingMeanings: Readonly<Record<string, () => string>> = {
  breaks: () =>
    t('The number of ticks or bins, a list of their positions, or an interval on a date scale.'),
  reverse: () => t('true reverses the direction of the scale.'),
  oob: () =>
    t("Values outside FROM: 'censor' leaves them out, 'squish' puts them into the outer bins."),
  pretty: () => t('false starts the bins at the lowest value; by default they have round edges.'),
  closed: () => t("Which edge belongs to a bin: 'left' or 'right'."),
};

function computedHover(subject: string, word: string): string | null {
  const { computed: names = [], name: layer } = layerTypeNamed(subject) ?? { name: '' };
  const at = names.findIndex(name => name === word.toLowerCase());
  const shown = at === 0 ? t('It is shown on y by default.') : t('REMAPPING can show it on y.');
  return at < 0
    ? null
    : t('**{0}** column that {1} computes\n\n{2}', names[at] ?? '', layer, shown);
}

function isColourName(word: string): true | undefined {
  return colourNames.includes(word.toLowerCase()) || undefined;
}

function aestheticHover(word: string): string | null {
  if (isColourName(word)) {
    const literal = literalMeanings.fill?.expected() ?? '';
    return t(
      '**{0}** aesthetic\n\nSets both fill and stroke, if the layer has them; a mapping of fill or stroke itself takes precedence.\n\nA literal is {1}.',
      word.toLowerCase(),
      escaped(literal),
    );
  }
  const name = aestheticNamed(word);
  if (!name) {
    return null;
  }
  const layers = layerTypes.filter(layer => layerAesthetics(layer).includes(name));
  const meaning = literalMeanings[name];
  return [
    `**${name}** aesthetic`,
    ...(meaning ? [t('A literal is {0}.', escaped(meaning.expected()))] : []),
    t('Layers that take it: {0}.', layers.map(layer => layer.name).join(', ')),
  ].join('\n\n');
}
