import type { FileResult, TestResult } from './jobs.mjs';

export function runTestFiles(
  bundles: ReadonlyMap<string, string>,
  files: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<FileResult>;
export function missingTests(
  files: readonly string[],
  tests: readonly TestResult[],
  outcome: number | string,
): TestResult[];
