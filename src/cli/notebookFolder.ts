/** The notebooks of a folder and below, as the tools of the MCP server name, read and change them. */

import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AgentError, type CellEdit } from '../core/agents/agentTool';
import { writeNotebook, type Notebook, type NotebookCell } from '../core/notebook/notebookFile';
import { replaceWithBytes } from '../io/replaceFile';
import { readNotebookInput, type NotebookInput } from './notebookInput';
import { UsageError } from './usage';

const mostNotebooks = 500;

/** Bytes of a notebook that is read. */
const mostBytes = 20_000_000;

export class NotebookFolder {
  private constructor(private readonly folder: string) {}

  /** @throws {UsageError} If it is no folder. */
  static async open(folder: string): Promise<NotebookFolder> {
    const isFolder = await stat(folder).then(
      found => found.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      throw new UsageError(`${folder} is no folder.`);
    }
    return new NotebookFolder(await realpath(folder));
  }

  /** @returns Their paths from the folder, with `/`. What a link names is left out: it may be elsewhere. */
  async names(): Promise<readonly string[]> {
    const names: string[] = [];
    const waiting = [''];
    for (let below = waiting.shift(); below !== undefined; below = waiting.shift()) {
      const entries = await readdir(path.join(this.folder, below), { withFileTypes: true }).catch(
        () => [],
      );
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const name = path.posix.join(below, entry.name);
        if (entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name)) {
          waiting.push(name);
        } else if (entry.isFile() && entry.name.endsWith('.signals')) {
          names.push(name);
        }
      }
      if (names.length > mostNotebooks) {
        return names.slice(0, mostNotebooks);
      }
    }
    return names;
  }

  /** @throws {AgentError} If it is none of `names()`, or cannot be read. */
  async read(name: string): Promise<NotebookInput> {
    // By the list, so that a name leads to no other file.
    if (!(await this.names()).includes(name)) {
      throw new AgentError(
        'There is no notebook of that name. Read a cell without a notebook for a list.',
      );
    }
    const file = this.fileOf(name);
    const isLarge = (await stat(file)).size > mostBytes;
    try {
      if (!isLarge) {
        return await readNotebookInput(file);
      }
    } catch (error) {
      if (!(error instanceof UsageError)) {
        throw error;
      }
    }
    throw new AgentError('The file cannot be read as a notebook.');
  }

  /** @returns A link with which VS Code opens the notebook's file. It runs nothing. */
  link(name: string): string {
    return editorLink(pathToFileURL(this.fileOf(name)));
  }

  /** @throws {AgentError} If the notebook has changed so that the edit does not apply. */
  async edit(edit: CellEdit): Promise<void> {
    const { notebook } = await this.read(edit.notebook);
    const index = (edit.kind === 'insert' ? edit.after : edit.cell) - 1;
    if ((notebook.cells[index]?.text ?? null) !== edit.expected) {
      throw new AgentError('Nothing was changed: the notebook has changed since. Read it again.');
    }
    const file = this.fileOf(edit.notebook);
    const { mode } = await stat(file);
    await replaceWithBytes(file, writeNotebook(changed(notebook, edit)), mode & 0o7777);
  }

  private fileOf(name: string): string {
    return path.join(this.folder, ...name.split('/'));
  }
}

/** @returns The link of a file in VS Code. The host is the server of a shared folder of Windows. */
export function editorLink({ host, pathname }: URL): string {
  return `vscode://file${host && `//${host}`}${pathname}`;
}

function changed(notebook: Notebook, edit: CellEdit): Notebook {
  const { cells } = notebook;
  if (edit.kind === 'insert') {
    const { language, text } = edit;
    const kind = language === 'markdown' ? 'markdown' : 'code';
    return { ...notebook, cells: cells.toSpliced(edit.after, 0, { kind, language, text }) };
  }
  return {
    ...notebook,
    cells: cells.map((cell, index) => (index === edit.cell - 1 ? withText(cell, edit.text) : cell)),
  };
}

/** Without outputs, which were those of the text before. */
function withText({ kind, language, layout }: NotebookCell, text: string): NotebookCell {
  return { kind, language, text, ...(layout && { layout }) };
}
