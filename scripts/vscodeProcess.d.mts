import type { VsCodeServer } from './vscodeServer.mjs';

export interface VsCodeProcess {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** What the process printed so far. */
  log(): string;
  /** Resolves when the process is gone, whoever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}
export interface StartOptions {
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}
export const quietSettings: Readonly<Record<string, unknown>>;
export function profileFolders(profile: string): { userData: string; extensions: string };
export function writeSettings(
  profile: string,
  settings?: Readonly<Record<string, unknown>>,
): Promise<void>;
export function installExtension(
  server: VsCodeServer,
  profile: string,
  vsix: string,
): Promise<void>;
export function startVsCode(
  server: VsCodeServer,
  profile: string,
  options?: StartOptions,
): Promise<VsCodeProcess>;
export function within<T>(ms: number, promise: Promise<T>, message: () => string): Promise<T>;
