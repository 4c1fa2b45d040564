/** What a spreadsheet makes of a pasted value, and what it must not make of it. */

import { columnRole, isNumeric, type ColumnRole } from './columnRole';

/** A spreadsheet keeps no more digits of a number. */
const MOST_DIGITS = 15;
const NUMBER = /^-?(\d+(\.\d+)?|\.\d+)$/;
/** Numbers, dates, times and intervals are written with these; no formula that calls anything is. A saved output may claim any type. */
const HARMLESS = /^[\w .:+-]*$/;

/**
 * @param text The value in full.
 * @returns Whether a spreadsheet has to keep it as a text: texts, and numbers of more digits than it keeps.
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

/** @returns Whether a spreadsheet would run the value of this type. */
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
