/** The parameters that a cell reads, in the status bar below it. */

import * as vscode from 'vscode';
import { parametersRead } from '../../core/language/staleReasons';
import { shownValue } from '../../core/notebook/parameterInput';
import { commands } from '../ids';
import type { Analysed } from '../language/analyses';
import type { ParameterText } from '../../core/language/notebookText';
import { nameKey } from '../../core/sql/names';
import { cellId } from '../language/notebookText';

/** Longer values are shortened; the tooltip shows them completely. */
const MOST_CHARACTERS = 24;

/** @param ran The parameters of the cell's result; empty if it has none of this session. */
export function parameterItems(
  { document, notebook }: vscode.NotebookCell,
  analysed: Analysed | undefined,
  ran: readonly ParameterText[],
): vscode.NotebookCellStatusBarItem[] {
  const id = cellId(document);
  const cell = analysed?.analysis.cells.find(one => one.id === id);
  const read = cell ? parametersRead(cell, analysed?.text.parameters ?? []) : [];
  return read.map(({ name, type, value, doc }) => {
    const was = ran.find(one => nameKey(one.name) === nameKey(name))?.value ?? value;
    const isOther = was !== value;
    const item = new vscode.NotebookCellStatusBarItem(
      `$(symbol-parameter) ${name} = ${short(was)}${isOther ? `, now ${short(value)}` : ''}`,
      vscode.NotebookCellStatusBarAlignment.Left,
    );
    const docLine = doc === undefined ? '' : `${doc}\n`;
    const now = isOther ? ` in this result, and ${shownValue(value)} now` : '';
    item.tooltip = `${docLine}The parameter ${name} (${type}) is ${shownValue(was)}${now}. Press to set it.`;
    item.command = {
      command: commands.setParameter,
      title: `Set ${name}`,
      arguments: [{ notebook: notebook.uri.toString(), name }],
    };
    return item;
  });
}

function short(value: ParameterText['value']): string {
  const whole = shownValue(value);
  return whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS)}…` : whole;
}
