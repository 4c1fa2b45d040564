/** Asks for a parameter and for its value. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import {
  readParameterInput,
  shownValue,
  type ParameterInForce,
} from '../../core/notebook/parameterInput';
import type { NotebookParameterValue } from '../../core/notebook/parameters';

/** What a reader wants with a parameter. */
export interface PickedParameter {
  readonly parameter: ParameterInForce;
  readonly action: 'set' | 'save' | 'reset';
}

interface ParameterItem extends vscode.QuickPickItem {
  readonly parameter: ParameterInForce;
}

const save: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('save'),
  tooltip: 'Save as default in the notebook',
};
const reset: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('discard'),
  tooltip: 'Back to the default',
};

export function pickParameter(
  parameters: readonly ParameterInForce[],
): Promise<PickedParameter | undefined> {
  const pick = vscode.window.createQuickPick<ParameterItem>();
  pick.title = 'Parameters of This Notebook';
  pick.placeholder = 'A parameter to set';
  pick.matchOnDescription = true;
  pick.items = parameters.map(parameterItem);
  return new Promise(resolve => {
    const finish = (picked: PickedParameter | undefined) => {
      resolve(picked);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      finish(item && { parameter: item.parameter, action: 'set' });
    });
    pick.onDidTriggerItemButton(({ item, button }) => {
      finish({ parameter: item.parameter, action: button === save ? 'save' : 'reset' });
    });
    pick.onDidHide(() => finish(undefined));
    pick.show();
  });
}

/** @returns Undefined where the reader left the question. */
export async function askForValue(
  parameter: ParameterInForce,
): Promise<NotebookParameterValue | undefined> {
  const choices = parameter.type === 'boolean' ? [true, false] : parameter.choices;
  if (choices.length > 0) {
    return pickChoice(parameter, choices);
  }
  const read = (text: string) =>
    readParameterInput(parameter, text, plainDateOfInstant(Date.now()));
  const text = await vscode.window.showInputBox({
    title: titleOf(parameter),
    prompt: prompts[parameter.type],
    value: parameter.value === null ? '' : shownValue(parameter.value),
    validateInput: typed => {
      const input = read(typed);
      if ('problem' in input) {
        return input.problem;
      }
      const isRelative = parameter.type === 'date' && input.value !== typed.trim();
      const severity = vscode.InputBoxValidationSeverity.Info;
      return isRelative ? { message: `That is ${shownValue(input.value)}.`, severity } : null;
    },
  });
  const input = text === undefined ? undefined : read(text);
  return input && 'value' in input ? input.value : undefined;
}

const prompts = {
  text: 'Text, without quotes',
  integer: 'A whole number',
  number: 'A number',
  boolean: 'true or false',
  date: 'YYYY-MM-DD, or counted from today, such as today - 30',
} as const;

async function pickChoice(
  parameter: ParameterInForce,
  choices: readonly NotebookParameterValue[],
): Promise<NotebookParameterValue | undefined> {
  const items = choices.map(value => {
    const notes = [
      ...(value === parameter.value ? ['now'] : []),
      ...(value === parameter.default ? ['default'] : []),
    ];
    return { label: shownValue(value), description: notes.join(', '), value };
  });
  const title = titleOf(parameter);
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: 'A value' });
  return picked?.value;
}

function titleOf({ name, value }: ParameterInForce): string {
  return `${name}, now ${shownValue(value)}`;
}

function parameterItem(parameter: ParameterInForce): ParameterItem {
  const { name, type, value } = parameter;
  const isDefault = value === parameter.default;
  const standard = `the default is ${shownValue(parameter.default)}`;
  return {
    parameter,
    label: name,
    description: shownValue(value),
    detail: isDefault ? `${type}, the default` : `${type}, for this session; ${standard}`,
    buttons: isDefault ? [] : [save, reset],
  };
}
