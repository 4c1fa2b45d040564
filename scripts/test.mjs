/**
 * Every test, from plain Node to the real VS Code. Prints `N passed, N failed`; exits 1 when one failed.
 */
import { runNodeTests } from './unitTests.mjs';

const { passed, failed } = await runNodeTests(['core', 'kernel', 'sandbox', 'cli', 'contract', 'project']);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
