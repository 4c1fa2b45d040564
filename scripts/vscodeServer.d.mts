export interface VsCodeServer {
  readonly version: string;
  readonly node: string;
  readonly entry: string;
}
export const vscodeVersions: readonly string[];
export const oldestVsCode: string;
export const newestVsCode: string;
export function ensureVsCodeServer(version: string): Promise<VsCodeServer>;
