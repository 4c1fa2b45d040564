/** The few codicons that outputs use, as drawings in the page. */

import edit from '@vscode/codicons/src/icons/edit.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import exporting from '@vscode/codicons/src/icons/export.svg';
import graph from '@vscode/codicons/src/icons/graph-line.svg';
import suggest from '@vscode/codicons/src/icons/lightbulb.svg';
import markdown from '@vscode/codicons/src/icons/markdown.svg';
import table from '@vscode/codicons/src/icons/table.svg';

const sources = { edit, error, export: exporting, graph, markdown, suggest, table };

export type IconName = keyof typeof sources;

/** A picture only: its button or its neighbour has the words. */
export function icon(name: IconName): Node {
  const { documentElement } = new DOMParser().parseFromString(sources[name], 'image/svg+xml');
  documentElement.setAttribute('class', 'ms-icon');
  documentElement.setAttribute('aria-hidden', 'true');
  return document.importNode(documentElement, true);
}
