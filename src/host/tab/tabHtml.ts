/** The pages of tabs: one script of ours, named by a nonce, or a sentence without any script. */

import { randomBytes } from 'node:crypto';
import { escapedMarkup } from '../../core/base/escapedMarkup';

/** @param script The script's address in the webview. */
export function tabHtml(script: string, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  return page(title, {
    // Pictures of charts use data addresses.
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:`,
    body: `<script type="module" nonce="${nonce}" src="${escapedMarkup(script)}"></script>`,
  });
}

export interface SentenceLink {
  /** A command's address. */
  readonly href: string;
  readonly label: string;
}

/**
 * A page with only a message. It loads nothing, so that it appears immediately in every VS Code.
 *
 * @param more Lines below the sentence, and commands with the labels of their buttons.
 */
export function sentenceHtml(
  sentence: string,
  title: string,
  more: { readonly details?: readonly string[]; readonly links?: readonly SentenceLink[] } = {},
): string {
  const { details = [], links = [] } = more;
  const list = details.map(text => `<li>${escapedMarkup(text)}</li>`).join('');
  const buttons = links.map(
    ({ href, label }) =>
      `<a class="ms-button" href="${escapedMarkup(href)}">${escapedMarkup(label)}</a>`,
  );
  return page(title, {
    policy: "default-src 'none'; style-src 'unsafe-inline'",
    body: `<style>${sentenceStyle}</style>\n<p>${escapedMarkup(sentence)}</p>\n${list === '' ? '' : `<ul>${list}</ul>`}<p>${buttons.join(' ')}</p>`,
  });
}

const sentenceStyle = `
body { max-width: 60ch; padding: 16px; font-size: var(--vscode-font-size); }
p { margin: 0 0 14px; }
.ms-button { display: inline-block; padding: 4px 12px; border: 1px solid var(--vscode-button-border, transparent);
  border-radius: 2px; text-decoration: none; color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
.ms-button:hover { text-decoration: none; color: var(--vscode-button-foreground); background: var(--vscode-button-hoverBackground); }
.ms-button:focus { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
`;

function page(title: string, { policy, body }: { policy: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapedMarkup(title)}</title>
</head>
<body class="ms-tab">
${body}
</body>
</html>`;
}
