import { vscodeVersions } from '../../scripts/vscodeServer.mjs';

/** VS Code versions to test in: those that `SIGNALS_VSCODE` names, separated by commas, or all. */
export const testedVersions: readonly string[] =
  process.env['SIGNALS_VSCODE']?.split(',') ?? vscodeVersions;
