import { writtenIdentifier } from '../sql/names';
import type { Cursor } from './cursor';
import { queriesAround } from './sources';

/** @returns The names after AS in the SELECT list of the query around the cursor, those before the cursor, each once. */
export function selectedAliases({ text, tokens, before, offset }: Cursor): string[] {
  const [query] = queriesAround(tokens, offset);
  const depth = tokens[query?.from ?? 0]?.depth ?? 0;
  const names = new Set<string>();
  let isSelected = false;
  before.forEach((token, at) => {
    if (at < (query?.from ?? 0) || token.depth !== depth || token.kind !== 'word') {
      return;
    }
    const next = before[at + 1];
    const name = next && writtenIdentifier(text, next);
    if (token.text === 'select' || listEnds.has(token.text)) {
      isSelected = token.text === 'select';
    } else if (isSelected && token.text === 'as' && name !== undefined) {
      names.add(name);
    }
  });
  return [...names];
}

const listEnds = new Set(['from', 'where', 'group', 'order', 'union', 'except', 'intersect']);
