/**
 * A Jupyter notebook as a notebook of ours: the cells that an export was made of as they were, and of others their prose
 * and the SQL in their code. What is not taken over is in the prose, so that nothing is lost.
 *
 * The file is somebody else's: opening it runs nothing, and no output of it is taken.
 */

import { t } from '../base/translations';
import * as v from 'valibot';
import { fenceAround } from '../notebook/fences';
import type { Notebook, NotebookCell } from '../notebook/notebook';
import { list, read, type Described } from '../protocol/shape';
import { checksum, readExported, type ExportedCell } from './exportedCell';
import { duckdbNames, sqlOfPython } from './pythonSql';

/** Bytes of a file. */
export const mostJupyterBytes = 64_000_000;

const mostCells = 10_000;
const mostLines = 1_000_000;

const jupyterCell = v.object({
  cell_type: v.string(),
  source: v.union([v.string(), list(v.string(), mostLines)]),
  metadata: v.optional(v.unknown()),
});

const jupyter = v.object({
  nbformat: v.literal(4),
  cells: list(jupyterCell, mostCells),
  metadata: v.optional(
    v.object({
      kernelspec: v.optional(v.object({ language: v.optional(v.string()) })),
      language_info: v.optional(v.object({ name: v.optional(v.string()) })),
    }),
  ),
});

/** A file that is not opened. Its message is for the user. */
export class JupyterError extends Error {
  override readonly name = 'JupyterError';
}

/**
 * @param text A file of nbformat 4.
 * @throws {JupyterError} If it is not one.
 */
export function notebookOfJupyter(text: string): Notebook {
  const { cells, metadata } = parsed(text);
  const read = cells.map(cell => ({
    kind: cell.cell_type,
    source: typeof cell.source === 'string' ? cell.source : cell.source.join(''),
    exported: readExported(cell.metadata),
  }));
  const code = read.filter(({ kind }) => kind === 'code').map(({ source }) => source);
  const language = metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? 'python';
  const foreign = { names: duckdbNames(code.join('\n')), isSql: language.toLowerCase() === 'sql' };
  const head = read.map(({ exported }) => exported).find(exported => exported?.kind === 'notebook');
  return {
    frontMatter: { raw: head?.kind === 'notebook' ? head.frontMatter : '' },
    cells: read.flatMap(({ kind, source, exported }) => {
      if (exported) {
        return exportedCells(exported, kind, source);
      }
      if (kind === 'markdown') {
        return [prose(source)];
      }
      return kind === 'code' ? codeCells(source, foreign) : [left('', source, 'text')];
    }),
  };
}

function parsed(text: string): Described<typeof jupyter> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new JupyterError(t('The file is not a Jupyter notebook: it is not JSON.'), { cause });
  }
  const found = read(jupyter, value);
  if (!found) {
    throw new JupyterError(
      t('The file is not a Jupyter notebook of nbformat 4 with at most {0} cells.', mostCells),
    );
  }
  return found;
}

/** @param kind Of the cell as it is now. */
function exportedCells(exported: ExportedCell, kind: string, source: string): NotebookCell[] {
  const own: NotebookCell[] =
    exported.kind === 'cell'
      ? [{ kind: 'code', language: exported.language, text: exported.text }]
      : [];
  if (source.trim() === '' || checksum(source) === exported.made) {
    return own;
  }
  if (kind === 'markdown') {
    return [...own, prose(source)];
  }
  const note =
    exported.kind === 'cell'
      ? t('The Python of the cell above was changed after it was exported.')
      : t(
          'The Python of this cell, which the export begins with, was changed after it was exported.',
        );
  return [...own, left(note, source, 'python')];
}

function codeCells(
  source: string,
  { names, isSql }: { readonly names: ReadonlySet<string>; readonly isSql: boolean },
): NotebookCell[] {
  if (source.trim() === '') {
    return [];
  }
  const { statements, rest } = isSql
    ? { statements: [source], rest: '' }
    : sqlOfPython(source, names);
  const cells = statements.flatMap((text): NotebookCell[] => {
    const values = text.match(/\{\{[^{}]*\}\}|\{\w+\}/g) ?? [];
    return [
      ...(values.length === 0
        ? []
        : [
            prose(
              t(
                'The next query has values of Python in it, which it cannot read: {0}.',
                named(values),
              ),
            ),
          ]),
      { kind: 'code', language: 'signals-sql', text },
    ];
  });
  return rest === ''
    ? cells
    : [left(t('This Python was not taken over.'), rest, 'python'), ...cells];
}

function named(values: readonly string[]): string {
  return [...new Set(values)].map(value => `\`${value.replaceAll('`', "'")}\``).join(', ');
}

function prose(text: string): NotebookCell {
  return { kind: 'markdown', language: 'markdown', text };
}

/** @param sentence Why the text is there. */
function left(sentence: string, text: string, language: string): NotebookCell {
  const body = text.trimEnd();
  const fence = fenceAround(body);
  const block = `${fence}${language}\n${body}\n${fence}`;
  return prose(sentence === '' ? block : `${sentence}\n\n${block}`);
}
