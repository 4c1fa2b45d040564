import styles from './renderer.css';

let sheet: CSSStyleSheet | undefined;

/** Adds the renderer's styles to the root of `place`: the document, or its shadow tree. */
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
