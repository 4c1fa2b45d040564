/** A menu by the ARIA menu pattern: arrow keys move, Enter and Space choose. */

import { element } from '../dom';

export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
  /** A key that does the same in the grid. */
  readonly keys?: string;
  /** For an item that can be checked. */
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
}

/** Items of one group are listed together, with a separator between groups. */
export type MenuGroups = readonly (readonly MenuItem[])[];

/**
 * @param onChoose Called before the item's own `onChoose`.
 * @returns The menu; `focusFirst` focuses its first item.
 */
export function menu(label: string, groups: MenuGroups, onChoose: () => void): HTMLElement {
  const node = element('div', {
    class: 'ms-popover ms-menu',
    attributes: { role: 'menu', 'aria-label': label },
  });
  groups
    .filter(group => group.length > 0)
    .forEach((group, index) => {
      if (index > 0) {
        node.append(element('div', { class: 'ms-separator', attributes: { role: 'separator' } }));
      }
      node.append(...group.map(item => menuItem(item, onChoose)));
    });
  node.addEventListener('keydown', event => {
    const next = itemAfterKey(itemsOf(node), event);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Tab') {
      // A menu closes by a choice or by Escape.
      event.preventDefault();
    }
  });
  return node;
}

export function focusFirst(node: HTMLElement): void {
  itemsOf(node)[0]?.focus({ preventScroll: true });
}

function menuItem(item: MenuItem, onChoose: () => void): HTMLElement {
  const { label, keys, isChecked, isDisabled } = item;
  const made = element(
    'button',
    {
      class: 'ms-menu-item',
      attributes: {
        type: 'button',
        role: isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
        tabindex: '-1',
        ...(isChecked === undefined ? {} : { 'aria-checked': String(isChecked) }),
        ...(isDisabled ? { 'aria-disabled': 'true' } : {}),
      },
    },
    [
      element('span', {
        class: 'ms-check',
        text: isChecked ? '✓' : '',
        attributes: { 'aria-hidden': 'true' },
      }),
      element('span', { class: 'ms-text', text: label }),
      ...(keys === undefined ? [] : [element('span', { class: 'ms-mark', text: keys })]),
    ],
  );
  made.addEventListener('click', () => {
    if (!isDisabled) {
      onChoose();
      item.onChoose();
    }
  });
  return made;
}

function itemsOf(node: HTMLElement): HTMLElement[] {
  return [...node.querySelectorAll<HTMLElement>('.ms-menu-item')];
}

function itemAfterKey(items: readonly HTMLElement[], event: KeyboardEvent) {
  const at = items.findIndex(item => item === event.target);
  switch (event.key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}
