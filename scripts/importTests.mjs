/** Imports the bundled test files that its arguments name, so that one process runs them all. */
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  await import(pathToFileURL(file).href);
}
