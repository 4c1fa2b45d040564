export function copyNotebooks(folder: string): Promise<void>;
