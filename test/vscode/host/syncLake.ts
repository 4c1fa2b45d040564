import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

interface SyncedService {
  readonly quantUrl: string;
  readonly dataUrl: string;
  readonly token: string;
}

/** Fills a lake by the built command line. */
export async function syncLake(
  lake: string,
  words: readonly string[],
  { quantUrl, dataUrl, token }: SyncedService,
): Promise<void> {
  const { extensionPath = '' } =
    vscode.extensions.getExtension('market-signals.market-signals') ?? {};
  const cli = path.join(extensionPath, 'dist', 'cli.js');
  const urls = ['--quant-url', quantUrl, '--data-url', dataUrl];
  await promisify(execFile)(process.execPath, [cli, 'sync', lake, ...words, ...urls], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', SIGNALS_TOKEN: token },
  });
}
