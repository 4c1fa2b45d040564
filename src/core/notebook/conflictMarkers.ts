/** The marks that Git leaves in a file whose two versions it could not merge. The notebook opens, and its writer keeps them. */

import { t } from '../base/translations';
import type { Span } from '../base/span';
import { linesOf } from './lines';

export function conflictSentence(): string {
  return t(
    'This notebook has the marks of a merge that was not finished (<<<<<<<). Nothing was lost: choose between the two versions in the file opened as text.',
  );
}

/** @returns The first line that opens a complete conflict; null if there is none. */
export function firstConflict(text: string): Span | null {
  let opened: Span | null = null;
  let isDivided = false;
  for (const { from, to } of linesOf(text)) {
    const mark = /^(?:<{7}|>{7})(?= |$)|^={7}$/.exec(text.slice(from, Math.min(to, from + 8)))?.[0];
    if (mark?.startsWith('<')) {
      [opened, isDivided] = [{ from, to }, false];
    } else if (mark?.startsWith('=')) {
      isDivided = true;
    } else if (mark && opened && isDivided) {
      return opened;
    }
  }
  return null;
}
