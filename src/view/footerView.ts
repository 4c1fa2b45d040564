/** The part below every output: notes, the footer line and the rights notice. */

import { t } from '../core/base/translations';
import type { Copyright } from '../core/protocol/outcome';
import { footerParts, type FooterSubject } from '../core/protocol/footer';
import { button, element } from './dom';

/** The most notes shown; further ones are counted. */
const MAX_NOTES = 20;

export function notesView(notes: readonly string[]): Node[] {
  if (notes.length === 0) {
    return [];
  }
  const shown = notes.slice(0, MAX_NOTES).map(text => element('li', { text }));
  if (notes.length > MAX_NOTES) {
    shown.push(element('li', { text: t('and {0} more notes', notes.length - MAX_NOTES) }));
  }
  return [element('ul', { class: 'ms-notes' }, shown)];
}

/** @returns The line, and the part that it can unfold. */
export function footerView(
  subject: FooterSubject,
  copyright: Copyright | null,
): [line: Node, ...panels: Node[]] {
  const line = element('div', { class: 'ms-footer' });
  // VS Code shows how long a cell ran, but not for an earlier session.
  footerParts(subject, subject.restored).forEach(({ text, detail }, index) => {
    if (index > 0) {
      line.append(' · ');
    }
    line.append(element('span', { text, title: detail ?? undefined }));
  });
  const rights = copyright === null ? undefined : rightsNotice(copyright);
  if (rights === undefined) {
    return [line];
  }
  line.append(' · ', rights.toggle);
  return [line, rights.panel];
}

/** The notice unchanged, with its line breaks, one click away. */
function rightsNotice({ contact_email, copyright_info }: Copyright) {
  const panel = element('div', { class: 'ms-rights' }, [
    element('div', { text: copyright_info ?? t('The service sent no text.') }),
    element('div', { text: contact_email === null ? '' : t('Contact: {0}', contact_email) }),
  ]);
  panel.hidden = true;
  const toggle = button(t('Rights notice'), 'ms-link', () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute('aria-expanded', String(!panel.hidden));
  });
  toggle.setAttribute('aria-expanded', 'false');
  return { toggle, panel };
}
