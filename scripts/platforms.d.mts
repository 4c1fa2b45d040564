export const targets: readonly string[];
export function hostTarget(): string;
export function bindingPackage(target: string): string;
export function bindingFiles(target: string): string[];
export function targetsOfBinary(bytes: Buffer): string[];
