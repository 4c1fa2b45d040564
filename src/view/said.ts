/** The line in which a result says what became of a button's work. */

import { element } from './dom';

/** Long enough to read a sentence; what failed stays. */
const saidForMs = 6_000;

export interface Said {
  readonly node: HTMLElement;
  /** Says the sentence that comes of `work`, or why it failed. */
  readonly after: (work: Promise<string>) => void;
}

export function saidLine(): Said {
  const node = element('div', { class: 'ms-empty', attributes: { role: 'status' } });
  node.hidden = true;
  let going: number | undefined;
  const say = (sentence: string): void => {
    node.hidden = sentence === '';
    node.textContent = sentence;
    clearTimeout(going);
  };
  return {
    node,
    after: work => {
      work.then(
        sentence => {
          say(sentence);
          going = window.setTimeout(() => say(''), saidForMs);
        },
        (error: unknown) => say(error instanceof Error ? error.message : String(error)),
      );
    },
  };
}
