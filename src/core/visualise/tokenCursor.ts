/** Reads tokens one after the other and collects what was wrong. It never moves past the end. */

import type { Span } from '../base/span';
import { problemAt } from './problems';
import type { ProblemCode, ProblemFacts, VisualiseProblem } from './problems';
import type { Scan, Token } from './scanner';

const EMPTY: Token = { kind: 'end', value: '', span: { from: 0, to: 0 } };

export class TokenCursor {
  readonly problems: VisualiseProblem[];
  private at = 0;

  constructor(
    private readonly scan: Scan,
    /** The text that was scanned. */
    readonly text: string,
  ) {
    this.problems = [...scan.problems];
  }

  get token(): Token {
    return this.ahead(0);
  }

  get atEnd(): boolean {
    return this.token.kind === 'end';
  }

  /** Where the token that was read last ends; 0 before the first. */
  get lastEnd(): number {
    return this.at === 0 ? 0 : (this.scan.tokens[this.at - 1]?.span.to ?? 0);
  }

  ahead(count: number): Token {
    return this.scan.tokens[this.at + count] ?? this.scan.tokens.at(-1) ?? EMPTY;
  }

  next(): Token {
    const token = this.token;
    if (token.kind !== 'end') {
      this.at++;
    }
    return token;
  }

  /** @returns Whether the token `count` ahead is the bare word `word`, given in upper case. */
  isWord(word: string, count = 0): boolean {
    const token = this.ahead(count);
    return token.kind === 'word' && token.value.toUpperCase() === word;
  }

  isSymbol(symbol: string, count = 0): boolean {
    const token = this.ahead(count);
    return token.kind === 'symbol' && token.value === symbol;
  }

  /** Reads the word if it is next. */
  takeWord(word: string): boolean {
    const found = this.isWord(word);
    if (found) {
      this.next();
    }
    return found;
  }

  /** Reads the symbol if it is next. */
  takeSymbol(symbol: string): boolean {
    const found = this.isSymbol(symbol);
    if (found) {
      this.next();
    }
    return found;
  }

  report<C extends ProblemCode>(code: C, span: Span, data: ProblemFacts[C]): void {
    this.problems.push(problemAt(code, span, data));
  }

  /** @returns What is written at `span`. */
  textOf({ from, to }: Span): string {
    return this.text.slice(from, to);
  }

  /** Reports that something else was expected at the next token. */
  reportExpected(what: string): void {
    const { span } = this.token;
    this.report('expected', span, { what, found: this.textOf(span) });
  }

  /** @returns The stretch from `from` to the end of the token that was read last. */
  spanFrom(from: number): Span {
    return { from, to: Math.max(from, this.lastEnd) };
  }
}
