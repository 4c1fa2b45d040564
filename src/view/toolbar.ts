/** The buttons of a result, in the line below it, where they cover nothing. */

import { t } from '../core/base/translations';
import { element } from './dom';
import { icon, type IconName } from './icon';

export type ResultFace = 'chart' | 'table';

const faces = (): readonly { face: ResultFace; icon: IconName; label: string }[] => [
  { face: 'chart', icon: 'graph', label: t('Show chart') },
  { face: 'table', icon: 'table', label: t('Show table') },
];

/** @returns The bar with these buttons, in order. */
export function resultToolbar(buttons: readonly Node[]): HTMLElement {
  return element(
    'div',
    { class: 'ms-toolbar', attributes: { role: 'toolbar', 'aria-label': t('Result') } },
    buttons,
  );
}

/**
 * The switch between a chart and its table.
 *
 * @param onSelect Called with the chosen face.
 */
export function faceButtons(
  selected: ResultFace,
  onSelect: (face: ResultFace) => void,
): HTMLElement[] {
  const buttons = faces().map(({ face, icon: name, label }) => {
    const made = toolButton(name, label, () => {
      for (const other of buttons) {
        other.setAttribute('aria-pressed', String(other === made));
      }
      onSelect(face);
    });
    made.setAttribute('aria-pressed', String(face === selected));
    return made;
  });
  return buttons;
}

/** A button with an icon; its label is its tooltip and accessible name. */
export function toolButton(name: IconName, label: string, onPress: () => void): HTMLElement {
  const made = element(
    'button',
    { class: 'ms-tool', title: label, attributes: { type: 'button', 'aria-label': label } },
    [icon(name)],
  );
  made.addEventListener('click', onPress);
  return made;
}

/** A button with an icon that opens a dialog of VS Code. */
export function dialogButton(name: IconName, label: string, onPress: () => void): HTMLElement {
  return opensDialog(toolButton(name, label, onPress));
}

/** @returns The button, which gets the focus back when the dialog of VS Code that it opens closes. */
export function opensDialog(button: HTMLElement): HTMLElement {
  button.setAttribute('aria-haspopup', 'dialog');
  return button;
}

/** Disables a button with an icon, and gives the reason in its tooltip; null: it works. */
export function disable(tool: HTMLElement, reason: string | null): void {
  const label = tool.getAttribute('aria-label') ?? '';
  tool.toggleAttribute('disabled', reason !== null);
  tool.title = reason === null ? label : `${label}: ${reason}`;
}
