/** Changes portfolios where they are: in a file or in the settings. What a change is not about stays as it is written. */

import * as vscode from 'vscode';
import { errorMessage } from '../../core/base/errorMessage';
import { isRecord } from '../../core/base/json';
import {
  newPortfolioFile,
  portfolioFileEnding,
  withMembers,
  withMembersMoved,
  withoutMembers,
} from '../../core/portfolios/portfolioFile';
import type { Member, Portfolio } from '../../core/portfolios/portfolios';
import {
  withoutSettingMembers,
  withoutSettingPortfolio,
  withSettingMembers,
  withSettingMembersMoved,
  withSettingPortfolioBack,
  withSettingPortfolioRenamed,
} from '../../core/portfolios/settingPortfolios';
import { changeSetting } from '../changeSettings';
import { settings, settingsSection } from '../ids';
import type { KnownPortfolios } from './knownPortfolios';

/** Where a new portfolio is created: in a folder as a file, or in the user's settings. */
export type NewPlace = vscode.WorkspaceFolder | 'settings';

/** Members as a change leaves them: in a file's text, or in the value of the setting. */
interface Change {
  readonly file: (text: string) => string;
  readonly setting: (value: unknown, name: string) => unknown;
}

export class PortfolioChanges {
  constructor(private readonly known: KnownPortfolios) {}

  /** @throws {Error} If there is such a file already. */
  async create(name: string, members: readonly Member[], place: NewPlace): Promise<void> {
    if (place === 'settings') {
      await changeSetting(settings.portfolios, value => withSettingMembers(value, name, members));
      return;
    }
    const uri = vscode.Uri.joinPath(place.uri, `${name}${portfolioFileEnding}`);
    if (await exists(uri)) {
      throw new Error(
        vscode.l10n.t('There is already a file {0}.', vscode.workspace.asRelativePath(uri)),
      );
    }
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(newPortfolioFile(members)));
    await this.known.readAgain();
  }

  /** Those that the portfolio has already stay as they are. */
  add(portfolio: Portfolio, members: readonly Member[]): Promise<void> {
    return this.change(portfolio, {
      file: text => withMembers(text, members),
      setting: (value, name) => withSettingMembers(value, name, members),
    });
  }

  remove(portfolio: Portfolio, keys: readonly string[]): Promise<void> {
    return this.change(portfolio, {
      file: text => withoutMembers(text, keys),
      setting: (value, name) => withoutSettingMembers(value, name, keys),
    });
  }

  /** @param target The key of the member that they come before; null: they come last. */
  move(portfolio: Portfolio, keys: readonly string[], target: string | null): Promise<void> {
    return this.change(portfolio, {
      file: text => withMembersMoved(text, keys, target),
      setting: (value, name) => withSettingMembersMoved(value, name, { keys, target }),
    });
  }

  async rename(portfolio: Portfolio, name: string): Promise<void> {
    const uri = fileOf(portfolio);
    if (!uri) {
      await changeOwn(portfolio, value => withSettingPortfolioRenamed(value, portfolio.name, name));
      return;
    }
    const to = vscode.Uri.joinPath(uri, '..', `${name}${portfolioFileEnding}`);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uri, to, { overwrite: false });
    if (!(await vscode.workspace.applyEdit(edit))) {
      throw new Error(
        vscode.l10n.t('{0} could not be renamed.', portfolio.file?.path ?? portfolio.name),
      );
    }
    await this.known.readAgain();
  }

  /** @returns What brings it back as it was. */
  async delete(portfolio: Portfolio): Promise<() => Promise<void>> {
    const uri = fileOf(portfolio);
    if (!uri) {
      const { name } = portfolio;
      const place = targetOf(portfolio);
      let before: unknown;
      await changeOwn(portfolio, value => {
        before = value;
        return withoutSettingPortfolio(value, name);
      });
      return () =>
        changeSetting(
          settings.portfolios,
          value => withSettingPortfolioBack(value, before, name),
          place,
        );
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    await vscode.workspace.fs.delete(uri);
    await this.known.readAgain();
    return async () => {
      await vscode.workspace.fs.writeFile(uri, bytes);
      await this.known.readAgain();
    };
  }

  /** Opens the file or the setting, where weights and names are edited. */
  async open(portfolio: Portfolio): Promise<void> {
    const uri = fileOf(portfolio);
    if (uri) {
      await vscode.window.showTextDocument(uri);
      return;
    }
    const isOfWorkspace = targetOf(portfolio) === vscode.ConfigurationTarget.Workspace;
    await vscode.commands.executeCommand(
      isOfWorkspace
        ? 'workbench.action.openWorkspaceSettingsFile'
        : 'workbench.action.openSettingsJson',
      { revealSetting: { key: `${settingsSection}.${settings.portfolios}` } },
    );
  }

  private async change(portfolio: Portfolio, { file, setting }: Change): Promise<void> {
    const uri = fileOf(portfolio);
    if (portfolio.unreadable !== undefined) {
      const where = portfolio.file?.path ?? vscode.l10n.t('{0} in the settings', portfolio.name);
      throw new Error(
        vscode.l10n.t(
          '{0} cannot be changed, since it cannot be read: {1}.',
          where,
          portfolio.unreadable,
        ),
      );
    }
    if (!uri) {
      await changeOwn(portfolio, value => setting(value, portfolio.name));
      return;
    }
    // An editor may have changes of its own, which stay.
    const edited = vscode.workspace.textDocuments.find(
      document => document.isDirty && document.uri.toString() === uri.toString(),
    );
    const before = edited ? edited.getText() : await textOf(uri);
    const after = changed(portfolio, () => file(before));
    if (after === before) {
      return;
    }
    if (!edited) {
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(after));
    } else if (!(await replaced(edited, after))) {
      throw new Error(
        vscode.l10n.t('{0} could not be changed.', portfolio.file?.path ?? portfolio.name),
      );
    }
    await this.known.readAgain();
  }
}

