/**
 * Texts that people read, in their language.
 *
 * A page or process is given the translations once, before it shows something; one that is given none shows English. A text is
 * translated where it is shown, not when its module is loaded.
 */

let translations: Readonly<Record<string, string>> = {};

/**
 * @param bundle Each text in English with its translation, in which `{0}` is the first value.
 * @returns Whether texts change by it.
 */
export function useTranslations(bundle: Readonly<Record<string, string>>): boolean {
  const isChange = JSON.stringify(bundle) !== JSON.stringify(translations);
  translations = bundle;
  return isChange;
}

/** @returns The translations of this page or process, for another one. */
export function usedTranslations(): Readonly<Record<string, string>> {
  return translations;
}

/**
 * @param text In English, as it is written here: translators have it as a key. `{0}` is the first value.
 * @returns The translation with its values.
 */
export function t(
  text: string,
  ...values: readonly (string | number | null | undefined)[]
): string {
  const translated = Object.hasOwn(translations, text) ? translations[text] : undefined;
  return (translated ?? text).replace(/\{(\d+)\}/g, (hole, index) =>
    Number(index) < values.length ? String(values[Number(index)]) : hole,
  );
}
