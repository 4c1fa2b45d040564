/** Loads the page of a result into a tab's webview. */

import * as vscode from 'vscode';
import { tabHtml } from './tabHtml';

/** The page may only load the view. */
export function tabRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'view');
}

export function fillTab({ webview, title }: vscode.WebviewPanel, extensionUri: vscode.Uri): void {
  const script = vscode.Uri.joinPath(tabRoot(extensionUri), 'resultTab.js');
  webview.html = tabHtml(String(webview.asWebviewUri(script)), title);
}
