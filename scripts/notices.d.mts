export function bundledPackages(): string[];
export function writeNotices(): void;
