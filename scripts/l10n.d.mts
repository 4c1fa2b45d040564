export interface TextZone {
  readonly call: string;
  readonly sources: () => { file: string; source: string }[];
}
interface PlacedText {
  text: string;
  line: number;
}
export const host: TextZone;
export const view: TextZone;
export const core: TextZone;
export function untranslated(source: string, zone?: TextZone): PlacedText[];
export function tooEarly(source: string, zone?: TextZone): PlacedText[];
export function unknownTexts(source: string, zone?: TextZone): PlacedText[];
export function translatable(source: string, zone?: TextZone): string[];
export function textBundle(): Record<string, string>;
export function withTranslations(source: string, zone?: TextZone, file?: string): string;
