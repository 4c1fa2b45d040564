/** The buttons of a result, in the line under it, where they cover nothing of it. */

import { element } from './dom';
import { icon, type IconName } from './icon';

export type ResultFace = 'chart' | 'table';

const faces: readonly { face: ResultFace; icon: IconName; label: string }[] = [
  { face: 'chart', icon: 'graph', label: 'Show chart' },
  { face: 'table', icon: 'table', label: 'Show table' },
];

/** @returns The bar with these buttons, in order. */
export function resultToolbar(buttons: readonly Node[]): HTMLElement {
  return element(
    'div',
    { class: 'ms-toolbar', attributes: { role: 'toolbar', 'aria-label': 'Result' } },
    buttons,
  );
}

/**
 * The switch between a chart and its table.
 *
 * @param onSelect Called with the face that was chosen.
 */
export function faceButtons(
  selected: ResultFace,
  onSelect: (face: ResultFace) => void,
): HTMLElement[] {
  const buttons = faces.map(({ face, icon: name, label }) => {
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

/** A button with a picture; its label is its tooltip and what a screen reader says. */
export function toolButton(name: IconName, label: string, onPress: () => void): HTMLElement {
  const made = element(
    'button',
    { class: 'ms-tool', title: label, attributes: { type: 'button', 'aria-label': label } },
    [icon(name)],
  );
  made.addEventListener('click', onPress);
  return made;
}
