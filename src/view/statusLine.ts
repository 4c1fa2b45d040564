/** The status line below a result or a grid: it shows the outcome of what the reader did. */

import { errorMessage } from '../core/base/errorMessage';
import { element } from './dom';

/** Long enough to read a sentence. Failures stay. */
const briefMs = 6_000;

export interface StatusLine {
  readonly node: HTMLElement;
  /** Shows a text until the next one; an empty text clears the line. */
  readonly show: (text: string) => void;
  /** Shows a text that goes away by itself and moves nothing. */
  readonly showBriefly: (text: string) => void;
  /** Shows the sentence that `work` resolves to, briefly, or why it failed. */
  readonly showResultOf: (work: Promise<string>) => void;
}

export function statusLine(): StatusLine {
  const node = element('div', { class: 'ms-empty', attributes: { role: 'status' } });
  node.hidden = true;
  let timer: number | undefined;
  const show = (text: string): void => {
    node.hidden = text === '';
    node.classList.remove('ms-brief');
    node.textContent = text;
    clearTimeout(timer);
  };
  const showBriefly = (text: string): void => {
    show(text);
    node.classList.add('ms-brief');
    timer = window.setTimeout(() => show(''), briefMs);
  };
  const showResultOf = (work: Promise<string>): void => {
    work.then(showBriefly, (error: unknown) => show(errorMessage(error)));
  };
  return { node, show, showBriefly, showResultOf };
}
