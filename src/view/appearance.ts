/**
 * The palette and the language of this page, sent by the host. The palette is set on the page's body, so that theme observers notice it
 * too.
 */

import { t, useTranslations } from '../core/base/translations';
import { readAppearance } from '../core/protocol/appearance';
import type { Messaging } from './hostChannel';
import type { Lifetime } from './lifetime';
import { readThemeColours, onThemeChange } from './chart/themeColours';

/**
 * Requests both from the host and follows their changes. Until the answer arrives, the default palette and English are used.
 *
 * @param onLanguage Called when texts that are shown from now on are in another language.
 */
export function followAppearance(messaging: Messaging, onLanguage?: () => void): void {
  messaging.onDidReceiveMessage?.(message => {
    const appearance = readAppearance(message);
    if (appearance) {
      document.body.dataset['msPalette'] = appearance.palette;
      document.body.dataset['msExportColours'] = appearance.exportColours;
      if (useTranslations(appearance.translations)) {
        onLanguage?.();
      }
    }
  });
  messaging.postMessage?.({ type: 'appearance' });
}

/** States the language of a page that is ours as a whole: translators write its code. */
export function stateLanguage(): void {
  document.documentElement.lang = t('en');
}

/** Sets the checked colours of lines, bars, bull and bear as CSS variables of an output, and keeps them up to date. */
export function followColours(output: HTMLElement, lifetime: Lifetime): void {
  const put = (): void => {
    const { sides, line, blue, orange } = readThemeColours(output);
    const { bull, bear, bullText, bearText } = sides;
    output.style.setProperty('--ms-line', line);
    for (const [name, value] of Object.entries({ blue, orange, bull, bear, bullText, bearText })) {
      output.style.setProperty(`--ms-${name.replace(/Text/, '-text')}`, value);
    }
  };
  put();
  lifetime.add(onThemeChange(put));
}
