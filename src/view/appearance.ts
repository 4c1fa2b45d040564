/** The palette of this page, sent by the host and set on the page's body, so that theme observers notice it too. */

import { readAppearance } from '../core/protocol/appearance';
import type { Messaging } from './hostChannel';
import type { Lifetime } from './lifetime';
import { readThemeColours, onThemeChange } from './chart/themeColours';

/**
 * Requests the palette from the host and follows its changes. Until the answer arrives, the default palette is used.
 */
export function followPalette(messaging: Messaging): void {
  messaging.onDidReceiveMessage?.(message => {
    const appearance = readAppearance(message);
    if (appearance) {
      document.body.dataset['msPalette'] = appearance.palette;
      document.body.dataset['msExportColours'] = appearance.exportColours;
    }
  });
  messaging.postMessage?.({ type: 'appearance' });
}

/** Sets the colours of lines, bull and bear as CSS variables of an output, and keeps them up to date. */
export function followColours(output: HTMLElement, lifetime: Lifetime): void {
  const put = (): void => {
    const { sides, line } = readThemeColours(output);
    const { bull, bear, bullText, bearText } = sides;
    output.style.setProperty('--ms-line', line);
    for (const [name, value] of Object.entries({ bull, bear, bullText, bearText })) {
      output.style.setProperty(`--ms-${name.replace('Text', '-text')}`, value);
    }
  };
  put();
  lifetime.add(onThemeChange(put));
}
