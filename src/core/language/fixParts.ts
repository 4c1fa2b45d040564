/** Edits that several fixes share. */

import { t } from '../base/translations';
import type { Span } from '../base/span';
import { quotedName, textLiteral } from '../base/quoted';
import type { Fix } from './problems';

/** @returns The fix that replaces `span` by `text`. */
export function fix(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] };
}

/** Writes `near` the way the wrong name is written: bare, as a text, or as a quoted name. */
export function nearFix(text: string, span: Span, near: string | null): Fix[] {
  if (near === null) {
    return [];
  }
  const quote = text[span.from];
  const written =
    quote === "'" ? textLiteral(near) : quote === '"' || !isBare(near) ? quotedName(near) : near;
  return [fix(t('Change to {0}', near), span, written)];
}

function isBare(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}
