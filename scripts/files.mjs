/** File listing for the scripts; Node 20 has no glob of its own. */
import { existsSync, readdirSync } from 'node:fs';

/** @returns Paths of the files below `folder` whose path matches `pattern`, sorted. */
export function globSync(folder, pattern) {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath ?? entry.path}/${entry.name}`.replaceAll('\\', '/'))
    .filter(file => pattern.test(file))
    .sort();
}
