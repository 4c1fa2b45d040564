/** The values that a reader set for parameters while the notebook is open; the file keeps its defaults. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import type { FrontMatterContents } from '../../core/notebook/frontMatter';
import { parametersInForce, type ParameterInForce } from '../../core/notebook/parameterInput';
import type { NotebookParameterValue } from '../../core/notebook/parameters';

export class ParameterValues implements vscode.Disposable {
  private readonly given = new WeakMap<
    vscode.NotebookDocument,
    Map<string, NotebookParameterValue>
  >();
  private readonly changed = new vscode.EventEmitter<vscode.NotebookDocument>();
  readonly onDidChange = this.changed.event;

  inForce(notebook: vscode.NotebookDocument, contents: FrontMatterContents): ParameterInForce[] {
    const today = plainDateOfInstant(Date.now());
    return parametersInForce(contents.parameters, this.given.get(notebook) ?? new Map(), today);
  }

  /** @param value Undefined: back to the default. */
  set(
    notebook: vscode.NotebookDocument,
    name: string,
    value: NotebookParameterValue | undefined,
  ): void {
    const given = this.given.get(notebook) ?? new Map<string, NotebookParameterValue>();
    this.given.set(notebook, given);
    if (value === undefined) {
      given.delete(name);
    } else {
      given.set(name, value);
    }
    this.changed.fire(notebook);
  }

  dispose(): void {
    this.changed.dispose();
  }
}
