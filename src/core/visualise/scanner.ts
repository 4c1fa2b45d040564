/**
 * Tokens of a VISUALISE clause.
 *
 * Scanning never fails: what cannot be read becomes a token and a problem. Every token has its span, so that later
 * stages can point at it.
 */

import type { Span } from '../base/span';
import { blockAt } from '../sql/comments';
import { problemAt } from './problems';
import type { VisualiseProblem } from './problems';

export type TokenKind =
  | 'word' // A bare word: a keyword, an aesthetic, a column.
  | 'name' // A double-quoted name; `value` holds it without the quotes.
  | 'text' // A single-quoted text; `value` holds it without the quotes.
  | 'number' // An unsigned number.
  | 'symbol' // Anything else, `=>` and the two-character operators included.
  | 'end'; // After the last token; its span is empty.

export interface Token {
  readonly kind: TokenKind;
  /** The token's text: quotes removed and doubled quotes made single; otherwise as written. */
  readonly value: string;
  readonly span: Span;
}

export interface Scan {
  /** At least one token; the last one is `end`. */
  readonly tokens: readonly Token[];
  readonly problems: readonly VisualiseProblem[];
}

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const SPACE = /\s+/y;
const LINE_COMMENT = /--[^\n\r]*/y;
const OPERATOR = /=>|:=|::|<=|>=|<>|!=|\|\|/y;
const ODD_SYMBOL = /[^\s\p{L}\p{N}]/uy;

/** @returns The tokens of `text`, comments and white space left out; spans are offsets in `text`. */
export function scanVisualise(text: string): Scan {
  const scanner = new Scanner(text);
  return scanner.run();
}

class Scanner {
  private readonly tokens: Token[] = [];
  private readonly problems: VisualiseProblem[] = [];
  private at = 0;

  constructor(private readonly text: string) {}

  run(): Scan {
    while (this.at < this.text.length) {
      this.step();
    }
    this.push('end', '', this.text.length);
    return { tokens: this.tokens, problems: this.problems };
  }

  private step(): void {
    if (this.skip(SPACE) || this.skip(LINE_COMMENT) || this.skipBlockComment()) {
      return;
    }
    const first = this.text[this.at];
    if (first === "'") {
      this.quoted('text', "'");
    } else if (first === '"') {
      this.quoted('name', '"');
    } else if (!this.pattern('word', WORD) && !this.pattern('number', NUMBER)) {
      this.symbol();
    }
  }

  private skip(pattern: RegExp): boolean {
    const end = matchEnd(pattern, this.text, this.at);
    if (end === undefined) {
      return false;
    }
    this.at = end;
    return true;
  }

  private skipBlockComment(): boolean {
    if (!this.text.startsWith('/*', this.at)) {
      return false;
    }
    const { to, isClosed } = blockAt(this.text, this.at);
    if (!isClosed) {
      this.problems.push(problemAt('unterminated', { from: this.at, to }, { what: 'comment' }));
    }
    this.at = to;
    return true;
  }

  private quoted(kind: 'text' | 'name', quote: string): void {
    const from = this.at;
    let close = this.text.indexOf(quote, from + 1);
    while (close >= 0 && this.text[close + 1] === quote) {
      close = this.text.indexOf(quote, close + 2);
    }
    const inner = this.text.slice(from + 1, close < 0 ? this.text.length : close);
    const end = close < 0 ? this.text.length : close + 1;
    if (close < 0) {
      this.problems.push(problemAt('unterminated', { from, to: end }, { what: kind }));
    }
    this.push(kind, inner.replaceAll(quote + quote, quote), end);
  }

  private pattern(kind: TokenKind, pattern: RegExp): boolean {
    const end = matchEnd(pattern, this.text, this.at);
    if (end === undefined) {
      return false;
    }
    this.push(kind, this.text.slice(this.at, end), end);
    return true;
  }

  private symbol(): void {
    if (this.pattern('symbol', OPERATOR) || this.pattern('symbol', ODD_SYMBOL)) {
      return;
    }
    this.push('symbol', this.text.slice(this.at, this.at + 1), this.at + 1);
  }

  private push(kind: TokenKind, value: string, to: number): void {
    this.tokens.push({ kind, value, span: { from: this.at, to } });
    this.at = to;
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
