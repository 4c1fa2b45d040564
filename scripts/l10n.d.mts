export function hostSources(): { file: string; source: string }[];
export function untranslated(source: string): { text: string; line: number }[];
export function translatable(source: string): string[];
export function textBundle(): Record<string, string>;
export function withTranslations(source: string): string;
