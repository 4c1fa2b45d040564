/** The parameters that a cell reads, in the status bar below it. */

import * as vscode from 'vscode';
import { parametersRead } from '../../core/language/staleReasons';
import { shownValue } from '../../core/notebook/parameterInput';
import { commands } from '../ids';
import type { Analysed } from '../language/analyses';
import { cellId } from '../language/notebookText';

/** More than that is cut; the tooltip has it whole. */
const MOST_CHARACTERS = 24;

export function parameterItems(
  { document, notebook }: vscode.NotebookCell,
  analysed: Analysed | undefined,
): vscode.NotebookCellStatusBarItem[] {
  const id = cellId(document);
  const cell = analysed?.analysis.cells.find(one => one.id === id);
  const read = cell ? parametersRead(cell, analysed?.text.parameters ?? []) : [];
  return read.map(({ name, type, value, doc }) => {
    const whole = shownValue(value);
    const short = whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS)}…` : whole;
    const item = new vscode.NotebookCellStatusBarItem(
      `$(symbol-parameter) ${name} = ${short}`,
      vscode.NotebookCellStatusBarAlignment.Left,
    );
    const said = doc === undefined ? '' : `${doc}\n`;
    item.tooltip = `${said}The parameter ${name} (${type}) is ${whole}. Press to set it.`;
    item.command = {
      command: commands.setParameter,
      title: `Set ${name}`,
      arguments: [{ notebook: notebook.uri.toString(), name }],
    };
    return item;
  });
}
