/** Questions of explorers that the user saved in the settings: a query, and what is asked of its rows. Never rows. */

import { t } from '../base/translations';
import * as v from 'valibot';
import { entriesOf, nameProblem } from '../base/namedEntries';
import { asksOf, type NamedState } from '../protocol/exploration';
import { read } from '../protocol/shape';

export interface SavedQuestion {
  /** Unique among the questions. */
  readonly name: string;
  /** The text of the cell whose rows are explored. */
  readonly query: string;
  readonly asks: NamedState;
}

const longestQuery = 50_000;

const entryShape = v.object({
  name: v.string(),
  query: v.pipe(v.string(), v.maxLength(longestQuery)),
  asks: asksOf,
});

/** @param setting The unchecked value of `signals.explorer.questions`. */
export function readQuestions(setting: unknown): {
  readonly questions: readonly SavedQuestion[];
  /** A sentence for each entry that is not usable. */
  readonly problems: readonly string[];
} {
  const questions: SavedQuestion[] = [];
  const problems: string[] = [];
  for (const entry of entriesOf(setting)) {
    const question = read(entryShape, entry);
    const problem = question
      ? nameProblem(question.name, questions, taken =>
          t('There is already a question named {0}.', taken),
        )
      : t('It needs a name, a query and what is asked.');
    if (question && problem === undefined) {
      questions.push({ ...question, name: question.name.trim() });
    } else {
      problems.push(t('An entry of signals.explorer.questions is ignored. {0}', problem));
    }
  }
  return { questions, problems };
}

/** @throws {Error} If the query is too long for a setting. */
export function savedQuestion(name: string, query: string, asks: NamedState): SavedQuestion {
  if (query.length > longestQuery) {
    throw new Error(t('The query of this cell is too long to be saved with the settings.'));
  }
  return { name, query, asks };
}
