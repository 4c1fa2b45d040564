/** DRAW and PLACE. */

import { t } from '../base/translations';
import { atClause, atClauseWord, skipToBoundary } from './clauseWords';
import { ownEntry } from './ownEntry';
import { parseMappings } from './parseMappings';
import { parseList, parseName, parseSetting, parseSql } from './parseValues';
import type { TokenCursor } from './tokenCursor';
import type { LayerNode, NameNode, OrderNode } from './tree';

type Draft = { -readonly [K in keyof LayerNode]: LayerNode[K] };

/** Reads a layer; the word DRAW or PLACE is next. */
export function parseLayer(cursor: TokenCursor): LayerNode | undefined {
  const word = cursor.next();
  const what = t('a layer, for example line');
  if (!cursor.atEnd && atClause(cursor)) {
    cursor.report('expected', word.span, { what, found: cursor.textOf(cursor.token.span) });
    return undefined;
  }
  const layer = parseName(cursor, what);
  if (!layer) {
    skipToBoundary(cursor);
    return undefined;
  }
  const draft: Draft = {
    kind: word.value.toUpperCase() === 'DRAW' ? 'draw' : 'place',
    layer,
    mappings: [],
    source: null,
    remapping: null,
    remappings: [],
    settings: [],
    filter: null,
    partition: [],
    order: [],
    span: word.span,
  };
  const seen = new Set<string>();
  while (!cursor.atEnd && !cursor.isSymbol(';') && !atClauseWord(cursor)) {
    parsePart(cursor, draft, seen);
  }
  draft.span = cursor.spanFrom(word.span.from);
  return draft;
}

function parsePart(cursor: TokenCursor, draft: Draft, seen: Set<string>): void {
  const { span, value } = cursor.token;
  const part = value.toUpperCase();
  const parse = cursor.token.kind === 'word' ? ownEntry(partParsers, part) : undefined;
  if (!parse) {
    cursor.reportExpected(t('MAPPING, SETTING, FILTER, PARTITION BY, ORDER BY or the next clause'));
    cursor.next();
    skipToBoundary(cursor);
    return;
  }
  cursor.next();
  if (part !== 'FROM' && seen.has(part)) {
    cursor.report('duplicateClause', span, { clause: part });
  }
  seen.add(part);
  parse(cursor, draft, span.from);
}

const partParsers: Partial<
  Record<string, (cursor: TokenCursor, draft: Draft, from: number) => void>
> = {
  MAPPING: (cursor, draft) => {
    draft.mappings = [...draft.mappings, ...parseMappings(cursor)];
  },
  FROM: (cursor, draft) => {
    draft.source = parseSql(cursor, t('a table')) ?? draft.source;
  },
  REMAPPING: (cursor, draft, from) => {
    draft.remappings = [...draft.remappings, ...parseMappings(cursor)];
    draft.remapping = cursor.spanFrom(from);
  },
  SETTING: (cursor, draft) => {
    draft.settings = [...draft.settings, ...parseList(cursor, () => parseSetting(cursor))];
  },
  FILTER: (cursor, draft) => {
    draft.filter = parseSql(cursor, t('a condition')) ?? draft.filter;
  },
  PARTITION: (cursor, draft) => {
    draft.partition =
      parseByList(cursor, () => parseName(cursor, t('a column'))) ?? draft.partition;
  },
  ORDER: (cursor, draft) => {
    draft.order = parseByList(cursor, () => parseOrder(cursor)) ?? draft.order;
  },
};

function parseByList<T extends NameNode | OrderNode>(
  cursor: TokenCursor,
  item: () => T | undefined,
): T[] | undefined {
  if (!cursor.takeWord('BY')) {
    cursor.reportExpected('BY');
    skipToBoundary(cursor);
    return undefined;
  }
  return parseList(cursor, item);
}

function parseOrder(cursor: TokenCursor): OrderNode | undefined {
  const column = parseName(cursor, t('a column'));
  if (!column) {
    return undefined;
  }
  const descending = cursor.takeWord('DESC');
  if (!descending) {
    cursor.takeWord('ASC');
  }
  return { column, descending, span: cursor.spanFrom(column.span.from) };
}
