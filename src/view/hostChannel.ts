/**
 * The page's side of the messages with the extension host.
 *
 * One channel serves all outputs of a notebook. An answer finds its question by `requestId`; one that nobody
 * waits for any more is dropped.
 */

import type { ColumnSummary, ValueCounts } from '../core/protocol/columnSummary';
import { readHostMessage, type HostAnswer } from '../core/protocol/hostMessage';
import type { ResultChart, Rows } from '../core/protocol/outcome';
import type { OutputAction } from '../core/protocol/output';
import type { RendererMessage, RendererMessageOf } from '../core/protocol/rendererMessage';
import type { PageParams, SummaryParams, ValuesParams } from '../core/protocol/resultQuestions';
import type { ChartFile } from '../core/protocol/chartFile';
import type { ShownRows } from '../core/protocol/shownRows';
import type { ShownSuggestions } from '../core/protocol/suggestions';

/** What the notebook gives a renderer; both are absent where the renderer may not send messages. */
export interface Messaging {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?: ((listener: (message: unknown) => void) => unknown) | undefined;
}

export interface PageAnswer {
  readonly rows: Rows;
  /** Rows that fit the question's filters; undefined: as many as the result has. */
  readonly rowCount: number | undefined;
}

interface Waiting {
  /** Takes the answer, or fails where it is not one to the question. */
  readonly accept: (answer: HostAnswer) => void;
  readonly reject: (error: Error) => void;
  /** A cell runs, and the answer comes after it. */
  readonly onWait?: (() => void) | undefined;
}

export class HostChannel {
  private readonly waiting = new Map<number, Waiting>();
  private lastRequestId = 0;

  constructor(private readonly messaging: Messaging) {
    messaging.onDidReceiveMessage?.(message => this.receive(message));
  }

  /** Whether pages can be asked for at all. */
  get connected(): boolean {
    return (
      this.messaging.postMessage !== undefined && this.messaging.onDidReceiveMessage !== undefined
    );
  }

  /**
   * Asks for rows of a result.
   *
   * @returns The rows, from `offset`; fewer than `limit` at the end of the result. Rejected with a sentence that
   * can be shown; never settled once `signal` is aborted, of which the host is told.
   */
  async page(question: PageParams, signal: AbortSignal): Promise<Rows> {
    return (await this.countedPage(question, signal)).rows;
  }

  /** As `page`, with how many rows there are. */
  countedPage(question: PageParams, signal: AbortSignal): Promise<PageAnswer> {
    return this.ask(
      requestId => ({ type: 'page', requestId, ...question }),
      answer => pageAnswer(answer, question),
      signal,
    );
  }

  /** Asks what a column of a result holds. Settles as `page` does. */
  summary(question: SummaryParams, signal: AbortSignal): Promise<ColumnSummary> {
    return this.ask(
      requestId => ({ type: 'summary', requestId, ...question }),
      answer => {
        if (answer.type !== 'summary') {
          throw new Error('Asked for the facts of a column, was given rows.');
        }
        return answer.summary;
      },
      signal,
    );
  }

  /** Asks for the values of a column. Settles as `page` does. */
  values(question: ValuesParams, signal: AbortSignal): Promise<ValueCounts> {
    return this.ask(
      requestId => ({ type: 'values', requestId, ...question }),
      answer => {
        if (answer.type !== 'values') {
          throw new Error('Asked for the values of a column, was given something else.');
        }
        return answer.counts;
      },
      signal,
    );
  }

  /** Asks which charts fit a result. Settles as `page` does. */
  suggestions(resultId: string, signal: AbortSignal): Promise<ShownSuggestions> {
    return this.ask(
      requestId => ({ type: 'suggestions', requestId, resultId }),
      answer => {
        if (answer.type !== 'suggestions') {
          throw new Error('Asked for charts that fit, was given something else.');
        }
        return answer.suggestions;
      },
      signal,
    );
  }

  /**
   * Asks for one of them, small. Settles as `page` does.
   *
   * @param onWait A cell runs, and the chart comes when it has ended.
   */
  preview(
    about: { readonly resultId: string; readonly suggestion: string },
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<ResultChart> {
    return this.ask(
      requestId => ({ type: 'preview', requestId, ...about }),
      answer => {
        if (answer.type !== 'preview') {
          throw new Error('Asked for a chart, was given something else.');
        }
        return answer.chart;
      },
      signal,
      onWait,
    );
  }

  /** Asks the host to write the clause of a suggested chart and to run the cell. */
  useSuggestion(resultId: string, suggestion: string): void {
    this.post({ type: 'useSuggestion', resultId, suggestion });
  }

  /** Asks the host for a cell that follows a link. */
  follow(link: Omit<RendererMessageOf<'follow'>, 'type'>): void {
    this.post({ type: 'follow', ...link });
  }

  /** Asks the host for a step that an output's button names. */
  act(action: OutputAction): void {
    this.post({ type: 'action', action });
  }

  private ask<Read>(
    question: (requestId: number) => RendererMessage,
    read: (answer: HostAnswer) => Read,
    signal: AbortSignal,
    onWait?: () => void,
  ): Promise<Read> {
    return new Promise((resolve, reject) => {
      if (!this.connected) {
        reject(new Error('This notebook gives its outputs no way to ask for more rows.'));
        return;
      }
      const requestId = ++this.lastRequestId;
      this.waiting.set(requestId, { accept: answer => resolve(read(answer)), reject, onWait });
      const cancel = (): void => {
        if (this.waiting.delete(requestId)) {
          this.post({ type: 'cancel', requestId });
        }
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.post(question(requestId));
    });
  }

  /**
   * Asks the host to take a result away.
   *
   * @param shown What the grid shows of it; absent where it was not looked at.
   */
  exportResult(resultId: string, shown?: ShownRows): void {
    this.post({ type: 'export', resultId, ...(shown && { shown }) });
  }

  /** Asks the host for a step about the cell that shows a result. */
  cellCommand(about: Omit<RendererMessageOf<'cellCommand'>, 'type'>): void {
    this.post({ type: 'cellCommand', ...about });
  }

  /** Asks the host to save a picture of a chart, whose file the user names. */
  saveChart(file: ChartFile, resultId: string): void {
    this.post({ type: 'saveChart', resultId, ...file });
  }

  /** Asks the host to show a result in an editor tab. */
  openBeside(about: Omit<RendererMessageOf<'openBeside'>, 'type'>): void {
    this.post({ type: 'openBeside', ...about });
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
      return;
    }
    try {
      waiting.accept(read);
    } catch (error) {
      waiting.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function pageAnswer(answer: HostAnswer, { offset }: PageParams): PageAnswer {
  if (answer.type !== 'page') {
    throw new Error('Asked for rows, was given the facts of a column.');
  }
  if (answer.offset !== offset) {
    throw new Error(`Asked for row ${offset}, was given row ${answer.offset}.`);
  }
  return { rows: answer.rows, rowCount: answer.rowCount };
}
