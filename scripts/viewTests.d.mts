export function viewTestFiles(): string[];
