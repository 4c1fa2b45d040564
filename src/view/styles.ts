import styles from './renderer.css';

const sheets = new Map<string, CSSStyleSheet>();

/** Adds styles to the root of `place`: the document, or its shadow tree. */
export function adoptStyles(place: Node, text = styles): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) {
    sheet.replaceSync(text);
    sheets.set(text, sheet);
  }
  const root = place.getRootNode();
  const owner = root instanceof ShadowRoot ? root : document;
  if (!owner.adoptedStyleSheets.includes(sheet)) {
    owner.adoptedStyleSheets.push(sheet);
  }
}
