/** The files that a notebook with its results is written as. Editor and command line offer these. */

import { t } from '../base/translations';

export interface NotebookFormat {
  /** The name on the command line, and the ending of the file. */
  readonly name: 'html' | 'md' | 'ipynb';
  /** As a dialog names it. */
  readonly label: () => string;
  /** As the help describes it. */
  readonly help: string;
}

export const notebookFormats = [
  { name: 'html', label: () => t('Web page'), help: 'a page with charts and tables' },
  {
    name: 'md',
    label: () => 'Markdown',
    help: 'prose, tables and queries as Markdown, with the charts as SVG in the folder NAME_files beside the file',
  },
  {
    name: 'ipynb',
    label: () => t('Jupyter notebook'),
    help: 'a Jupyter notebook in Python that asks the service itself, without rows',
  },
] as const satisfies readonly NotebookFormat[];

export type NotebookFormatName = (typeof notebookFormats)[number]['name'];
