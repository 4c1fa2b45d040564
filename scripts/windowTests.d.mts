import type { TestResult } from './jobs.mjs';

export function windowTestFiles(): string[];
export function filesToRun(
  group: readonly string[],
  first?: readonly TestResult[],
): readonly string[];
