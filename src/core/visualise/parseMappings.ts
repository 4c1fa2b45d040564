/** Mappings: `column AS aesthetic`, `literal AS aesthetic`, `column`, `*`. */

import { t } from '../base/translations';
import { aestheticNamed, colourNames } from './aesthetics';
import { atBoundary } from './clauseWords';
import { parseList, parseName, tryLiteral } from './parseValues';
import type { TokenCursor } from './tokenCursor';
import type { ColumnNode, LiteralNode, MappingNode } from './tree';

/** @returns The mappings that are next; none if a clause, FROM or the end follows at once. */
export function parseMappings(cursor: TokenCursor): MappingNode[] {
  if (atBoundary(cursor)) {
    return [];
  }
  return parseList(cursor, () => parseMapping(cursor));
}

function parseMapping(cursor: TokenCursor): MappingNode | undefined {
  const { span } = cursor.token;
  if (cursor.takeSymbol('*')) {
    return { kind: 'wildcard', span };
  }
  const value = parseMapped(cursor);
  if (!value) {
    return undefined;
  }
  if (cursor.takeWord('AS')) {
    const aesthetic = parseName(cursor, t('an aesthetic, for example x'));
    return aesthetic && { kind: 'mapping', value, aesthetic, span: cursor.spanFrom(span.from) };
  }
  if (atAesthetic(cursor)) {
    const aesthetic = cursor.next();
    const whole = cursor.spanFrom(span.from);
    const column = cursor.textOf(value.span);
    cursor.report('missingAs', whole, { column, aesthetic: aesthetic.value });
    return {
      kind: 'mapping',
      value,
      aesthetic: { name: aesthetic.value, span: aesthetic.span },
      span: whole,
    };
  }
  if (value.kind === 'literal') {
    cursor.reportExpected(t('AS and an aesthetic after a literal'));
    return undefined;
  }
  return { kind: 'mapping', value, aesthetic: { name: value.name, span: value.span }, span };
}

function atAesthetic(cursor: TokenCursor): boolean {
  const { kind, value } = cursor.token;
  const isName = aestheticNamed(value) !== undefined || colourNames.includes(value.toLowerCase());
  return kind === 'word' && isName && !atBoundary(cursor);
}

function parseMapped(cursor: TokenCursor): ColumnNode | LiteralNode | undefined {
  const literal = tryLiteral(cursor);
  if (literal && !atOperator(cursor)) {
    return literal;
  }
  const { span } = cursor.token;
  const isWord = cursor.token.kind === 'word' || cursor.token.kind === 'name';
  if (!literal && !isWord && !cursor.isSymbol('(') && !cursor.isSymbol('-')) {
    cursor.reportExpected(t('a column, a literal or *'));
    return undefined;
  }
  const column = !literal && isWord ? cursor.next() : undefined;
  if (column && !atOperator(cursor)) {
    return { kind: 'column', name: column.value, span };
  }
  reportExpression(cursor, (literal ?? { span }).span.from);
  return undefined;
}

/** An expression is read to its comma or aesthetic, so that it makes one problem. */
function reportExpression(cursor: TokenCursor, from: number): void {
  let depth = 0;
  while (!cursor.atEnd && (depth > 0 || !(cursor.isSymbol(',') || atBoundary(cursor)))) {
    const { value } = cursor.next();
    depth += value === '(' ? 1 : value === ')' ? -1 : 0;
  }
  cursor.report('expression', cursor.spanFrom(from), {});
}

function atOperator(cursor: TokenCursor): boolean {
  return cursor.token.kind === 'symbol' && !cursor.isSymbol(',') && !cursor.isSymbol(';');
}
