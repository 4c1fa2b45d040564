/** The page of a notebook beside it, which its script fills: one script of ours, named by a nonce. */

import { randomBytes } from 'node:crypto';
import { escapedMarkup } from '../../core/base/escapedMarkup';

export interface LivePage {
  /** Addresses in the webview, and where its own files come from. */
  readonly script: string;
  readonly style: string;
  readonly source: string;
  readonly title: string;
}

export function livePageHtml({ script, style, source, title }: LivePage): string {
  const nonce = randomBytes(16).toString('base64');
  // Pictures of charts use data addresses; charts position their labels by style attributes.
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source} 'unsafe-inline'; img-src data:`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapedMarkup(title)}</title>
<link rel="stylesheet" href="${escapedMarkup(style)}">
</head>
<body class="ms-page">
<header></header>
<main></main>
<footer hidden></footer>
<script type="module" nonce="${nonce}" src="${escapedMarkup(script)}"></script>
</body>
</html>`;
}
