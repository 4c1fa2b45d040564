/** A VS Code with the packaged extension in a new profile, for windows that are opened one after another. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtVsix } from './builtVsix.mjs';
import { installExtension, startVsCode } from './vscodeProcess.mjs';
import { ensureVsCodeServer } from './vscodeServer.mjs';

/** @param {string} version */
export async function startForWindows(version) {
  const server = await ensureVsCodeServer(version);
  const profile = await mkdtemp(path.join(tmpdir(), 'signals-windows-'));
  await installExtension(server, profile, builtVsix());
  const { url, stop } = await startVsCode(server, profile);
  return {
    version,
    profile,
    url,
    stop: async () => {
      await stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
