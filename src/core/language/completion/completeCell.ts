/** Completion in a cell. */

import { changesFunction } from '../../sql/changesArguments';
import type { AssistFacts } from '../assist';
import { catalogueAt } from '../catalogue';
import { callAt } from '../callAt';
import { callableNamed } from '../callables';
import { cursorAt } from '../cursor';
import { argumentGroups } from './calls';
import { clauseGroups } from './clause';
import { placed, type CompletionItem, type Groups, type Place } from './item';
import { optionItems, optionOffers } from './options';
import { statementGroups } from './statements';
import { opensQuery, queryWords } from './words';

/**
 * @param nextWords Words that DuckDB's grammar accepts at `offset`; null if it was not queried.
 * @returns Completions at `offset`, the likeliest first; in comments only options of the cell.
 */
export function completeCell(
  facts: AssistFacts,
  offset: number,
  nextWords: readonly string[] | null = null,
): CompletionItem[] {
  const cursor = cursorAt(facts.text, offset);
  if (!cursor) {
    return optionItems(facts.text, offset);
  }
  const catalogue = catalogueAt(facts, cursor.sql.from);
  const groups = groupsAt({ cursor, facts, catalogue, nextWords });
  return placed([...groups, optionOffers(facts.text, offset)], cursor);
}

function groupsAt(place: Place): Groups {
  const { cursor, catalogue } = place;
  if (cursor.clause) {
    return clauseGroups(place, cursor.clause);
  }
  const call = callAt(cursor, name => callableNamed(name, catalogue) !== undefined);
  if (!call) {
    return statementGroups(place);
  }
  const groups = argumentGroups(place, call);
  const isMacro = callableNamed(call.name, catalogue)?.kind === 'macro';
  const isFree =
    cursor.quote === null && (isMacro || call.name === changesFunction) && call.isStart;
  if (isMacro && isFree) {
    return [...groups, ...statementGroups(place)];
  }
  return cursor.quote === null && opensQuery(cursor.before) ? [...groups, queryWords()] : groups;
}
