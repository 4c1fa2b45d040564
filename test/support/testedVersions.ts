import { newestVsCode } from '../../scripts/vscodeServer.mjs';

/** VS Code versions to test in: those that `SIGNALS_VSCODE` names, separated by commas, or the newest. */
export const testedVersions: readonly string[] = process.env['SIGNALS_VSCODE']?.split(',') ?? [
  newestVsCode,
];
