export const checklistFile: string;
export function nodeTests(): string[];
