/** The charts that fit a result, below its buttons: each a card with a preview drawn from the result's rows. */

import { t } from '../core/base/translations';
import { errorMessage } from '../core/base/errorMessage';
import type { ResultChart } from '../core/protocol/outcome';
import { readShowSuggestions, type ShownSuggestions } from '../core/protocol/suggestions';
import { readThemeColours, themeKey, onThemeChange } from './chart/themeColours';
import { button, element } from './dom';
import { isForWindow } from './editorKeys';
import type { HostChannel, Messaging } from './hostChannel';
import type { Lifetime } from './lifetime';
import { toolButton } from './toolbar';

type Suggestion = ShownSuggestions[number];

interface Card {
  readonly suggestion: Suggestion;
  readonly node: HTMLButtonElement;
  readonly picture: HTMLElement;
  /** Set when it has arrived. */
  chart?: ResultChart;
}

export class SuggestionCards {
  readonly node = element('div', {
    class: 'ms-suggestions',
    attributes: { role: 'group', 'aria-label': t('Suggested charts') },
  });
  /** Shows and hides them. */
  readonly button = toolButton('suggest', t('Suggest charts…'), () => {
    if (this.isOpen) {
      this.close();
    } else {
      void this.open();
    }
  });
  private readonly status = element('span', { attributes: { role: 'status' } });
  private cards: readonly Card[] = [];
  private closing = new AbortController();
  private drawnTheme = '';

  constructor(
    private readonly resultId: string,
    private readonly channel: HostChannel,
    lifetime: Lifetime,
  ) {
    this.node.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    this.node.addEventListener('keydown', event => this.press(event));
    lifetime.add(() => this.closing.abort());
    lifetime.add(onThemeChange(lifetime.frame(() => void this.drawAgain())));
  }

  get isOpen(): boolean {
    return !this.node.hidden;
  }

  /** Requests the charts that fit, shows them with the first one focused, and draws one after another. */
  async open(): Promise<void> {
    if (this.isOpen) {
      this.cards[0]?.node.focus();
      return;
    }
    const { signal } = (this.closing = new AbortController());
    this.status.textContent = t('Finding the charts that fit…');
    const line = element('div', { class: 'ms-suggestions-line' }, [
      this.status,
      button(t('Close'), 'ms-link', () => this.close()),
    ]);
    this.node.replaceChildren(line);
    this.node.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    try {
      const suggestions = await this.channel.ask(
        'suggestions',
        { resultId: this.resultId },
        signal,
      );
      this.cards = suggestions.map(suggestion => this.cardOf(suggestion));
      this.status.textContent = offer();
      const row = element('div', { class: 'ms-cards' });
      row.append(...this.cards.map(({ node }) => node));
      this.node.append(row);
      this.cards[0]?.node.focus();
      await this.draw(signal);
    } catch (error) {
      this.status.textContent = sentenceOf(error);
    }
  }

  close(): void {
    this.closing.abort();
    this.cards = [];
    this.node.hidden = true;
    this.node.replaceChildren();
    this.button.setAttribute('aria-expanded', 'false');
    this.button.focus();
  }

  private cardOf(suggestion: Suggestion): Card {
    const { id, title, question } = suggestion;
    const waiting = element('span', { text: t('Preview…') });
    const picture = element('span', { class: 'ms-card-picture' }, [waiting]);
    const node = element(
      'button',
      { class: 'ms-card', attributes: { type: 'button', 'aria-label': `${title}: ${question}` } },
      [
        picture,
        element('span', { class: 'ms-card-title', text: title }),
        element('span', { class: 'ms-card-question', text: question }),
      ],
    );
    node.addEventListener('click', ({ detail: presses }) => {
      // The second click of a double click would change the cell that the first one changes.
      if (presses < 2) {
        this.channel.useSuggestion(this.resultId, id, presses === 0);
      }
    });
    return { suggestion, node, picture };
  }

  private async draw(signal: AbortSignal): Promise<void> {
    const { smallChart } = await import('./chart/smallChart');
    this.drawnTheme = themeKey(readThemeColours(this.node));
    for (const card of this.cards) {
      if (signal.aborted) {
        return;
      }
      try {
        const about = { resultId: this.resultId, suggestion: card.suggestion.id };
        card.chart ??= await this.channel.ask('preview', about, signal, () => this.wait());
        const picture = await smallChart(card.chart, this.node, signal);
        if (!signal.aborted) {
          this.status.textContent = offer();
          card.picture.replaceChildren(picture);
        }
      } catch (error) {
        if (!signal.aborted) {
          card.picture.replaceChildren(element('span', { text: t('No preview') }));
          this.status.textContent = t('{0} No preview: {1}', offer(), sentenceOf(error));
        }
      }
    }
  }

  /** Previews appear when the running cell has ended. */
  private wait(): void {
    this.status.textContent = `${offer()} ${waitingSentence()}`;
    for (const { chart, picture } of this.cards) {
      if (!chart) {
        picture.replaceChildren(element('span', { text: t('Waiting for the running cell') }));
      }
    }
  }

  private async drawAgain(): Promise<void> {
    if (this.isOpen && themeKey(readThemeColours(this.node)) !== this.drawnTheme) {
      await this.draw(this.closing.signal);
    }
  }

  /** The notebook handles most keys itself. */
  private press(event: KeyboardEvent): void {
    if (!isForWindow(event)) {
      event.stopPropagation();
    }
    const step = steps[event.key];
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close();
    } else if (step !== undefined) {
      event.preventDefault();
      const at = this.cards.findIndex(({ node }) => node === event.target);
      const next = Math.max(0, Math.min(at + step, this.cards.length - 1));
      this.cards[next]?.node.focus();
    }
  }
}

const waitingSentence = (): string => t('Previews appear when the running cell has ended.');
const offer = (): string =>
  t('Charts that fit the columns, the best one first. Press one to draw it.');

const steps: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Opens the cards of a result when the command requests them, even if its output is drawn later. */
export class SuggestionRequests {
  private wanted: string | undefined;
  private readonly shown = new Map<string, () => void>();

  constructor(messaging: Messaging) {
    messaging.onDidReceiveMessage?.(message => {
      const asked = readShowSuggestions(message);
      if (asked) {
        this.wanted = asked.resultId;
        this.open(asked.resultId);
      }
    });
  }

  follow(resultId: string, open: () => void, lifetime: Lifetime): void {
    this.shown.set(resultId, open);
    lifetime.add(() => {
      if (this.shown.get(resultId) === open) {
        this.shown.delete(resultId);
      }
    });
    this.open(resultId);
  }

  private open(resultId: string): void {
    const open = this.shown.get(resultId);
    if (open && this.wanted === resultId) {
      this.wanted = undefined;
      open();
    }
  }
}

function sentenceOf(error: unknown): string {
  return errorMessage(error);
}
