export interface VsCodeForWindows {
  readonly version: string;
  /** A folder with user data, extensions and what the server printed. */
  readonly profile: string;
  readonly url: string;
  /** Ends it and removes the profile. */
  stop(): Promise<void>;
}

export function startForWindows(version: string): Promise<VsCodeForWindows>;
