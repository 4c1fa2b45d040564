/** Completions of the settings of layers, scales and facets, and of their values. */

import { aestheticNamed, colourNames, literalMeanings } from '../../visualise/aesthetics';
import { facetSettingNames } from '../../visualise/facet';
import { layerAesthetics } from '../../visualise/layers/layerType';
import { layerTypeNamed } from '../../visualise/layers/layerTypes';
import { smoothMethods } from '../../visualise/layers/smooth';
import { binnedSettings, scaleSettingNames } from '../../visualise/scaleSettings';
import { standardSideColours } from '../../visualise/sideColours';
import { aggregateFunctions } from '../../visualise/statistics/aggregate';
import type { ClausePlace } from '../clausePlace';
import { literalAt, type Offer, type Place } from './item';

/** @returns The settings that the clause takes and does not have yet. */
export function settingOffers(at: ClausePlace): Offer[] {
  const written = new Set(at.tokens.map(({ value }) => value.toLowerCase()));
  return settingNames(at)
    .filter(name => !written.has(name))
    .map(name => ({
      label: name,
      kind: 'setting' as const,
      detail: literalMeanings[aestheticNamed(name) ?? 'x']?.expected ?? '',
      insert: `${name} => `,
      then: 'suggest' as const,
    }));
}

function settingNames({ clause, subject, type }: ClausePlace): readonly string[] {
  if (clause === 'SCALE') {
    return scaleSettingNames(subject ?? '', type);
  }
  const layer = layerTypeNamed(subject ?? '');
  if (clause === 'FACET') {
    return facetSettingNames(false);
  }
  return layer ? [...layer.parameters, ...layerAesthetics(layer), ...colourNames] : [];
}

/** @returns The values of the setting before the cursor, as far as they can be listed. */
export function settingValues(place: Place, { subject, tokens }: ClausePlace): Offer[] {
  const name = tokens.at(-2)?.value.toLowerCase() ?? '';
  const layer = layerTypeNamed(subject ?? '');
  const own = aestheticNamed(name);
  const values: Partial<Record<string, readonly string[]>> = {
    position: layer?.positions ?? [],
    aggregate: aggregateFunctions,
    method: smoothMethods,
    free: ['x', 'y'],
    oob: binnedSettings.oob,
    closed: binnedSettings.closed,
  };
  const isColour = [...colourNames, 'fill', 'stroke'].includes(name);
  const named = isColour ? Object.keys(standardSideColours) : own && literalMeanings[own]?.words;
  const texts = values[name] ?? named ?? [];
  const truths = ['reverse', 'italic', 'pretty'].includes(name) ? ['true', 'false'] : [];
  return [
    ...texts.map(text => ({
      ...{ label: text, kind: 'value' as const, detail: name },
      insert: literalAt(place.cursor, text),
    })),
    ...truths.map(label => ({ label, kind: 'value' as const, detail: name })),
  ];
}
