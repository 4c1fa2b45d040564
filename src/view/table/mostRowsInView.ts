/** How high a grid may be. */

const IN_A_NOTEBOOK = 12;
const ROW_HEIGHT = 22;
/** Header, footer, notes and margins, px. */
const BESIDE_THE_ROWS = 140;

/** @returns Rows: in a tab of its own as many as the window has room for. */
export function mostRowsInView(): number {
  return document.body.classList.contains('ms-tab')
    ? Math.max(IN_A_NOTEBOOK, Math.floor((window.innerHeight - BESIDE_THE_ROWS) / ROW_HEIGHT))
    : IN_A_NOTEBOOK;
}
