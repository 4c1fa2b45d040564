/**
 * Runs an installed browser build of VS Code with a profile of its own, and ends everything it started.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from './command.mjs';
import { exitOnSignals } from './exitOnSignals.mjs';

const startWatchdogMs = 120_000;
const stopWatchdogMs = 10_000;

/** A window without welcome page, chat, updates and recommendations: only what the user opens is in it. */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  // Otherwise VS Code looks through all processes for ports every two seconds.
  'remote.autoForwardPortsSource': 'output',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.editor.useModal': 'off',
  'workbench.reduceMotion': 'on',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Process ids of the running servers; each leads a process group. */
const running = new Set();
let watchesExit = false;

/**
 * @param {string} profile A folder; user data and extensions go below it.
 * @returns {{ userData: string, extensions: string }}
 */
export function profileFolders(profile) {
  return {
    userData: path.join(profile, 'user-data'),
    extensions: path.join(profile, 'extensions'),
  };
}

/**
 * Writes the profile's user settings, over `quietSettings`.
 *
 * @param {string} profile
 * @param {Record<string, unknown>} [settings]
 */
export async function writeSettings(profile, settings = {}) {
  const folder = path.join(profileFolders(profile).userData, 'User');
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify({ ...quietSettings, ...settings }, null, 2);
  await writeFile(path.join(folder, 'settings.json'), `${text}\n`);
}

/** Installs a packaged extension into the profile, as a user would from a file. */
export async function installExtension(server, profile, vsix) {
  const args = [server.entry, ...profileArgs(profile), '--install-extension', path.resolve(vsix)];
  await runCommand(server.node, args, { env: cleanEnvironment() });
}

/**
 * Starts VS Code and resolves when it takes connections. What it prints is also in the profile's `server.log`.
 *
 * @param {{ node: string, entry: string }} server From `ensureVsCodeServer`.
 * @param {string} profile
 * @param {{ port?: number, env?: Record<string, string>, args?: string[] }} [options] Port 0 takes a free one.
 * @returns {Promise<{ url: string, port: number, pid: number, log: () => string, ended: Promise<void>,
 *   stop: () => Promise<void> }>} `ended` resolves when the process is gone, whoever ended it.
 */
export async function startVsCode(server, profile, options = {}) {
  const { port = 0, env = {}, args = [] } = options;
  endServersWithThisProcess();
  const child = spawn(
    server.node,
    [
      server.entry,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--disable-telemetry', '--disable-update-check'],
      ...profileArgs(profile),
      ...args,
    ],
    { env: { ...cleanEnvironment(), ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const logFile = createWriteStream(path.join(profile, 'server.log'));
  let log = '';
  const ready = withResolvers();
  const collect = chunk => {
    log += chunk;
    logFile.write(chunk);
    if (log.includes('Session server listening')) {
      ready.resolve();
    }
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  const ended = new Promise(resolve => child.once('close', resolve)).then(() => {
    running.delete(child.pid);
    logFile.end();
    ready.reject(new Error(`VS Code ended:\n${log}`));
  });
  child.once('error', ready.reject);
  running.add(child.pid);
  const stop = () => stopGroup(child.pid, ended);
  try {
    await within(startWatchdogMs, ready.promise, () => `VS Code did not start:\n${log}`);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = /HTTP server listening on (http:\/\/\S+?)\/?\s/.exec(log)?.[1] ?? '';
  return { url, port: Number(new URL(url).port), pid: child.pid, log: () => log, ended, stop };
}

function profileArgs(profile) {
  const { userData, extensions } = profileFolders(profile);
  return [
    ...['--config', path.join(profile, 'server.yaml')],
    ...['--user-data-dir', userData, '--extensions-dir', extensions],
  ];
}

/** Neither npm's nor another VS Code's variables, nor options for our own Node. */
function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(NODE_OPTIONS|NODE_TEST_CONTEXT|PORT|PASSWORD|(npm|VSCODE|ELECTRON)_.*)$/.test(name),
    ),
  );
}

async function stopGroup(pid, ended) {
  signalGroup(pid, 'SIGTERM');
  const gone = await Promise.race([
    ended.then(() => true),
    delay(stopWatchdogMs, false, { ref: false }),
  ]);
  // The rest of the group, if the leader went first or does not go.
  signalGroup(pid, 'SIGKILL');
  if (!gone) {
    await ended;
  }
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') {
      throw error;
    }
  }
}

function endServersWithThisProcess() {
  if (watchesExit) {
    return;
  }
  watchesExit = true;
  process.on('exit', () => running.forEach(pid => signalGroup(pid, 'SIGKILL')));
  exitOnSignals();
}

/** Rejects with `message()` when `promise` is still pending after `ms`. */
export async function within(ms, promise, message) {
  const watchdog = new AbortController();
  try {
    return await Promise.race([
      promise,
      delay(ms, undefined, { signal: watchdog.signal }).then(() => {
        throw new Error(message());
      }),
    ]);
  } finally {
    watchdog.abort();
  }
}

function withResolvers() {
  const resolvers = {};
  resolvers.promise = new Promise((resolve, reject) =>
    Object.assign(resolvers, { resolve, reject }),
  );
  return resolvers;
}
