/** SCALE. */

import { t } from '../base/translations';
import { nearest } from '../base/nearest';
import { atClauseWord, skipToBoundary } from './clauseWords';
import { parseList, parseName, parseSetting, parseText, tryArray, tryLiteral } from './parseValues';
import type { TokenCursor } from './tokenCursor';
import type { ArrayNode, RenamingNode, ScaleNode, ScaleType } from './tree';

/** The words after SCALE that set the type of the values. */
export const scaleTypes: readonly ScaleType[] = [
  'continuous',
  'discrete',
  'binned',
  'ordinal',
  'identity',
];

type Draft = { -readonly [K in keyof ScaleNode]: ScaleNode[K] };

/** Reads a scale; the word SCALE is next. */
export function parseScale(cursor: TokenCursor): ScaleNode | undefined {
  const { span } = cursor.next();
  const type = parseType(cursor);
  const aesthetic = parseName(cursor, t('an aesthetic, for example y'));
  if (!aesthetic) {
    skipToBoundary(cursor);
    return undefined;
  }
  const draft: Draft = {
    type,
    aesthetic,
    from: null,
    to: null,
    via: null,
    settings: [],
    renamings: [],
    span,
  };
  while (!cursor.atEnd && !cursor.isSymbol(';') && !atClauseWord(cursor)) {
    parsePart(cursor, draft);
  }
  draft.span = cursor.spanFrom(span.from);
  return draft;
}

function parseType(cursor: TokenCursor): ScaleNode['type'] {
  const { value, span, kind } = cursor.token;
  const type = scaleTypes.find(candidate => candidate === value.toLowerCase());
  if (kind === 'word' && type) {
    cursor.next();
    return { value: type, span };
  }
  const following = cursor.ahead(1);
  const parts = ['FROM', 'TO', 'VIA', 'SETTING', 'RENAMING'];
  const twoNames =
    kind === 'word' &&
    (following.kind === 'word' || following.kind === 'name') &&
    !parts.some(part => cursor.isWord(part, 1)) &&
    !startsClauseNext(cursor);
  if (twoNames) {
    cursor.next();
    cursor.report('unknownScaleType', span, { type: value, near: nearest(value, scaleTypes) });
  }
  return null;
}

function startsClauseNext(cursor: TokenCursor): boolean {
  const words = ['DRAW', 'PLACE', 'SCALE', 'FACET', 'LABEL', 'PROJECT'];
  return words.some(word => cursor.isWord(word, 1));
}

function parsePart(cursor: TokenCursor, draft: Draft): void {
  if (cursor.takeWord('FROM')) {
    draft.from = requireArray(cursor, t('an array, for example [0, 1]'));
  } else if (cursor.takeWord('TO')) {
    parseTo(cursor, draft);
  } else if (cursor.takeWord('VIA')) {
    draft.via = parseName(cursor, t('a transform, for example log10')) ?? null;
  } else if (cursor.takeWord('SETTING')) {
    draft.settings = [...draft.settings, ...parseList(cursor, () => parseSetting(cursor))];
  } else if (cursor.takeWord('RENAMING')) {
    draft.renamings = [...draft.renamings, ...parseList(cursor, () => parseRenaming(cursor))];
  } else {
    cursor.reportExpected(t('FROM, TO, VIA, SETTING, RENAMING or the next clause'));
    cursor.next();
    skipToBoundary(cursor);
  }
}

function requireArray(cursor: TokenCursor, what: string): ArrayNode | null {
  const array = tryArray(cursor);
  if (!array) {
    cursor.reportExpected(what);
    skipToBoundary(cursor);
  }
  return array ?? null;
}

function parseTo(cursor: TokenCursor, draft: Draft): void {
  const { kind } = cursor.token;
  if (kind === 'word' || kind === 'name' || kind === 'text') {
    const { value, span } = cursor.next();
    draft.to = { kind: 'palette', name: value, span };
  } else {
    draft.to = requireArray(cursor, t("a palette or an array, for example ['red', 'blue']"));
  }
}

function parseRenaming(cursor: TokenCursor): RenamingNode | undefined {
  const { span } = cursor.token;
  const from = cursor.takeSymbol('*') ? ({ kind: 'wildcard', span } as const) : tryLiteral(cursor);
  if (!from) {
    cursor.reportExpected(t("a value of the scale or *, for example 'gb' => 'United Kingdom'"));
    return undefined;
  }
  if (!cursor.takeSymbol('=>')) {
    cursor.reportExpected('=>');
    return undefined;
  }
  const label = parseText(cursor, t("a label: 'text' or null"));
  return label === undefined ? undefined : { from, label, span: cursor.spanFrom(span.from) };
}
