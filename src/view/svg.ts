/** Creates parts of drawings, as `element` does of pages. */

export function svgElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}

export function svgText(
  text: string,
  attributes: Readonly<Record<string, string | number>>,
): SVGElement {
  const made = svgElement('text', attributes);
  made.textContent = text;
  return made;
}

/** A coordinate at which a line of 1 px is drawn sharply. */
export function crisp(coordinate: number): number {
  return Math.round(coordinate) + 0.5;
}

/** `12.3M`, as an axis has room for it. */
export function compactNumber(value: number): string {
  return compact.format(value);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
