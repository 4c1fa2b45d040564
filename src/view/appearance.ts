/** The palette of this page, told by the host; on the page's body, so that whoever follows the theme follows it too. */

import { readAppearance } from '../core/protocol/appearance';
import type { Messaging } from './hostChannel';
import type { Lifetime } from './lifetime';
import { readThemeColours } from './chart/themeColours';
import { onThemeChange } from './chart/themeWatch';

/** Asks the host for the palette and follows it. Until the answer is there the standard one is drawn. */
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

/** Gives an output the colours of lines, of bull and of bear as variables of its style, and keeps them up to date. */
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
