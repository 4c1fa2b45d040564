/** Spans of a cell's text as VS Code's ranges, and back. */

import * as vscode from 'vscode';
import { lineColumnAt, type Span } from '../../core/base/span';

export function rangeOf(document: vscode.TextDocument, { from, to }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}

export function spanOf(document: vscode.TextDocument, { start, end }: vscode.Range): Span {
  return { from: document.offsetAt(start), to: document.offsetAt(end) };
}

/**
 * The text that a request is about. When the answer arrives, the user may have typed on, but the answer's positions are
 * in this text.
 */
export class AskedText {
  private readonly ranges = new Map<string, vscode.Range>();

  constructor(readonly text: string) {}

  rangeOf({ from, to }: Span): vscode.Range {
    const key = `${from} ${to}`;
    const range =
      this.ranges.get(key) ?? new vscode.Range(this.positionAt(from), this.positionAt(to));
    this.ranges.set(key, range);
    return range;
  }

  private positionAt(offset: number): vscode.Position {
    const { line, column } = lineColumnAt(this.text, offset);
    return new vscode.Position(line - 1, column - 1);
  }
}
