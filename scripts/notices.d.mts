export function bundledPackages(): string[];
export function noticeOf(folder: string): string;
export function writeNotices(): void;
