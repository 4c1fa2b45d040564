/** The words around the relations of a statement: those that a relation follows, and those that are not aliases. */

import type { Token } from './tokens';

/** Unlike UNPIVOT, these write INTO a relation. */
const intoFollows = new Set(['insert', 'merge', 'replace', 'ignore']);
/** Words after SHOW that are not tables. */
const shown = new Set(['all', 'databases', 'schemas', 'tables', 'variables']);
/** Functions with a FROM among their arguments. */
const takesFrom = new Set(['extract', 'substring', 'trim', 'overlay']);
const tableFollows = new Set(['alter', 'drop', 'truncate', '(', 'as', 'explain', 'analyze']);
/** Words that are no aliases. */
export const noAlias = new Set(
  (
    'on using join inner left right full outer cross natural asof positional semi anti lateral where group having ' +
    'qualify order limit offset window union except intersect select set values returning tablesample pivot unpivot ' +
    'visualise visualize when as at for default by do in then'
  ).split(' '),
);
/** Words that end a list of relations. */
export const clauseEnds = new Set(
  'where group by having qualify order limit offset window union except intersect select set values returning when'.split(
    ' ',
  ),
);

/**
 * @param around The word before the bracket that the place is in.
 * @returns Whether a relation follows the word `at`.
 */
export function opensRelation(tokens: readonly Token[], at: number, around: string): boolean {
  const { kind, text: word = '' } = tokens[at] ?? {};
  const before = tokens[at - 1]?.text ?? '';
  if (kind !== 'word') {
    return false;
  }
  switch (word) {
    case 'join':
    case 'update':
    case 'describe':
    case 'summarize':
      return true;
    case 'table':
      return before === '' || tableFollows.has(before) || isComment(tokens, before);
    case 'view':
      return before === 'alter' || before === 'drop' || isComment(tokens, before);
    case 'copy':
    case 'show':
      return before === '' && !shown.has(tokens[at + 1]?.text ?? '');
    case 'pivot':
    case 'unpivot':
      return ['', '(', 'as', 'from'].includes(before);
    case 'from':
      return !isDistinctFrom(tokens, at) && !takesFrom.has(around);
    case 'into':
      return intoFollows.has(before);
    case 'on':
      return at < 6 && tokens.slice(0, 3).some(({ text }) => text === 'index');
    case 'using':
      return ['delete', 'merge'].includes(tokens[0]?.text ?? '');
    default:
      return false;
  }
}

/** `IS [NOT] DISTINCT FROM`. */
function isDistinctFrom(tokens: readonly Token[], at: number): boolean {
  const [before, first] = [tokens[at - 1]?.text, tokens[at - 2]?.text ?? ''];
  return before === 'distinct' && ['is', 'not'].includes(first);
}

/** `COMMENT ON TABLE t`. */
function isComment(tokens: readonly Token[], before: string): boolean {
  return before === 'on' && tokens[0]?.text === 'comment';
}
