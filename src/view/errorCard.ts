/** An error in its cell: what failed, where, and what can be done. */

import { t } from '../core/base/translations';
import type { ErrorOutput, OutputAction } from '../core/protocol/output';
import { button, element } from './dom';
import { errorFacts } from './errorFacts';
import { footerView, notesView } from './footerView';
import { icon } from './icon';

const actionLabels = (): Record<OutputAction, string> => ({
  setToken: t('Set token'),
  selectConnection: t('Select connection'),
  editConnection: t('Edit connection'),
  runAgain: t('Run again'),
  restartKernel: t('Restart kernel'),
  manageTrust: t('Manage workspace trust'),
  allowWriting: t('Allow this notebook to write files'),
  choosePriceFile: t('Choose a price file…'),
  showLog: t('Show log'),
});

/** @param act Runs the step of a button. */
export function errorCard(output: ErrorOutput, act: (action: OutputAction) => void): Node[] {
  const facts = errorFacts(output.error);
  const message = element('div', { class: 'ms-error-message' }, [
    icon('error'),
    element('span', { text: output.error.message }),
  ]);
  const card = element('div', { class: 'ms-error', attributes: { role: 'alert' } }, [message]);
  if (facts.length > 0) {
    card.append(element('div', { class: 'ms-error-facts', text: facts.join(' · ') }));
  }
  if (output.actions.length > 0) {
    const buttons = output.actions.map((action, index) =>
      button(actionLabels()[action], index === 0 ? 'ms-button ms-primary' : 'ms-button', () =>
        act(action),
      ),
    );
    card.append(element('div', { class: 'ms-actions' }, buttons));
  }
  const subject = { provenance: output.provenance, rowCount: null, restored: false };
  return [card, ...notesView(output.notes), ...footerView(subject, null)];
}
