import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { VsCodeWindow } from './vscodeWindow';

/** The user's settings in their file; none while VS Code writes it, which empties it first. */
export async function userSettings({
  userData,
}: VsCodeWindow): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(path.join(userData, 'User', 'settings.json'), 'utf8');
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return {};
    }
    throw error;
  }
}
