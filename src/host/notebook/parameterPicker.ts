/** Asks for a parameter and for its value. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import {
  readParameterInput,
  shownParameter,
  shownValue,
  type ParameterInForce,
} from '../../core/notebook/parameterInput';
import { valueOn, type NotebookParameterValue } from '../../core/notebook/parameters';

/** The choice of a reader for a parameter. */
export interface PickedParameter {
  readonly parameter: ParameterInForce;
  readonly action: 'set' | 'save' | 'reset';
}

interface ParameterItem extends vscode.QuickPickItem {
  readonly parameter: ParameterInForce;
}

const save: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('save'),
  tooltip: vscode.l10n.t('Save as default in the notebook'),
};
const reset: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('discard'),
  tooltip: vscode.l10n.t('Back to the default'),
};

export function pickParameter(
  parameters: readonly ParameterInForce[],
): Promise<PickedParameter | undefined> {
  const pick = vscode.window.createQuickPick<ParameterItem>();
  pick.title = vscode.l10n.t('Parameters of This Notebook');
  pick.placeholder = vscode.l10n.t('A parameter to set');
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

/** @returns Undefined if the reader cancelled. */
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
    prompt: [parameter.description, prompts[parameter.type]].filter(Boolean).join(' – '),
    value: parameter.written === null ? '' : shownValue(parameter.written),
    validateInput: typed => {
      const input = read(typed);
      if ('problem' in input) {
        return input.problem;
      }
      const severity = vscode.InputBoxValidationSeverity.Info;
      return input.relative === undefined
        ? null
        : { message: vscode.l10n.t('Today that is {0}.', shownValue(input.value)), severity };
    },
  });
  const input = text === undefined ? undefined : read(text);
  return input && 'value' in input ? (input.relative ?? input.value) : undefined;
}

const prompts = {
  text: vscode.l10n.t('Text, without quotes'),
  integer: vscode.l10n.t('A whole number'),
  number: vscode.l10n.t('A number'),
  boolean: vscode.l10n.t('true or false'),
  date: vscode.l10n.t('YYYY-MM-DD, or counted from today, such as current_date - 30'),
} as const;

async function pickChoice(
  parameter: ParameterInForce,
  choices: readonly NotebookParameterValue[],
): Promise<NotebookParameterValue | undefined> {
  const today = plainDateOfInstant(Date.now());
  const items = choices.map(value => {
    const day = valueOn(today, { type: parameter.type, value });
    const notes = [
      ...(day === value ? [] : [shownValue(day)]),
      ...(value === parameter.written ? ['now'] : []),
      ...(value === parameter.default ? ['default'] : []),
    ];
    return { label: escapedIcons(shownValue(value)), description: notes.join(', '), value };
  });
  const title = titleOf(parameter);
  const placeHolder = parameter.description ?? vscode.l10n.t('A value');
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  return picked?.value;
}

function titleOf(parameter: ParameterInForce): string {
  return vscode.l10n.t(
    '{0}, now {1}',
    parameter.label ?? parameter.name,
    shownParameter(parameter),
  );
}

/** VS Code draws `$(name)` in a list as an icon. */
function escapedIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

function parameterItem(parameter: ParameterInForce): ParameterItem {
  const { name, type, label, description, isDefault } = parameter;
  const standard = vscode.l10n.t('the default is {0}', shownValue(parameter.default));
  const facts = [
    ...(label === undefined ? [] : [name]),
    type,
    isDefault ? vscode.l10n.t('the default') : vscode.l10n.t('for this session; {0}', standard),
  ].join(', ');
  return {
    parameter,
    label: escapedIcons(label ?? name),
    description: escapedIcons(shownParameter(parameter)),
    detail: escapedIcons(
      description === undefined ? facts : `${description.replace(/\.$/, '')} · ${facts}`,
    ),
    buttons: isDefault ? [] : [save, reset],
  };
}
