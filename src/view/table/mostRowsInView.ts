/** How high a grid may be. */

const IN_A_NOTEBOOK = 12;
const ROW_HEIGHT = 22;
/** Footer, notes and margins, px. */
const BESIDE_THE_GRID = 116;

/** Whether the grid is in a tab of its own, which is as high as the window. */
export function isInTab(): boolean {
  return document.body.classList.contains('ms-tab');
}

/**
 * @param chosen Rows of a grid in a notebook; null: the default.
 * @param headHeight The height of the grid's head, px.
 * @returns Rows: in a tab of its own, as many as fit the window.
 */
export function mostRowsInView(chosen: number | null, headHeight: number): number {
  return isInTab()
    ? Math.max(
        IN_A_NOTEBOOK,
        Math.floor((window.innerHeight - BESIDE_THE_GRID - headHeight) / ROW_HEIGHT),
      )
    : (chosen ?? IN_A_NOTEBOOK);
}
