/** The user's portfolios: name to entities, for `portfolio('name')`. */

import { isRecord } from '../base/json';

export type Portfolios = Readonly<Record<string, readonly string[]>>;

/** The table of a session that holds all of them. */
export const portfoliosTable = {
  name: 'portfolios',
  doc: 'The portfolios of the setting `signals.portfolios` and of the notebook.',
  columns: [
    { name: 'name', type: 'VARCHAR', doc: "The name, as in `portfolio('name')`." },
    { name: 'entities', type: 'VARCHAR[]', doc: 'Its entities, each `<type>:<id>`.' },
  ],
} as const;

/**
 * @param setting The unchecked value of the setting `signals.portfolios`.
 * @param own The notebook's portfolios: they take precedence, so that a notebook means the same for every reader.
 * @returns Portfolios whose entities are texts that are not empty; anything else is left out.
 */
export function readPortfolios(setting: unknown, own: Portfolios): Portfolios {
  const entries = isRecord(setting) ? Object.entries(setting) : [];
  const usable = entries.flatMap(([name, entities]): [string, readonly string[]][] =>
    Array.isArray(entities) ? [[name, entities.filter(isEntity)]] : [],
  );
  return Object.fromEntries([...usable, ...Object.entries(own)]);
}

function isEntity(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
