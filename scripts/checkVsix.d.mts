export function checkVsix(bytes: Uint8Array, target: string): void;
