export interface TextZone {
  readonly call: string;
  readonly sources: () => { file: string; source: string }[];
}
export const host: TextZone;
export const view: TextZone;
export function untranslated(source: string, zone?: TextZone): { text: string; line: number }[];
export function tooEarly(source: string): { text: string; line: number }[];
export function translatable(source: string, zone?: TextZone): string[];
export function textBundle(): Record<string, string>;
export function withTranslations(source: string, zone?: TextZone, file?: string): string;
