/** How spreadsheets interpret pasted values, and how to prevent it. */

import { columnRole, isNumeric, type ColumnRole } from './columnRole';

/** The most digits of a number that a spreadsheet keeps. */
const MOST_DIGITS = 15;
const NUMBER = /^-?(\d+(\.\d+)?|\.\d+)$/;
/**
 * Numbers, dates, times and intervals only have these characters, and so are no formula that calls anything. A saved
 * output may claim any type.
 */
const HARMLESS = /^[\w .:+-]*$/;

/**
 * @param text The value in full.
 * @returns Whether a spreadsheet has to treat it as text: texts, and numbers with more digits than it keeps.
 */
export function isSpreadsheetText(text: string, type: string): boolean {
  const role = roleOf(type);
  if (text === '') {
    return false;
  }
  if (isText(role) || !HARMLESS.test(text)) {
    return true;
  }
  const isExact = isNumeric(role) && !/^(DOUBLE|FLOAT)$/.test(type);
  return isExact && text.replace(/\D/g, '').length > MOST_DIGITS;
}

/** @returns Whether a spreadsheet would run a value of this type. */
export function isFormula(text: string, type: string): boolean {
  const isKnown = (!isText(roleOf(type)) || type === 'INTERVAL') && HARMLESS.test(text);
  return !isKnown && /^[=+\-@]/.test(text) && !NUMBER.test(text);
}

function roleOf(type: string): ColumnRole {
  return columnRole({ name: '', type });
}

function isText(role: ColumnRole): boolean {
  return role === 'text' || role === 'nested';
}
