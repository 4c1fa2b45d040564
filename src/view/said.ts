/** The line in which a result, or its grid, says what became of what the reader did. */

import { element } from './dom';

/** Long enough to read a sentence; what failed stays. */
const saidForMs = 6_000;

export interface Said {
  readonly node: HTMLElement;
  /** Stays until something else is said; an empty text takes away what was said. */
  readonly say: (text: string) => void;
  /** Goes away by itself, and moves nothing. */
  readonly sayBriefly: (text: string) => void;
  /** Says the sentence that comes of `work`, briefly, or why it failed. */
  readonly after: (work: Promise<string>) => void;
}

export function saidLine(): Said {
  const node = element('div', { class: 'ms-empty', attributes: { role: 'status' } });
  node.hidden = true;
  let going: number | undefined;
  const say = (text: string): void => {
    node.hidden = text === '';
    node.classList.remove('ms-brief');
    node.textContent = text;
    clearTimeout(going);
  };
  const sayBriefly = (text: string): void => {
    say(text);
    node.classList.add('ms-brief');
    going = window.setTimeout(() => say(''), saidForMs);
  };
  const after = (work: Promise<string>): void => {
    work.then(sayBriefly, (error: unknown) =>
      say(error instanceof Error ? error.message : String(error)),
    );
  };
  return { node, say, sayBriefly, after };
}
