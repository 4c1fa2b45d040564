export function lockedPackage(name: string): { version: string; integrity: string } | undefined;
export function verifyIntegrity(bytes: Uint8Array, integrity: string, name: string): void;
