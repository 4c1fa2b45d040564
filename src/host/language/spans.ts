/** Spans of a cell's text as VS Code's ranges, and back. */

import * as vscode from 'vscode';
import type { Span } from '../../core/base/span';

export function rangeOf(document: vscode.TextDocument, { from, to }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}

export function spanOf(document: vscode.TextDocument, { start, end }: vscode.Range): Span {
  return { from: document.offsetAt(start), to: document.offsetAt(end) };
}
