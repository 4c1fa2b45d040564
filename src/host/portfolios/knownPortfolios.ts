/** The portfolios of a notebook, of the workspace's files and of the settings. Files are read when they are first needed. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { errorMessage } from '../../core/base/errorMessage';
import {
  portfolioFileEnding,
  portfolioNameOf,
  readPortfolioFile,
  unreadFile,
} from '../../core/portfolios/portfolioFile';
import {
  holdingsByName,
  notebookPortfolios,
  portfoliosInForce,
  type Portfolio,
  type Portfolios,
  type ReadPortfolio,
} from '../../core/portfolios/portfolios';
import { readSettingPortfolios } from '../../core/portfolios/settingPortfolios';
import { settings, settingsSection } from '../ids';
import type { Log } from '../log';
import { frontMatterContents } from '../notebook/frontMatter';
import { portfoliosSetting } from '../settings';

/** Files that are read, and bytes of the largest one. */
const most = { files: 200, bytes: 2 ** 22 } as const;
const pattern = `**/*${portfolioFileEnding}`;

interface FoundFiles {
  readonly portfolios: readonly ReadPortfolio[];
  /** Why there are none, where files cannot be searched. */
  readonly problem: string | null;
}

export class KnownPortfolios implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  private files: Promise<FoundFiles> | undefined;
  readonly onDidChange = this.changed.event;

  /** @param search Finds the files; rejects where VS Code cannot search. */
  constructor(
    private readonly log: Log,
    private readonly search: () => Thenable<readonly vscode.Uri[]> = findPortfolioFiles,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const look = (): void => void this.readAgain();
    this.subscription = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidChange(look),
      watcher.onDidDelete(look),
      vscode.workspace.onDidChangeWorkspaceFolders(look),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`${settingsSection}.${settings.portfolios}`)) {
          this.changed.fire();
        }
      }),
    );
  }

  /** @param notebook Undefined: those of files and settings. */
  async of(notebook: vscode.NotebookDocument | undefined): Promise<readonly Portfolio[]> {
    const contents = notebook && (await frontMatterContents(notebook));
    return portfoliosInForce([
      ...notebookPortfolios(contents?.portfolios ?? {}),
      ...(await this.found()).portfolios,
      ...readSettingPortfolios(portfoliosSetting()),
    ]);
  }

  /** @returns What the cells of a notebook can name. */
  async holdings(notebook: vscode.NotebookDocument | undefined): Promise<Portfolios> {
    return holdingsByName(await this.of(notebook));
  }

  /** @returns Why the files could not be searched; null if they were. */
  async searchProblem(): Promise<string | null> {
    return (await this.found()).problem;
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  /**
   * Reads the files again, since one was written here or since the editor reports one: either can come first.
   * Reports a change only where the files hold something else: a tree that is drawn again loses the press under way.
   */
  async readAgain(): Promise<void> {
    const before = this.files;
    this.files = undefined;
    const now = before && this.found();
    if (!now || !isDeepStrictEqual(await before, await now)) {
      this.changed.fire();
    }
  }

  /** Where files cannot be searched, cells still run with the other portfolios. */
  private found(): Promise<FoundFiles> {
    this.files ??= readFiles(this.search).then(
      portfolios => ({ portfolios, problem: null }),
      (error: unknown) => {
        this.log.error('The files of portfolios could not be found', error);
        return { portfolios: [], problem: errorMessage(error) };
      },
    );
    return this.files;
  }
}

const findPortfolioFiles = (): Thenable<readonly vscode.Uri[]> =>
  vscode.workspace.findFiles(pattern, '**/node_modules/**', most.files);

async function readFiles(
  search: () => Thenable<readonly vscode.Uri[]>,
): Promise<readonly ReadPortfolio[]> {
  const found = await search();
  const uris = found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const read = await Promise.all(uris.map(readFile));
  return read.flatMap(each => each ?? []);
}

async function readFile(uri: vscode.Uri): Promise<ReadPortfolio | null> {
  const name = portfolioNameOf(uri.path);
  if (name === null) {
    return null;
  }
  const file = { address: uri.toString(), path: vscode.workspace.asRelativePath(uri) };
  const own = { name, source: 'file', file } as const;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > most.bytes) {
      return {
        ...own,
        ...unreadFile(
          vscode.l10n.t('too large'),
          vscode.l10n.t('The file is too large and is not read.'),
        ),
      };
    }
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    return { ...own, ...readPortfolioFile(text) };
  } catch (error) {
    const reason = errorMessage(error);
    return { ...own, ...unreadFile(reason, vscode.l10n.t('The file cannot be read: {0}', reason)) };
  }
}
