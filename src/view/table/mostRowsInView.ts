/** How high a grid may be. */

const IN_A_NOTEBOOK = 12;
const ROW_HEIGHT = 22;
/** Footer, notes and margins, px. */
const BESIDE_THE_GRID = 116;

/** Whether a grid has a tab of its own, which is as high as the window. */
export function isInTab(): boolean {
  return document.body.classList.contains('ms-tab');
}

/**
 * @param chosen Rows of a grid in a notebook; null: the standard.
 * @param headHeight Of the grid, px.
 * @returns Rows: in a tab of its own as many as the window has room for.
 */
export function mostRowsInView(chosen: number | null, headHeight: number): number {
  return isInTab()
    ? Math.max(
        IN_A_NOTEBOOK,
        Math.floor((window.innerHeight - BESIDE_THE_GRID - headHeight) / ROW_HEIGHT),
      )
    : (chosen ?? IN_A_NOTEBOOK);
}
