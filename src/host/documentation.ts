/** Opens the pages of the documentation that ship with the extension, in VS Code's Markdown preview. */

import * as vscode from 'vscode';
import { isRecord } from '../core/base/json';
import { documentationPages, type DocumentationPlace } from '../core/language/documentation';
import { commands } from './ids';

/** @returns A link that opens the page at its heading. */
export function documentationUri(place: DocumentationPlace): vscode.Uri {
  const query = JSON.stringify([place]);
  return vscode.Uri.from({ scheme: 'command', path: commands.openDocumentation, query });
}

/** @param place What a link of `documentationUri` passes; the list of all pages where it is anything else. */
export async function openDocumentation(extensionUri: vscode.Uri, place: unknown): Promise<void> {
  const { page, heading } = isRecord(place) ? place : {};
  const known = documentationPages.find(each => each === page) ?? documentationPages[0];
  const uri = vscode.Uri.joinPath(extensionUri, 'docs', `${known}.md`);
  const fragment = typeof heading === 'string' ? heading : '';
  await vscode.commands.executeCommand('markdown.showPreview', uri.with({ fragment }));
}
