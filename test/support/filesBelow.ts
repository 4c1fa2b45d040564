import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Paths of the files below `folder` that match, with forward slashes, sorted. */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => path.join(folder, name).replaceAll('\\', '/'))
    .filter(name => pattern.test(name))
    .sort();
}
