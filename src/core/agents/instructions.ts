/** What an agent has to know of the SQL, as Markdown. VS Code reads the file itself. */

import file from '../../../content/agents/signals.instructions.md';

/** Without the front matter, which is VS Code's. */
export const instructions: string = file.replace(/^---\n[^]*?\n---\n+/, '');