/** @throws {Error} If it is not UTF-8: other text would be lost when it is written. */
async function textOf(uri: vscode.Uri): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Error(
      vscode.l10n.t(
        '{0} cannot be changed, since it is not UTF-8. Save it with that encoding first.',
        vscode.workspace.asRelativePath(uri),
      ),
      { cause },
    );
  }
}

/** @returns Whether the document was changed and saved. */
async function replaced(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  return (await vscode.workspace.applyEdit(edit)) && (await document.save());
}

/** @throws {Error} Naming the file, if its text has come to be one that cannot be changed. */
function changed({ file }: Portfolio, change: () => string): string {
  try {
    return change();
  } catch (error) {
    throw new Error(`${file?.path}: ${errorMessage(error)}`, { cause: error });
  }
}

/** @throws {Error} For a portfolio that is changed in the text of its notebook. */
function fileOf({ name, source, file }: Portfolio): vscode.Uri | null {
  if (source === 'notebook') {
    throw new Error(
      vscode.l10n.t('{0} is in the front matter of the notebook, and is changed there.', name),
    );
  }
  return file === null ? null : vscode.Uri.parse(file.address, true);
}

/** The settings that a portfolio is in: those of the workspace, or the user's. */
function targetOf({ name }: Portfolio): vscode.ConfigurationTarget {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const { workspaceValue: own } =
    vscode.workspace.getConfiguration(settingsSection).inspect<unknown>(settings.portfolios) ?? {};
  return isRecord(own) && Object.hasOwn(own, name) ? Workspace : Global;
}

/** Changes the setting that the portfolio is in. */
function changeOwn(portfolio: Portfolio, change: (value: unknown) => unknown): Promise<void> {
  return changeSetting(settings.portfolios, change, targetOf(portfolio));
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
