/** The pages of `docs/`, and which of them explains a function, a clause or a problem. */

import { isRecord, type Json } from '../base/json';
import { changesFunction } from '../sql/changesArguments';

/** Files of `docs/`, without `.md`. */
export const documentationPages = [
  'index',
  'notebooks',
  'side-bar',
  'results',
  'charts',
  'gallery',
  'functions',
  'analyses',
  'changes',
  'tables',
  'connections',
  'commands',
  'settings',
  'command-line',
  'agents',
  'lake',
  'security',
] as const;

export type DocumentationPage = (typeof documentationPages)[number];

export interface DocumentationPlace {
  readonly page: DocumentationPage;
  /** The heading's anchor in the page; null for its beginning. */
  readonly heading: string | null;
}

/** @returns The page that documents a signal function, an analysis or `overlay_changes`. */
export function functionPlace(name: string, kind: 'signal' | 'analysis'): DocumentationPlace {
  const page = kind === 'signal' ? 'functions' : 'analyses';
  return { page: name === changesFunction ? 'changes' : page, heading: name };
}

/**
 * @returns The page that documents the rule that a problem breaks; null if DuckDB's message is the only explanation.
 */
export function problemPlace({
  code,
  data,
}: {
  readonly code: string;
  readonly data: Json;
}): DocumentationPlace | null {
  const [kind = code] = code.split('.');
  if (Object.hasOwn(problemPlaces, kind)) {
    return problemPlaces[kind] ?? null;
  }
  const facts = isRecord(data) && isRecord(data['problem']) ? data['problem']['data'] : data;
  const name = isRecord(facts) ? (facts['function'] ?? facts['owner']) : undefined;
  if (typeof name === 'string') {
    // An owner is an argument with its function: `amount of bullish_stocks`.
    return functionPlace(name.slice(name.lastIndexOf(' ') + 1), 'signal');
  }
  return kind === 'argument' ? { page: 'functions', heading: null } : null;
}

const dependencies: DocumentationPlace = {
  page: 'notebooks',
  heading: 'dependencies-between-cells',
};
const tests: DocumentationPlace = { page: 'notebooks', heading: 'tests' };
const charts: DocumentationPlace = { page: 'charts', heading: null };

const problemPlaces: Readonly<Record<string, DocumentationPlace>> = {
  chart: charts,
  noRows: charts,
  secondSource: charts,
  specificationUrl: charts,
  specificationMark: charts,
  definedTwice: dependencies,
  redefined: dependencies,
  existsAlready: dependencies,
  definedLater: dependencies,
  circle: dependencies,
  optionName: tests,
  optionValue: tests,
  sameTest: tests,
  refused: { page: 'security', heading: null },
  unknownPortfolio: { page: 'notebooks', heading: 'portfolios' },
};
