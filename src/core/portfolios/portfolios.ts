/** The user's portfolios: name to entities, for `portfolio('name')`. */

import { isRecord } from '../base/json';
import { canonicalKeyOf } from '../service/entityKey';

export type Portfolios = Readonly<Record<string, readonly string[]>>;

/**
 * @param setting The value of the setting `signals.portfolios`, whatever the user wrote there.
 * @param own Those of the notebook: they win, so that a notebook means the same for every reader.
 * @returns Portfolios whose entities are texts that are not empty; anything else is left out.
 */
export function readPortfolios(setting: unknown, own: Portfolios): Portfolios {
  const entries = isRecord(setting) ? Object.entries(setting) : [];
  const usable = entries.flatMap(([name, entities]): [string, readonly string[]][] =>
    Array.isArray(entities) ? [[name, entities.filter(isEntity)]] : [],
  );
  return Object.fromEntries([...usable, ...Object.entries(own)]);
}

/** @returns The names of the portfolios that hold the entity, however it is written there, in order. */
export function portfoliosWith(portfolios: Portfolios, entity: string): string[] {
  const key = canonicalKeyOf(entity);
  return Object.entries(portfolios)
    .filter(([, entities]) => entities.some(one => canonicalKeyOf(one) === key))
    .map(([name]) => name)
    .sort((one, other) => (one < other ? -1 : 1));
}

function isEntity(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
