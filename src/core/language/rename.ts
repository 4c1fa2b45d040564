/**
 * Renames a table, view, macro or variable of a notebook in every cell that names it.
 *
 * Binding the edited notebook shows what the rename would do to other statements: in `SELECT t FROM t` the column is a
 * row.
 */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import { fromQuotes, quotedName, textLiteral } from '../base/quoted';
import type { Span } from '../base/span';
import { signalFunctionNamed } from '../service/functions';
import { reservedWords } from '../sql/keywordCase';
import { nameKey, schemaEnd, writtenIdentifier } from '../sql/names';
import { namePart, nameStart, tokenize } from '../sql/tokens';
import type { NotebookAnalysis } from './analysis';
import { visibleAt } from './catalogue';
import { occurrences, symbolAt, type Occurrence, type Symbol } from './navigation';
import type { NotebookText } from './notebookText';
import type { Problem } from './problems';

interface CellEdit {
  /** Index in the notebook's code cells. */
  readonly cell: number;
  readonly span: Span;
  readonly text: string;
}

/** `from` is the name as it was; `refused` is one sentence for the user. */
export type Renaming =
  | { readonly edits: readonly CellEdit[]; readonly from: string }
  | { readonly refused: string };

export interface RenamedPlace {
  readonly cell: number;
  /** In the cell's text, at or beside the name. */
  readonly offset: number;
}

const BARE_NAME = new RegExp(`^${nameStart}${namePart}*$`, 'u');
/** Longest allowed name. */
const MOST_CHARACTERS = 128;

/** @returns The name at the place with its span, or why it cannot be renamed. */
export function renamable(
  notebook: NotebookText,
  analysis: NotebookAnalysis,
  { cell, offset }: RenamedPlace,
): { readonly span: Span; readonly name: string } | { readonly refused: string } {
  const symbol = symbolAt(analysis, cell, offset);
  if (!symbol) {
    return {
      refused: t('Only tables, views, macros and variables that a cell creates can be renamed.'),
    };
  }
  const isParameter = notebook.parameters.some(({ name }) => nameKey(name) === symbol.key);
  if (symbol.space === 'variable' && isParameter) {
    return { refused: t('A parameter is named in the front matter: rename it there.') };
  }
  const inner = innerSpan(notebook, symbol);
  const name = notebook.cells[cell]?.text.slice(inner.from, inner.to) ?? '';
  return { span: inner, name: fromQuotes(name, '"') };
}

/** @returns The edits of every cell, in the notebook's order; refused if the name is taken or invalid. */
export function rename(
  notebook: NotebookText,
  analysis: NotebookAnalysis,
  place: RenamedPlace,
  name: string,
): Renaming {
  const symbol = symbolAt(analysis, place.cell, place.offset);
  const allowed = renamable(notebook, analysis, place);
  if ('refused' in allowed || !symbol) {
    return 'refused' in allowed ? allowed : { edits: [], from: allowed.name };
  }
  const refused = objection(notebook, analysis, { ...symbol, to: name });
  if (refused !== null) {
    return { refused };
  }
  return {
    from: allowed.name,
    edits: occurrences(analysis, symbol).map(occurrence => ({
      cell: occurrence.cell,
      span: occurrence.span,
      text: writtenName(notebook, occurrence, name),
    })),
  };
}

function objection(
  notebook: NotebookText,
  analysis: NotebookAnalysis,
  { space, key, to }: Symbol & { readonly to: string },
): string | null {
  if (to.trim() === '' || to !== to.trim() || /[\p{Cc}]/u.test(to)) {
    return t('A name must not be empty, must not begin or end with a space, and must be one line.');
  }
  if (to.length > MOST_CHARACTERS) {
    return t('A name has at most {0} characters.', MOST_CHARACTERS);
  }
  const wanted = key.slice(0, key.lastIndexOf(schemaEnd) + 1) + nameKey(to);
  if (wanted === key) {
    return null; // Another case of the same name.
  }
  const named = occurrences(analysis, { space, key }).map(({ cell }) => cell);
  const hides =
    space === 'relation' && named.some(cell => isLocalName(notebook, cell, nameKey(to)));
  return hides || isTaken(notebook, analysis, { space, key: wanted })
    ? t('The name {0} is taken: choose another.', to)
    : null;
}

