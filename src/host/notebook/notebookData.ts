/** Converts between the core's and VS Code's notebooks. Details of the file are kept in metadata. */

import * as vscode from 'vscode';
import type {
  CellLayout,
  FileLayout,
  FrontMatter,
  Notebook,
  NotebookCell,
} from '../../core/notebook/notebook';
import { copyrightOf } from '../../core/protocol/outputBundle';
import { bundlesOf, restoredOutputs } from './outputs';

/** Metadata of a notebook of ours. */
export interface NotebookMetadata {
  readonly frontMatter?: FrontMatter;
  readonly layout?: FileLayout;
}

interface CellMetadata {
  readonly layout?: CellLayout;
}

/** Both kinds of cell in the API: of a document, and of a serializer. */
interface EditorCell {
  readonly kind: vscode.NotebookCellKind;
  readonly language: string;
  readonly text: string;
  readonly metadata: CellMetadata | undefined;
  readonly outputs: readonly vscode.NotebookCellOutput[];
}

export function toNotebookData(notebook: Notebook): vscode.NotebookData {
  const data = new vscode.NotebookData(notebook.cells.map(toCellData));
  const { frontMatter, layout } = notebook;
  data.metadata = { frontMatter, ...(layout ? { layout } : {}) } satisfies NotebookMetadata;
  return data;
}

/** @param withOutputs Whether the outputs go into the file. */
export function fromNotebookData(data: vscode.NotebookData, withOutputs: boolean): Notebook {
  const cells = data.cells.map(cell =>
    toCoreCell({
      kind: cell.kind,
      language: cell.languageId,
      text: cell.value,
      metadata: cell.metadata,
      outputs: withOutputs ? (cell.outputs ?? []) : [],
    }),
  );
  return toCoreNotebook(data.metadata, cells);
}

/** The current notebook of an editor, without its outputs. */
export function fromDocument(document: vscode.NotebookDocument): Notebook {
  const cells = document.getCells().map(cell =>
    toCoreCell({
      kind: cell.kind,
      language: cell.document.languageId,
      text: cell.document.getText(),
      metadata: cell.metadata,
      outputs: [],
    }),
  );
  return toCoreNotebook(document.metadata, cells);
}

/** The lines between the delimiters of the front matter; empty if there is none. */
export function frontMatterOf(document: vscode.NotebookDocument): FrontMatter {
  const metadata: NotebookMetadata = document.metadata;
  return metadata.frontMatter ?? { raw: '' };
}

function toCellData(cell: NotebookCell): vscode.NotebookCellData {
  const kind = cell.kind === 'code' ? vscode.NotebookCellKind.Code : vscode.NotebookCellKind.Markup;
  const data = new vscode.NotebookCellData(kind, cell.text, cell.language);
  if (cell.layout) {
    data.metadata = { layout: cell.layout } satisfies CellMetadata;
  }
  if (cell.outputs) {
    data.outputs = restoredOutputs(cell.outputs.outputs);
  }
  return data;
}

function toCoreCell({ kind, language, text, metadata, outputs }: EditorCell): NotebookCell {
  const bundles = bundlesOf(outputs).filter(bundle => Object.keys(bundle).length > 0);
  return {
    kind: kind === vscode.NotebookCellKind.Code ? 'code' : 'markdown',
    language,
    text,
    ...(metadata?.layout ? { layout: metadata.layout } : {}),
    ...(bundles.length > 0
      ? { outputs: { outputs: bundles, copyright: copyrightOf(bundles) } }
      : {}),
  };
}

function toCoreNotebook(
  metadata: NotebookMetadata | undefined,
  cells: readonly NotebookCell[],
): Notebook {
  const layout = metadata?.layout;
  return {
    frontMatter: metadata?.frontMatter ?? { raw: '' },
    cells,
    ...(layout ? { layout } : {}),
  };
}
