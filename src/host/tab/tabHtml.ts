/** The page of a tab: one script of ours, named by a nonce, and nothing else. */

import { randomBytes } from 'node:crypto';

/** Charts are made pictures of by way of data addresses. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:`;

/** @param script The script's address in the webview. */
export function tabHtml(script: string, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(nonce)}">
<title>${escaped(title)}</title>
</head>
<body class="ms-tab">
<script type="module" nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