/** Whether the cell has a common table expression or an alias of that name, which the table would be taken for. */
function isLocalName(notebook: NotebookText, cell: number, key: string): boolean {
  const text = notebook.cells[cell]?.text ?? '';
  const tokens = tokenize(text);
  return tokens.some((token, at) => {
    const name = writtenIdentifier(text, token);
    const following = tokens[at + 1]?.text;
    const isKeyword = token.kind === 'word' && reservedWords.has(token.text);
    return (
      name !== undefined &&
      !isKeyword &&
      nameKey(name) === key &&
      (following === '.' || following === 'as' || tokens[at - 1]?.text === 'as')
    );
  });
}

/** @returns Whether any cell makes or names it, or every session has it. */
export function isTaken(
  notebook: NotebookText,
  analysis: NotebookAnalysis,
  symbol: Symbol,
): boolean {
  const last = Math.max(0, analysis.cells.length - 1);
  const known = visibleAt(notebook, analysis, last, Infinity);
  const names = {
    relation: known.tables.map(({ name }) => name),
    macro: [...known.macros, ...known.analyses].map(({ name }) => name),
    variable: known.variables.map(({ name }) => name),
  }[symbol.space];
  return (
    occurrences(analysis, symbol).length > 0 ||
    names.some(name => nameKey(name) === symbol.key) ||
    (symbol.space === 'macro' && signalFunctionNamed(symbol.key) !== undefined)
  );
}

/** The name without the quotes around it. */
function innerSpan(notebook: NotebookText, { cell, span }: Occurrence): Span {
  const first = notebook.cells[cell]?.text[span.from];
  return first === '"' || first === "'" ? { from: span.from + 1, to: span.to - 1 } : span;
}

/** @returns The name as the place needs it: bare, in double quotes, or inside the quotes of a text. */
export function writtenName(
  notebook: NotebookText,
  { cell, span, role }: Occurrence,
  name: string,
): string {
  const here = notebook.cells[cell];
  if (here?.language === 'vega-lite') {
    return JSON.stringify(name);
  }
  if (role === 'text') {
    return textLiteral(name);
  }
  const wasQuoted = here?.text[span.from] === '"';
  const isBare = BARE_NAME.test(name) && !reservedWords.has(nameKey(name));
  return isBare && !wasQuoted ? name : quotedName(name);
}

/** @returns The notebook with the edits, which do not overlap. */
export function editedNotebook(notebook: NotebookText, edits: readonly CellEdit[]): NotebookText {
  const cells = notebook.cells.map((cell, index) => {
    const text = edits
      .filter(edit => edit.cell === index)
      .sort((a, b) => b.span.from - a.span.from)
      .reduce(
        (made, { span, text: to }) => made.slice(0, span.from) + to + made.slice(span.to),
        cell.text,
      );
    return { ...cell, text };
  });
  return { ...notebook, cells };
}

/**
 * @param renamed The name as it was.
 * @returns One sentence about the first cell that has more errors after than before; null if none has.
 */
export function brokenBy(
  before: NotebookAnalysis,
  after: NotebookAnalysis,
  renamed: string,
): string | null {
  const errors = (analysis: NotebookAnalysis, cell: number) =>
    (analysis.cells[cell]?.problems ?? []).filter(({ severity }) => severity === 'error');
  const broken = after.cells.findIndex(
    (_, cell) => errors(after, cell).length > errors(before, cell).length,
  );
  if (broken < 0) {
    return null;
  }
  const known = new Set(errors(before, broken).map(({ message }) => message));
  const fresh = errors(after, broken).find(({ message }) => !known.has(message));
  const where = t('Cell {0}', broken + 1);
  return fresh && isRow(fresh, renamed)
    ? t(
        '{0} uses the rows of {1} as a value, which a rename cannot change. First give the table that alias there: {2} AS {3}.',
        where,
        renamed,
        renamed,
        renamed,
      )
    : t('{0} would no longer run. {1} Change it first.', where, fresh?.message ?? '');
}

/** Whether the name is missing as a column, which was a row of the table. */
function isRow({ code, data }: Problem, renamed: string): boolean {
  const name = isRecord(data) ? data['name'] : undefined;
  return code === 'unknownColumn' && typeof name === 'string' && nameKey(name) === nameKey(renamed);
}
