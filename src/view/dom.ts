/**
 * Creates elements without markup.
 *
 * Content of a notebook or of the service enters the page only as text nodes and attribute values.
 */

export interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  /** The full form of a shortened text. */
  readonly title?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Creates an element; `text` and `title` are never read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (options.class !== undefined) {
    made.className = options.class;
  }
  if (options.text !== undefined) {
    made.textContent = options.text;
  }
  if (options.title !== undefined) {
    made.title = options.title;
  }
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button that a screen reader can name. */
export function button(label: string, className: string, onPress: () => void): HTMLButtonElement {
  const made = element('button', {
    class: className,
    text: label,
    attributes: { type: 'button' },
  });
  made.addEventListener('click', onPress);
  return made;
}
