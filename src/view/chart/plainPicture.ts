/** Reduces Vega's drawing to SVG that only draws: what is not on the lists is left out. */

import { isInnerValue, svgAttributes, svgElements } from '../../core/protocol/plainSvg';

export const svgNamespace = 'http://www.w3.org/2000/svg';

/** @returns A copy without styles of the page, links, pictures, and references to anything but its own parts. */
export function plainPicture(drawn: SVGElement): SVGElement {
  const copy = drawn.cloneNode(true);
  if (!(copy instanceof SVGElement)) {
    throw new Error('The chart has no drawing.');
  }
  for (const child of [...copy.querySelectorAll('*')]) {
    if (svgElements.has(child.localName) && child.namespaceURI === svgNamespace) {
      keepPlain(child);
    } else {
      child.remove();
    }
  }
  keepPlain(copy);
  return copy;
}

function keepPlain(node: Element): void {
  for (const { name, value } of [...node.attributes]) {
    const inner = value.replace(/^url\(["']?[^#"')]*(#[\w-]+)["']?\)$/, 'url($1)');
    if (!svgAttributes.has(name) || !isInnerValue(name, inner)) {
      node.removeAttribute(name);
    } else if (inner !== value) {
      node.setAttribute(name, inner);
    }
  }
}
