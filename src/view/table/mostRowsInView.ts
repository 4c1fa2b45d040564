/** How high a grid may be. */

const IN_A_NOTEBOOK = 12;
const ROW_HEIGHT = 22;
/** Header, footer, notes and margins, px. */
const BESIDE_THE_ROWS = 140;

/** Whether a grid has a tab of its own, which is as high as the window. */
export function isInTab(): boolean {
  return document.body.classList.contains('ms-tab');
}

/**
 * @param chosen Rows of a grid in a notebook; null: the standard.
 * @returns Rows: in a tab of its own as many as the window has room for.
 */
export function mostRowsInView(chosen: number | null): number {
  return isInTab()
    ? Math.max(IN_A_NOTEBOOK, Math.floor((window.innerHeight - BESIDE_THE_ROWS) / ROW_HEIGHT))
    : (chosen ?? IN_A_NOTEBOOK);
}
