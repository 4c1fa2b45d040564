/**
 * The page's side of the messages with the extension host.
 *
 * One channel serves all outputs of a notebook. Answers are matched to questions by `requestId`; one that is no longer
 * awaited is dropped.
 */

import { t } from '../core/base/translations';
import type { ChartFile } from '../core/protocol/chartFile';
import { readHostMessage } from '../core/protocol/hostMessage';
import type { OutputAction } from '../core/protocol/output';
import type {
  AnswerToPage,
  PageAnswerTo,
  PageQuestionName,
  PageQuestionParams,
} from '../core/protocol/questions';
import type { RendererMessage, RendererMessageOf } from '../core/protocol/rendererMessage';
import type { ShownRows } from '../core/protocol/shownRows';

/** The notebook's messaging for renderers; both are absent if the renderer may not send messages. */
export interface Messaging {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?: ((listener: (message: unknown) => void) => unknown) | undefined;
}

interface Waiting {
  readonly accept: (answer: AnswerToPage) => void;
  readonly reject: (error: Error) => void;
  /** A cell runs, and the answer follows after it. */
  readonly onWait?: (() => void) | undefined;
}

export class HostChannel {
  private readonly waiting = new Map<number, Waiting>();
  private lastRequestId = 0;

  /** @param hasNotebook Whether the host can put cells below those of the results. */
  constructor(
    private readonly messaging: Messaging,
    readonly hasNotebook = true,
  ) {
    messaging.onDidReceiveMessage?.(message => this.receive(message));
  }

  /** Whether pages can be requested. */
  get connected(): boolean {
    return (
      this.messaging.postMessage !== undefined && this.messaging.onDidReceiveMessage !== undefined
    );
  }

  /**
   * Asks a question about a stored relation.
   *
   * @param onWait Called if the answer has to wait for a running cell.
   * @returns The answer. Rejects with a sentence that can be shown; never settles once `signal` is aborted, which the host
   * is notified of.
   */
  ask<Name extends PageQuestionName>(
    name: Name,
    params: PageQuestionParams<Name>,
    signal: AbortSignal,
    onWait?: () => void,
  ): Promise<PageAnswerTo<Name>> {
    return new Promise((resolve, reject) => {
      if (!this.connected) {
        reject(new Error(t('Outputs of this notebook cannot load more rows.')));
        return;
      }
      const requestId = ++this.lastRequestId;
      const accept = (answer: AnswerToPage): void => {
        if (isAnswerTo(name, answer)) {
          resolve(answer.value);
        } else {
          reject(new Error(t('Unexpected answer: {0} instead of {1}.', answer.name, name)));
        }
      };
      this.waiting.set(requestId, { accept, reject, onWait });
      const cancel = (): void => {
        if (this.waiting.delete(requestId)) {
          this.post({ type: 'cancel', requestId });
        }
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.messaging.postMessage?.({ type: 'ask', requestId, question: { name, params } });
    });
  }

  /** Asks the host to write the clause of a suggested chart and to run the cell. */
  useSuggestion(resultId: string, suggestion: string, byKeyboard: boolean): void {
    this.post({ type: 'useSuggestion', resultId, suggestion, byKeyboard });
  }

  /** Asks the host for a cell that follows a link. */
  follow(link: Omit<RendererMessageOf<'follow'>, 'type'>): void {
    this.post({ type: 'follow', ...link });
  }

  /** Asks the host for a cell with the events of a company around a day. */
  eventsAround(about: Omit<RendererMessageOf<'eventsAround'>, 'type'>): void {
    this.post({ type: 'eventsAround', ...about });
  }

  /** Asks the host to run the step of an output's button. */
  act(action: OutputAction): void {
    this.post({ type: 'action', action });
  }

  /**
   * Asks the host to export a result.
   *
   * @param shown What the grid shows of it; absent if it was not opened.
   */
  exportResult(resultId: string, shown?: ShownRows): void {
    this.post({ type: 'export', resultId, ...(shown && { shown }) });
  }

  /** Asks the host to run a step for the cell that shows a result. */
  cellCommand(about: Omit<RendererMessageOf<'cellCommand'>, 'type'>): void {
    this.post({ type: 'cellCommand', ...about });
  }

  /** Asks the host to request the rows that a result lacks. */
  resume(about: Omit<RendererMessageOf<'resume'>, 'type'>): void {
    this.post({ type: 'resume', ...about });
  }

  /** Asks the host to save a picture of a chart in a file that the user chooses. */
  saveChart(file: ChartFile, resultId: string): void {
    this.post({ type: 'saveChart', resultId, ...file });
  }

  /** Asks the host to show a result in an editor tab. */
  openBeside(about: Omit<RendererMessageOf<'openBeside'>, 'type'>): void {
    this.post({ type: 'openBeside', ...about });
  }

  /** Asks the host to open the explorer of a result. */
  explore(resultId: string): void {
    this.post({ type: 'explore', resultId });
  }

  /** Asks the host to write the SQL of the shown rows. */
  writeSql(about: Omit<RendererMessageOf<'writeSql'>, 'type'>): void {
    this.post({ type: 'writeSql', ...about });
  }

  /** Asks the host to show what changed in a result's ranked list, or to let a person choose since when. */
  showChanges(resultId: string, choose: boolean): void {
    this.post({ type: 'changes', resultId, choose });
  }

  private post(message: RendererMessage): void {
    this.messaging.postMessage?.(message);
  }

  private receive(message: unknown): void {
    const read = readHostMessage(message);
    const waiting = read && this.waiting.get(read.requestId);
    if (!read || !waiting) {
      return;
    }
    if (read.type === 'waits') {
      waiting.onWait?.();
      return;
    }
    this.waiting.delete(read.requestId);
    if (read.type === 'failed') {
      waiting.reject(new Error(read.message));
    } else {
      waiting.accept(read.answer);
    }
  }
}

function isAnswerTo<Name extends PageQuestionName>(
  name: Name,
  answer: AnswerToPage,
): answer is AnswerToPage & { readonly value: PageAnswerTo<Name> } {
  return answer.name === name;
}
