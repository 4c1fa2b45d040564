import styles from './renderer.css';

let sheet: CSSStyleSheet | undefined;

/** Makes the renderer's styles known where `place` stands: in the document, or in its shadow tree. */
export function adoptStyles(place: Node): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  const root = place.getRootNode();
  const owner = root instanceof ShadowRoot ? root : document;
  if (!owner.adoptedStyleSheets.includes(sheet)) {
    owner.adoptedStyleSheets.push(sheet);
  }
}
