/** The switch between a chart and its table, at the right of the result while it is hovered or has the focus. */

import { element } from './dom';
import { icon, type IconName } from './icon';

export type ResultFace = 'chart' | 'table';

const faces: readonly { face: ResultFace; icon: IconName; label: string }[] = [
  { face: 'chart', icon: 'graph', label: 'Show chart' },
  { face: 'table', icon: 'table', label: 'Show table' },
];

/** @param onSelect Called with the face that was chosen. */
export function faceToolbar(selected: ResultFace, onSelect: (face: ResultFace) => void): Node {
  const buttons = faces.map(({ face, icon: name, label }) => {
    const made = element(
      'button',
      {
        class: 'ms-tool',
        title: label,
        attributes: {
          type: 'button',
          'aria-label': label,
          'aria-pressed': String(face === selected),
        },
      },
      [icon(name)],
    );
    made.addEventListener('click', () => {
      for (const other of buttons) {
        other.setAttribute('aria-pressed', String(other === made));
      }
      onSelect(face);
    });
    return made;
  });
  return element(
    'div',
    { class: 'ms-toolbar', attributes: { role: 'toolbar', 'aria-label': 'Result' } },
    buttons,
  );
}
