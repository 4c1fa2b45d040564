/** Signals: Set Parameter. Another value for this session, or a new default in the notebook. */

import { errorMessage } from '../../core/base/errorMessage';
import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { isRecord } from '../../core/base/json';
import { plural } from '../../core/base/text';
import {
  readParameterInput,
  shownParameter,
  type ParameterInForce,
} from '../../core/notebook/parameterInput';
import type { NotebookParameterValue } from '../../core/notebook/parameters';
import { notebookOf } from './activeNotebook';
import { frontMatterContents } from './frontMatter';
import { frontMatterOf, type NotebookMetadata } from './notebookData';
import { askForValue, pickParameter, type PickedParameter } from './parameterPicker';
import type { ParameterValues } from './parameterValues';
import { runStaleOf, type PlanParts } from './runPlanned';

const saveTitle = vscode.l10n.t('Save as Default');

export interface ParameterParts extends PlanParts {
  readonly values: ParameterValues;
}

/**
 * @param argument `{ notebook, name, value, action }`, from a status bar or a keybinding, each an optional text: the
 * user is asked for name and value, the notebook is the active one, and the action is to set.
 */
export async function setParameter(argument: unknown, parts: ParameterParts): Promise<void> {
  const notebook = notebookWanted(argument);
  if (!notebook) {
    return;
  }
  const parameters = parts.values.inForce(notebook, await frontMatterContents(notebook));
  const picked = await parameterWanted(argument, parameters);
  if (!picked) {
    return;
  }
  const { parameter, action } = picked;
  if (action === 'save') {
    await saveDefault(notebook, parameter.name, parameter.written);
    return;
  }
  const value = action === 'reset' ? parameter.default : await valueWanted(argument, parameter);
  if (value !== undefined) {
    parts.values.set(notebook, parameter.name, action === 'reset' ? undefined : value);
    const now = parts.values.inForce(notebook, await frontMatterContents(notebook));
    await offerNext(notebook, now.find(({ name }) => name === parameter.name) ?? parameter, parts);
  }
}

function notebookWanted(argument: unknown): vscode.NotebookDocument | undefined {
  const uri = isRecord(argument) ? argument['notebook'] : undefined;
  return typeof uri === 'string'
    ? vscode.workspace.notebookDocuments.find(notebook => notebook.uri.toString() === uri)
    : notebookOf(argument);
}

async function parameterWanted(
  argument: unknown,
  parameters: readonly ParameterInForce[],
): Promise<PickedParameter | undefined> {
  if (parameters.length === 0) {
    const sentence = vscode.l10n.t(
      'This notebook has no parameters. Declare them under "parameters" in its front matter.',
    );
    void vscode.window.showInformationMessage(sentence);
    return undefined;
  }
  const name = isRecord(argument) ? argument['name'] : undefined;
  if (typeof name !== 'string') {
    return pickParameter(parameters);
  }
  const parameter = parameters.find(one => one.name === name);
  if (!parameter) {
    throw new Error(vscode.l10n.t('This notebook has no parameter {0}.', name));
  }
  const action = isRecord(argument) ? argument['action'] : undefined;
  return { parameter, action: action === 'save' || action === 'reset' ? action : 'set' };
}

async function valueWanted(
  argument: unknown,
  parameter: ParameterInForce,
): Promise<NotebookParameterValue | undefined> {
  const text = isRecord(argument) ? argument['value'] : undefined;
  if (typeof text !== 'string') {
    return askForValue(parameter);
  }
  const input = readParameterInput(parameter, text, plainDateOfInstant(Date.now()));
  if ('problem' in input) {
    throw new Error(input.problem);
  }
  return input.relative ?? input.value;
}

/** Does not wait for the answer, since the value is set already. */
async function offerNext(
  notebook: vscode.NotebookDocument,
  parameter: ParameterInForce,
  parts: ParameterParts,
): Promise<void> {
  const { name, written } = parameter;
  const analysed = await parts.analyses.current(notebook);
  const stale = analysed ? (await parts.staleness.stateOf(analysed)).stale.length : 0;
  const runTitle = plural(stale, 'Run {0} Stale Cell', 'Run {0} Stale Cells');
  const titles = [
    ...(stale > 0 ? [runTitle] : []),
    ...(written === parameter.default ? [] : [saveTitle]),
  ];
  const sentence = vscode.l10n.t('{0} is {1} in this session.', name, shownParameter(parameter));
  const follow = async () => {
    const answer = await vscode.window.showInformationMessage(sentence, ...titles);
    if (answer === runTitle) {
      await runStaleOf(notebook, parts);
    } else if (answer === saveTitle) {
      await saveDefault(notebook, name, written);
    }
  };
  if (titles.length > 0) {
    void follow().catch((error: unknown) => vscode.window.showErrorMessage(errorMessage(error)));
  }
}

/** One undo step; the current value stays. */
async function saveDefault(
  notebook: vscode.NotebookDocument,
  name: string,
  value: NotebookParameterValue,
): Promise<void> {
  const { withParameterDefault } = await import('../../core/notebook/editParameter');
  const frontMatter = frontMatterOf(notebook);
  const raw = withParameterDefault(frontMatter.raw, name, value);
  const metadata: NotebookMetadata = {
    ...notebook.metadata,
    frontMatter: { ...frontMatter, raw },
  };
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.updateNotebookMetadata(metadata)]);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('The notebook could not be changed: is it read-only?'));
  }
}
