/** The view *Saved Questions*, and the commands on its rows. */

import * as vscode from 'vscode';
import {
  readQuestions,
  savedQuestion,
  type SavedQuestion,
} from '../../core/explorer/savedQuestions';
import type { NamedState } from '../../core/protocol/exploration';
import { questionRows } from '../../core/sidebar/questionRows';
import type { Row } from '../../core/sidebar/row';
import { settings, settingsSection } from '../ids';
import { askCell } from '../tab/askedCells';
import type { ResultTabs } from '../tab/resultTabs';
import { NamedSetting } from './namedSetting';
import type { RowSource } from './rowTree';

const savedQuestions = new NamedSetting<SavedQuestion>({
  key: settings.questions,
  texts: {
    removed: name => vscode.l10n.t('The question {0} was removed.', name),
    taken: name => vscode.l10n.t('There is already a question named {0}.', name),
    none: firstStep => vscode.l10n.t('No question is saved yet: {0}', firstStep),
  },
  firstStep: vscode.l10n.t('the toolbar of an explorer saves one.'),
  read: setting => {
    const { questions, problems } = readQuestions(setting);
    return { entries: questions, problems };
  },
  written: question => question,
  describe: question => questionRows([question])[0]?.description ?? '',
});

export class QuestionsView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscription = vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration(`${settingsSection}.${settings.questions}`)) {
        this.changed.fire();
      }
    });
  }

  rows(parent: Row | undefined): Promise<readonly Row[]> {
    return Promise.resolve(parent ? [] : questionRows(savedQuestions.all()));
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }
}

/** Asks for a name, and saves the question in the settings. */
export async function saveQuestion(query: string, state: NamedState): Promise<void> {
  const all = savedQuestions.all();
  const same = all.find(({ asks }) => JSON.stringify(asks) === JSON.stringify(state));
  const suggested = same?.query === query ? same.name : '';
  const name = await savedQuestions.askName(
    vscode.l10n.t('Save the question'),
    suggested,
    null,
    [],
  );
  if (name === undefined) {
    return;
  }
  const question = savedQuestion(name, query, state);
  const known = all.find(each => each.name.toLowerCase() === name.toLowerCase());
  if (known) {
    const replace = vscode.l10n.t('Replace');
    const sentence = vscode.l10n.t('There is already a question named {0}.', known.name);
    const options = { modal: true, detail: vscode.l10n.t('Replace it by this one?') };
    if ((await vscode.window.showWarningMessage(sentence, options, replace)) !== replace) {
      return;
    }
  }
  await savedQuestions.save(question, known?.name ?? null);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Signals: {0} is saved', name), 3000);
}

/** Runs the question's query in the notebook in front, or in a new one, and explores its rows as they were. */
export async function openQuestion(argument: unknown, tabs: ResultTabs): Promise<void> {
  const question = await picked(argument, vscode.l10n.t('Open a question'));
  if (question) {
    tabs.exploreCell(await askCell(question.query, tabs.notebookInFront), question.asks);
  }
}

export async function renameQuestion(argument: unknown): Promise<void> {
  const question = await picked(argument, vscode.l10n.t('Rename a question'));
  const title = vscode.l10n.t('Name of the question');
  const name = question && (await savedQuestions.askName(title, question.name, question.name));
  if (question && name !== undefined) {
    await savedQuestions.save({ ...question, name }, question.name);
  }
}

export async function removeQuestion(argument: unknown): Promise<void> {
  const question = await picked(argument, vscode.l10n.t('Remove a question'));
  if (question) {
    await savedQuestions.remove(question);
  }
}

function picked(argument: unknown, title: string): Promise<SavedQuestion | undefined> {
  return savedQuestions.pick(argument, savedQuestions.all(), title);
}
