/** The view *Saved Questions*, and the commands on its rows. */

import * as vscode from 'vscode';
import { withEntry, withoutEntry } from '../../core/base/namedEntries';
import {
  questionNameProblem,
  readQuestions,
  savedQuestion,
  type SavedQuestion,
} from '../../core/explorer/savedQuestions';
import type { NamedState } from '../../core/protocol/exploration';
import { questionRows } from '../../core/sidebar/questionRows';
import type { Row } from '../../core/sidebar/row';
import { settings, settingsSection } from '../ids';
import { questionsSetting, writeQuestions } from '../settings';
import { askCell } from '../tab/askedCells';
import type { ResultTabs } from '../tab/resultTabs';
import { rowOf, type RowSource } from './rowTree';

export class QuestionsView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  private reported = '';
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscription = vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration(`${settingsSection}.${settings.questions}`)) {
        this.changed.fire();
      }
    });
  }

  rows(parent: Row | undefined): Promise<readonly Row[]> {
    return Promise.resolve(parent ? [] : questionRows(this.questions()));
  }

  questions(): readonly SavedQuestion[] {
    const { questions, problems } = readQuestions(questionsSetting());
    const problem = problems.join(' ');
    if (problem !== this.reported) {
      this.reported = problem;
      if (problem !== '') {
        void vscode.window.showWarningMessage(`Market Signals: ${problem}`);
      }
    }
    return questions;
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }
}

/** Asks for a name, and saves the question in the settings. */
export async function saveQuestion(query: string, state: NamedState): Promise<void> {
  const { questions } = readQuestions(questionsSetting());
  const same = questions.find(({ asks }) => JSON.stringify(asks) === JSON.stringify(state));
  const name = await askName('Save the question', same?.query === query ? same.name : '', []);
  if (name === undefined) {
    return;
  }
  const question = savedQuestion(name, query, state);
  const known = questions.find(each => each.name.toLowerCase() === name.toLowerCase());
  if (known) {
    const replace = 'Replace';
    const sentence = `There is already a question named ${known.name}.`;
    const options = { modal: true, detail: 'Replace it by this one?' };
    if ((await vscode.window.showWarningMessage(sentence, options, replace)) !== replace) {
      return;
    }
  }
  await writeQuestions(withEntry(questionsSetting(), known?.name ?? null, question));
  vscode.window.setStatusBarMessage(`Signals: ${name} is saved`, 3000);
}

/** Runs the question's query in the notebook in front, or in a new one, and explores its rows as they were. */
export async function openQuestion(
  argument: unknown,
  view: QuestionsView,
  tabs: ResultTabs,
): Promise<void> {
  const question = await picked(argument, view, 'Open a question');
  if (question) {
    tabs.exploreCell(await askCell(question.query, tabs.notebookInFront), question.asks);
  }
}

export async function renameQuestion(argument: unknown, view: QuestionsView): Promise<void> {
  const question = await picked(argument, view, 'Rename a question');
  const others = view.questions().filter(({ name }) => name !== question?.name);
  const name = question && (await askName('Name of the question', question.name, others));
  if (question && name !== undefined) {
    await writeQuestions(withEntry(questionsSetting(), question.name, { ...question, name }));
  }
}

/** Removes it at once; the message has *Undo*. */
export async function removeQuestion(argument: unknown, view: QuestionsView): Promise<void> {
  const question = await picked(argument, view, 'Remove a question');
  if (!question) {
    return;
  }
  const before = questionsSetting();
  await writeQuestions(withoutEntry(before, question.name));
  const undo = 'Undo';
  const sentence = `The question ${question.name} was removed.`;
  if ((await vscode.window.showInformationMessage(sentence, undo)) === undo) {
    await writeQuestions(Array.isArray(before) ? (before as readonly unknown[]) : []);
  }
}

async function picked(
  argument: unknown,
  view: QuestionsView,
  title: string,
): Promise<SavedQuestion | undefined> {
  const row = rowOf(argument);
  const questions = view.questions();
  if (row) {
    return questions.find(({ name }) => name === row.id);
  }
  if (questions.length === 0) {
    const sentence = 'No question is saved yet: the toolbar of an explorer saves one.';
    void vscode.window.showInformationMessage(sentence);
    return undefined;
  }
  const rows = questionRows(questions);
  const items = questions.map((question, place) => ({
    label: question.name,
    description: rows[place]?.description ?? '',
    question,
  }));
  return (await vscode.window.showQuickPick(items, { title }))?.question;
}

async function askName(
  title: string,
  value: string,
  others: readonly SavedQuestion[],
): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    ...{ title, value, ignoreFocusOut: true },
    validateInput: text => questionNameProblem(text, others),
  });
  return name?.trim();
}
