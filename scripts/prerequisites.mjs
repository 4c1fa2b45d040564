/**
 * The prerequisites of the tests and the browser build: Chromium, a Python with requests, and a compiler for VS Code's
 * native modules.
 *
 * On Debian as root the missing packages are installed; elsewhere a sentence names the command that installs them.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './command.mjs';
import { withFolderLock } from './folderLock.mjs';
import { findPython } from './python.mjs';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without a browser's windows: it takes a third less of the processor's time for pages of our own. */
const headlessShell = 'chromium-headless-shell';
const macChromiums = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} The Chromium that the tests drive: `CHROMIUM`, or the one that is installed. */
export function findChromium() {
  const given = process.env.CHROMIUM;
  return given ?? chromiumNames.map(onPath).find(Boolean) ?? macChromiums.find(existsSync);
}

/** @returns {string | undefined} The Chromium for pages of our own: one without windows, where there is one. */
export function findHeadlessShell() {
  return process.env.CHROMIUM ?? onPath(headlessShell) ?? findChromium();
}

/** @returns {string | undefined} The full path of a program that is on PATH. */
export function onPath(program) {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap(folder => suffixes.map(suffix => path.join(folder, program + suffix)))
    .find(existsSync);
}

/**
 * Makes sure that the machine has the prerequisites.
 *
 * @param {{ chromium?: boolean, compiler?: boolean, python?: boolean }} needs
 * @throws {Error} One sentence with the command to run, if it may not be installed from here.
 */
export async function ensurePrerequisites(needs) {
  const isComplete = missingPackages(needs).length === 0;
  if (!isComplete || canHaveShell(needs)) {
    await withFolderLock(path.resolve('.vscode-test/system'), () => install(needs));
  }
}

async function install(needs) {
  // Another start may have installed them meanwhile.
  const packages = missingPackages(needs);
  if (packages.length > 0 && !isDebianRoot()) {
    throw new Error(
      `This machine lacks ${packages.join(', ')}; get it with: ${installCommand(packages)}`,
    );
  }
  if (packages.length > 0) {
    await aptInstall(packages);
  }
  if (canHaveShell(needs)) {
    await aptInstall([headlessShell]).catch(error =>
      console.log(`The tests run in ${findChromium()}: ${error.message}`),
    );
  }
}

/** Whether Chromium is there and its quicker build is not, though it could be. */
function canHaveShell({ chromium = false }) {
  return chromium && isDebianRoot() && onPath(headlessShell) === undefined;
}

function isDebianRoot() {
  return process.getuid?.() === 0 && onPath('apt-get') !== undefined;
}

async function aptInstall(packages) {
  console.log(`Installing ${packages.join(', ')} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=600', '-qq'];
  await runCommand('apt-get', ['update', ...wait], { env });
  await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...wait, ...packages], {
    env,
  });
}

function missingPackages({ chromium = false, compiler = false, python = false }) {
  return [
    ...(chromium && findChromium() === undefined ? ['chromium', 'fonts-dejavu-core'] : []),
    ...(compiler ? missingCompilerPackages() : []),
    ...(python && findPython() === undefined ? ['python3-requests'] : []),
  ];
}

function missingCompilerPackages() {
  const packageOf = { python3: 'python3', make: 'make', 'g++': 'g++' };
  return Object.entries(packageOf)
    .filter(([program]) => onPath(program) === undefined)
    .map(([, name]) => name);
}

function installCommand(packages) {
  if (process.platform === 'darwin') {
    return packages.includes('chromium')
      ? 'brew install --cask chromium'
      : 'xcode-select --install';
  }
  return `sudo apt-get install -y ${packages.join(' ')}`;
}
