/** The rows of the view *Saved Questions*. */

import { t } from '../base/translations';
import { asks } from '../explorer/questionState';
import type { SavedQuestion } from '../explorer/savedQuestions';
import type { Fact, Row } from './row';

/** Letters of a query in a tooltip. */
const shownQuery = 400;

export function questionRows(questions: readonly SavedQuestion[]): readonly Row[] {
  return questions.map(({ name, query, asks: state }): Row => {
    const texts = asks(state);
    const shown = query.length > shownQuery ? `${query.slice(0, shownQuery)}…` : query;
    return {
      id: name,
      label: name,
      description: texts.join(' · ') || t('every row'),
      facts: [['query', shown], ...texts.map((text): Fact => ['filter', text])],
      icon: { name: 'telescope' },
      kind: 'question',
      press: { action: 'openQuestion', argument: name },
    };
  });
}
