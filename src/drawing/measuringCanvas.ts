/**
 * In place of Vega's canvas where there is none: measures texts and paints nothing.
 *
 * The widths are those of DejaVu Sans, the widest of the fonts that `sans-serif` usually is: a text that has room in it has
 * room in the others. They are the same on every computer, so that the same chart is the same text everywhere.
 */

/** Of the printable characters of ASCII, in thousandths of the size. */
const REGULAR = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
  636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
  575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
  611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
  278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
const BOLD = [
  348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
  696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
  683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
  724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
  343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
];
const FIRST = 32;
/** Of another character, and of those that are as wide as high. */
const OTHER = 620;
const WIDE = 1000;
const LEAST_BOLD = 600;

/** A font as CSS writes it: `600 13px sans-serif`. */
class MeasuringContext {
  font = '';

  measureText(text: string): { readonly width: number } {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 0);
    const weight = /\b(bold|[1-9]00)\b/.exec(this.font)?.[1] ?? '400';
    const isBold = weight === 'bold' || Number(weight) >= LEAST_BOLD;
    const widths = isBold ? BOLD : REGULAR;
    let sum = 0;
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      sum += widths[code - FIRST] ?? widthOf(code);
    }
    return { width: (sum * size) / WIDE };
  }
}

function widthOf(code: number): number {
  // Combining marks have no width of their own; scripts of East Asia and symbols are wide.
  const isMark = code >= 0x300 && code < 0x370;
  return isMark ? 0 : code >= 0x1100 ? WIDE : OTHER;
}

export function canvas(): { readonly getContext: () => MeasuringContext } {
  return { getContext: () => new MeasuringContext() };
}

export function domCanvas(): null {
  return null;
}

export function image(): null {
  return null;
}
