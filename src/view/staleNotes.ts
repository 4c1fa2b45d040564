/** Dims stale outputs, and shows above each why it is stale. */

import { t } from '../core/base/translations';
import type { ErrorOutput, ResultOutput } from '../core/protocol/output';
import { outputKey, readStaleOutputs } from '../core/protocol/staleOutputs';
import { element } from './dom';
import type { Messaging } from './hostChannel';
import type { Lifetime } from './lifetime';

export class StaleNotes {
  private reasons: ReadonlyMap<string, readonly string[]> = new Map();
  private readonly shown = new Set<() => void>();

  constructor(messaging: Messaging) {
    messaging.onDidReceiveMessage?.(message => {
      const stale = readStaleOutputs(message);
      if (stale) {
        this.reasons = new Map(stale.outputs.map(({ key, reasons }) => [key, reasons]));
        this.shown.forEach(update => update());
      }
    });
  }

  /** @param root The element of only this output. */
  follow(root: HTMLElement, output: ResultOutput | ErrorOutput, lifetime: Lifetime): void {
    const key = outputKey(output);
    const note = element('div', { class: 'ms-stale-note', attributes: { role: 'status' } });
    const update = (): void => {
      const reasons = this.reasons.get(key) ?? [];
      root.classList.toggle('ms-stale', reasons.length > 0);
      note.hidden = reasons.length === 0;
      note.textContent = [t('Stale.'), ...reasons].join(' ');
    };
    update();
    root.prepend(note);
    this.shown.add(update);
    lifetime.add(() => this.shown.delete(update));
  }
}
