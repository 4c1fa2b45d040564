/** The codicons that outputs use, as inline drawings. */

import beside from '@vscode/codicons/src/icons/split-horizontal.svg';
import back from '@vscode/codicons/src/icons/arrow-left.svg';
import chevron from '@vscode/codicons/src/icons/chevron-down.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import exclude from '@vscode/codicons/src/icons/circle-slash.svg';
import explore from '@vscode/codicons/src/icons/telescope.svg';
import filter from '@vscode/codicons/src/icons/filter-filled.svg';
import forward from '@vscode/codicons/src/icons/arrow-right.svg';
import details from '@vscode/codicons/src/icons/layout-sidebar-right.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import suggest from '@vscode/codicons/src/icons/lightbulb.svg';
import compare from '@vscode/codicons/src/icons/diff.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import copyImage from '@vscode/codicons/src/icons/device-camera.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import exporting from '@vscode/codicons/src/icons/export.svg';
import graph from '@vscode/codicons/src/icons/graph-line.svg';
import group from '@vscode/codicons/src/icons/layers.svg';
import markdown from '@vscode/codicons/src/icons/markdown.svg';
import save from '@vscode/codicons/src/icons/save.svg';
import saveImage from '@vscode/codicons/src/icons/file-media.svg';
import saveDrawing from '@vscode/codicons/src/icons/file-code.svg';
import overview from '@vscode/codicons/src/icons/graph.svg';
import table from '@vscode/codicons/src/icons/table.svg';

const sources = {
  back,
  beside,
  chevron,
  close,
  compare,
  copy,
  copyImage,
  details,
  edit,
  error,
  exclude,
  explore,
  export: exporting,
  filter,
  forward,
  graph,
  group,
  markdown,
  overview,
  save,
  saveDrawing,
  saveImage,
  suggest,
  table,
};

export type IconName = keyof typeof sources;

/** Only a picture: its button or the element next to it has the text. */
export function icon(name: IconName): Node {
  const { documentElement } = new DOMParser().parseFromString(sources[name], 'image/svg+xml');
  documentElement.setAttribute('class', 'ms-icon');
  documentElement.setAttribute('aria-hidden', 'true');
  return document.importNode(documentElement, true);
}
