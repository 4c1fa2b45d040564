/** A VISUALISE clause in a uniform layout: one clause per line, its parts below it if they do not fit. */

import type { Span } from '../base/span';
import { commentsOf } from '../sql/comments';
import { clauseWords, partWords } from './clauseWords';
import { visualiseKeywords } from './keywordSpans';
import { parseVisualise } from './parser';
import { scanVisualise } from './scanner';
import { verbatimSpans } from './verbatim';

/** Columns that a line has room for. */
const WIDTH = 80;

/** A token, or a stretch that stays as it is. */
interface Piece {
  readonly text: string;
  readonly opens: 'clause' | 'part' | null;
  /** Comments after it, as they are to be written. */
  readonly comments: string;
}

/**
 * @param clause From VISUALISE to its end.
 * @param tabSize Columns of an indentation.
 * @returns The same clause with keywords in upper case; `clause` itself if it has a problem or its tokens would change.
 */
export function formatClause(clause: string, tabSize: number): string {
  const tree = parseVisualise(clause);
  if (tree.problems.some(({ code }) => code !== 'noLayer')) {
    return clause;
  }
  const indent = ' '.repeat(tabSize);
  return splitAt(piecesOf(clause, verbatimSpans(tree)), 'clause')
    .map(pieces => clauseText(pieces, indent))
    .join('\n');
}

function piecesOf(clause: string, verbatim: readonly Span[]): Piece[] {
  const { tokens } = scanVisualise(clause);
  const pieces: Piece[] = [];
  let kept = 0;
  let index = 0;
  while (index < tokens.length - 1) {
    const token = tokens[index] ?? { kind: 'end' as const, span: { from: 0, to: 0 } };
    while ((verbatim[kept]?.to ?? Infinity) <= token.span.from) {
      kept++;
    }
    const whole = verbatim[kept];
    const isKept = whole !== undefined && whole.from <= token.span.from;
    const { from, to } = isKept ? whole : token.span;
    do {
      index++;
    } while ((tokens[index]?.span.from ?? Infinity) < to && index < tokens.length - 1);
    const written = clause.slice(from, to);
    const gap = clause.slice(to, tokens[index]?.span.from ?? clause.length);
    const isWord = !isKept && token.kind === 'word';
    pieces.push({
      text: isWord ? cased(written) : written,
      opens: isWord ? opens(written, pieces) : null,
      comments: commentsText(gap),
    });
  }
  return pieces;
}

function cased(word: string): string {
  const upper = word.toUpperCase();
  return visualiseKeywords.has(upper) ? upper : word;
}

function opens(word: string, before: readonly Piece[]): Piece['opens'] {
  const upper = word.toUpperCase();
  if (clauseWords.some(clause => clause === upper)) {
    return 'clause';
  }
  const isPart = upper !== 'BY' && partWords.some(part => part === upper);
  return isPart && before.length > 0 ? 'part' : null;
}

/** Every comment ends its line, so that none swallows what follows. */
function commentsText(gap: string): string {
  return commentsOf(gap)
    .map(({ text }) => ` ${text}`)
    .join('\n');
}

/** Parts that belong on the line of their clause wherever that is broken. */
const inlineParts = new Set(['FROM', 'TO', 'VIA']);

function clauseText(pieces: readonly Piece[], indent: string): string {
  const line = lineText(pieces);
  if (fits(line, pieces)) {
    return line;
  }
  const [head = [], ...parts] = splitAt(pieces, 'part').reduce<Piece[][]>(joinInline, []);
  return [
    listText(head, indent),
    ...parts.map(part => indent + listText(part, indent + indent)),
  ].join('\n');
}

function joinInline(lines: Piece[][], part: Piece[]): Piece[][] {
  const last = lines.at(-1);
  if (last && inlineParts.has(part[0]?.text ?? '')) {
    last.push(...part);
    return lines;
  }
  return [...lines, part];
}

/** A part on one line, or its items below each other. */
function listText(pieces: readonly Piece[], indent: string): string {
  const line = lineText(pieces);
  if (fits(indent + line, pieces)) {
    return line;
  }
  const items: Piece[][] = [[]];
  let depth = 0;
  for (const piece of pieces) {
    items.at(-1)?.push(piece);
    depth += '([{'.includes(piece.text) ? 1 : ')]}'.includes(piece.text) ? -1 : 0;
    if (piece.text === ',' && depth === 0) {
      items.push([]);
    }
  }
  return items.map(lineText).join(`\n${indent}`);
}

function fits(line: string, pieces: readonly Piece[]): boolean {
  return line.length <= WIDTH && pieces.slice(0, -1).every(({ comments }) => comments === '');
}

function lineText(pieces: readonly Piece[]): string {
  let text = '';
  pieces.forEach((piece, index) => {
    const previous = pieces[index - 1];
    text += previous && !isTight(previous.text, piece.text) && !text.endsWith('\n') ? ' ' : '';
    text +=
      piece.text +
      piece.comments +
      (piece.comments !== '' && index < pieces.length - 1 ? '\n' : '');
  });
  return text;
}

function isTight(before: string, after: string): boolean {
  return [',', ')', ']', ';'].includes(after) || ['(', '['].includes(before);
}

function splitAt(pieces: readonly Piece[], opener: 'clause' | 'part'): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last && piece.opens !== opener) {
      last.push(piece);
    } else {
      groups.push([piece]);
    }
  }
  return groups;
}
