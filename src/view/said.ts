/** The line in which a result says what became of a button's work. */

import { element } from './dom';

export interface Said {
  readonly node: HTMLElement;
  /** Says the sentence that comes of `work`, or why it failed. */
  readonly after: (work: Promise<string>) => void;
}

export function saidLine(): Said {
  const node = element('div', { class: 'ms-empty', attributes: { role: 'status' } });
  node.hidden = true;
  const say = (sentence: string): void => {
    node.hidden = sentence === '';
    node.textContent = sentence;
  };
  return {
    node,
    after: work => {
      work.then(say, (error: unknown) =>
        say(error instanceof Error ? error.message : String(error)),
      );
    },
  };
}
