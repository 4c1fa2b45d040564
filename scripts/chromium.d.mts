import type { Browser, Page, ViewportSize } from 'playwright-core';

export const disabledFeatures: readonly string[];
export function launchChromium(): Promise<Browser>;
export function launchWithCaches(
  folder: string,
  viewport: ViewportSize | null,
): Promise<{ readonly browser: Browser; readonly page: Page }>;
export function launchHeadlessShell(): Promise<Browser>;
