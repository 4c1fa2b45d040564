import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Paths of the files and folders below `folder` that match, with forward slashes, sorted. */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return allBelow(folder)
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => pattern.test(name))
    .sort();
}

function allBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const name = path.join(folder, entry.name);
    return entry.isDirectory() ? [name, ...stillBelow(name)] : [name];
  });
}

/** A folder that VS Code removes meanwhile holds nothing. */
function stillBelow(folder: string): string[] {
  try {
    return allBelow(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}
