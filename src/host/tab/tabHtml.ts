/** The pages of tabs: one script of ours, named by a nonce, or a sentence without any script. */

import { randomBytes } from 'node:crypto';
import { escapedHtml } from '../../core/base/escapedHtml';

/** @param script The script's address in the webview. */
export function tabHtml(script: string, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  return page(title, {
    // Pictures of charts use data addresses.
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:`,
    body: `<script type="module" nonce="${nonce}" src="${escapedHtml(script)}"></script>`,
  });
}

/**
 * A page with only a message. It loads nothing, so that it appears immediately in every VS Code.
 *
 * @param link A command's address, and the label of its button.
 */
export function sentenceHtml(
  sentence: string,
  title: string,
  link?: { readonly href: string; readonly label: string },
): string {
  const button = link
    ? `<p><a class="ms-button" href="${escapedHtml(link.href)}">${escapedHtml(link.label)}</a></p>`
    : '';
  return page(title, {
    policy: "default-src 'none'; style-src 'unsafe-inline'",
    body: `<style>${sentenceStyle}</style>\n<p>${escapedHtml(sentence)}</p>\n${button}`,
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
<title>${escapedHtml(title)}</title>
</head>
<body class="ms-tab">
${body}
</body>
</html>`;
}
