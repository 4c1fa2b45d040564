/** Finds the part of a VISUALISE clause that a position is in, from the words before it. */

import type { Span } from '../base/span';
import type { Token as SqlToken } from '../sql/tokens';
import { clauseWords, partWords } from '../visualise/clauseWords';
import { scanVisualise, type Token } from '../visualise/scanner';
import { scaleTypes } from '../visualise/parseScale';
import type { Cursor } from './cursor';

export interface ClausePlace {
  /** The last clause word: VISUALISE, DRAW, PLACE, SCALE, FACET, LABEL. */
  readonly clause: string;
  /** The last part word within it, such as MAPPING; null: directly after the clause's own words. */
  readonly part: string | null;
  /** The layer of DRAW and PLACE, the aesthetic of SCALE, as written; null if it is not there yet. */
  readonly subject: string | null;
  /** The type of scale after SCALE, in lower case; null if there is none. */
  readonly type: string | null;
  /** The tokens since the last clause or part word, the subject left out. */
  readonly tokens: readonly Token[];
}

const starts = new Set<string>(['VISUALISE', 'VISUALIZE', ...clauseWords]);
const parts = new Set<string>(partWords);

/** @param before The clause from its word up to the place, the word being typed left out. */
export function clausePlaceAt(before: string): ClausePlace {
  let place = {
    clause: 'VISUALISE',
    part: null as string | null,
    subject: null as string | null,
    type: null as string | null,
    tokens: [] as Token[],
  };
  let previous: Token | undefined;
  for (const token of scanVisualise(before).tokens) {
    const word = token.kind === 'word' ? token.value.toUpperCase() : '';
    const isName = previous?.value.toUpperCase() === 'AS' || previous?.value === '=>';
    if (token.kind === 'end') {
      break;
    }
    if (starts.has(word) && !isName) {
      const clause = word === 'VISUALIZE' ? 'VISUALISE' : word;
      place = { clause, part: null, subject: null, type: null, tokens: [] };
    } else if (parts.has(word) && !isName) {
      place = { ...place, part: partOf(word, place.part), tokens: [] };
    } else if (takesSubject(place)) {
      const isType =
        place.clause === 'SCALE' && scaleTypes.some(type => type === word.toLowerCase());
      place = isType ? { ...place, type: word.toLowerCase() } : { ...place, subject: token.value };
    } else {
      place = { ...place, tokens: [...place.tokens, token] };
    }
    previous = token;
  }
  return place;
}

/** @returns The place of the cursor in the clause that it is in; what is typed is left out. */
export function clausePlaceOf({ read, quote, span }: Cursor, clause: Span): ClausePlace {
  return clausePlaceAt(read.slice(clause.from, quote === null ? span.from : span.from - 1));
}

/** @returns The tokens of a layer's FILTER before the cursor, that word first; null if the cursor is in none. */
export function filterBefore(cursor: Cursor): readonly SqlToken[] | null {
  const { clause, before } = cursor;
  if (!clause || clausePlaceOf(cursor, clause).part !== 'FILTER') {
    return null;
  }
  return before.slice(before.findLastIndex(({ text }) => text === 'filter'));
}

function takesSubject({ clause, subject, part }: Omit<ClausePlace, 'tokens' | 'type'>): boolean {
  return ['DRAW', 'PLACE', 'SCALE'].includes(clause) && subject === null && part === null;
}

/** `PARTITION BY` and `ORDER BY` are recognized by their first word. */
function partOf(word: string, before: string | null): string {
  return word === 'BY' && (before === 'PARTITION' || before === 'ORDER') ? `${before} BY` : word;
}
