export function hostTestFiles(words?: readonly string[]): string[];
