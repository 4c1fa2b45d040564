/**
 * Builds the extension and opens VS Code with it and the tour.
 *
 *   node scripts/start.mjs [--port N] [--no-open] [--browser]
 *
 * Desktop VS Code where `code` is on the PATH; otherwise VS Code's browser build, at a printed address, with the
 * packaged extension (`--browser`: in any case; `SIGNALS_VSIX` names a package to take). Either has a profile of its own
 * in .vscode-test/start, which trusts the folder there with a copy of the notebooks.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { builtVsix } from './builtVsix.mjs';
import { copyNotebooks } from './notebooksCopy.mjs';
import { onPath } from './prerequisites.mjs';
import { installExtension, profileFolders, startVsCode, writeSettings } from './vscodeProcess.mjs';
import { ensureVsCodeServer, newestVsCode } from './vscodeServer.mjs';

const folder = path.resolve('.vscode-test/start');
const workspace = path.join(folder, 'notebooks');
const tour = path.join(workspace, 'tour.signals');
/** The folder is ours: VS Code asks neither for trust in it nor about the Git repository around it. */
const settings = {
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.enabled': false,
  'workbench.editorAssociations': { '*.signals': 'signals-notebook' },
};
const whatToPress = 'Press Run All at the top of the tour.';

function run(script) {
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`${script} failed.`);
  }
}

/** The extension is loaded from the project's folder, as for a developer. */
async function openDesktop(code) {
  console.log('Building the extension');
  run('esbuild.mjs');
  const profile = path.join(folder, 'desktop');
  await writeSettings(profile, settings);
  const { userData, extensions } = profileFolders(profile);
  const args = [
    `--extensionDevelopmentPath=${process.cwd()}`,
    ...['--new-window', '--disable-workspace-trust'],
    ...['--user-data-dir', userData, '--extensions-dir', extensions],
    ...(process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : []),
    ...[workspace, tour],
  ];
  console.log(`Opening desktop VS Code (${code}). ${whatToPress}`);
  const { status } = spawnSync(code, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}

async function openBrowserBuild({ port, open }) {
  if (!process.env.SIGNALS_VSIX) {
    console.log('Building and packaging the extension');
    run('scripts/package.mjs');
  }
  const server = await ensureVsCodeServer(newestVsCode);
  const profile = path.join(folder, 'profile');
  await writeSettings(profile, settings);
  await installExtension(server, profile, builtVsix());
  const vscode = await startVsCode(server, profile, { port });
  const payload = JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${vscode.port}${tour}`]]);
  const query = new URLSearchParams({ folder: workspace, payload });
  const address = `${vscode.url}/?${query}`;
  console.log(`\nVS Code ${server.version} with Market Signals and the tour:\n\n  ${address}\n`);
  console.log(`${whatToPress} Ctrl+C here ends VS Code.`);
  if (open) {
    openBrowser(address);
  }
  await vscode.ended;
  console.log('VS Code has ended.');
}

/** Best effort: the address is printed anyway. */
function openBrowser(address) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const hasScreen =
    process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const program = hasScreen ? onPath(opener) : undefined;
  if (program) {
    spawn(program, [address], { stdio: 'ignore', detached: true }).unref();
  }
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'no-open': { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
  },
});
await copyNotebooks(workspace);
const code = values.browser ? undefined : onPath('code');
if (code) {
  process.exit(await openDesktop(code));
}
await openBrowserBuild({ port: Number(values.port), open: !values['no-open'] });
