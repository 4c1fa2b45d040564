/** What a person saves under names in a setting, with the questions and messages about it: ranked lists, and questions. */

import * as vscode from 'vscode';
import { nameProblem, withEntry, withEntryBack, withoutEntry } from '../../core/base/namedEntries';
import { changeSetting } from '../changeSettings';
import { settingsSection } from '../ids';
import { rowOf } from './rowTree';

interface Named {
  readonly name: string;
}

interface NamedSettingParts<Entry extends Named> {
  readonly key: string;
  /** What one of them is called. */
  readonly texts: {
    readonly removed: (name: string) => string;
    readonly taken: (name: string) => string;
    readonly none: (firstStep: string) => string;
  };
  /** How the first one is saved, as a sentence. */
  readonly firstStep: string;
  readonly read: (setting: unknown) => {
    readonly entries: readonly Entry[];
    /** A sentence for each entry that is not usable. */
    readonly problems: readonly string[];
  };
  readonly written: (entry: Entry) => object;
  readonly describe: (entry: Entry) => string;
}

export class NamedSetting<Entry extends Named> {
  private reported = '';

  constructor(private readonly parts: NamedSettingParts<Entry>) {}

  /** Those that are usable; a problem of others is reported once. */
  all(): readonly Entry[] {
    const { key, read } = this.parts;
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    const { entries, problems } = read(configuration.inspect(key)?.globalValue);
    const problem = problems.join(' ');
    if (problem !== this.reported) {
      this.reported = problem;
      if (problem !== '') {
        void vscode.window.showWarningMessage(vscode.l10n.t('Market Signals: {0}', problem));
      }
    }
    return entries;
  }

  /** @param change From the unchecked value of the setting to the next one. */
  change(change: (setting: unknown) => readonly unknown[]): Promise<void> {
    return changeSetting(this.parts.key, change);
  }

  /** @param replaced The name of the entry whose place it takes; null: it comes last. */
  save(entry: Entry, replaced: string | null): Promise<void> {
    return this.change(setting => withEntry(setting, replaced, this.parts.written(entry)));
  }

  /** Removes it at once; the message has *Undo*, which leaves later changes as they are. */
  async remove({ name }: Entry): Promise<void> {
    let before: unknown;
    await this.change(setting => {
      before = setting;
      return withoutEntry(setting, name);
    });
    const undo = vscode.l10n.t('Undo');
    const sentence = this.parts.texts.removed(name);
    if ((await vscode.window.showInformationMessage(sentence, undo)) === undo) {
      await this.change(setting => withEntryBack(setting, before, name));
    }
  }

  /** @param own The name that it has already. */
  async askName(
    title: string,
    value: string,
    own: string | null,
    others: readonly Entry[] = this.all(),
  ): Promise<string | undefined> {
    const taken = others.filter(({ name }) => name !== own);
    const name = await vscode.window.showInputBox({
      ...{ title, value, ignoreFocusOut: true },
      validateInput: text => nameProblem(text, taken, this.parts.texts.taken),
    });
    return name?.trim();
  }

  /** @returns The entry of a command's row, or the one that the user picks among these. */
  async pick(
    argument: unknown,
    entries: readonly Entry[],
    title: string,
  ): Promise<Entry | undefined> {
    const row = rowOf(argument);
    if (row) {
      return entries.find(({ name }) => name === row.id);
    }
    const { texts, firstStep, describe } = this.parts;
    if (entries.length === 0) {
      void vscode.window.showInformationMessage(texts.none(firstStep));
      return undefined;
    }
    const items = entries.map(entry => ({
      label: entry.name,
      description: describe(entry),
      entry,
    }));
    return (await vscode.window.showQuickPick(items, { title }))?.entry;
  }
}
