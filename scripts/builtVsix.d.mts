export function builtVsix(): string;
