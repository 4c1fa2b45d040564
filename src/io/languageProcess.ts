/** Starts the language process and communicates with it. */

import type { Cancellation } from '../core/base/cancellation';
import type { CellAnalysis, NotebookAnalysis } from '../core/language/analysis';
import type { Vocabulary } from '../core/language/assist';
import type { SpecificationHover, SpecificationOffer } from '../core/language/specificationHelp';
import type { TextEdit } from '../core/visualise/formatCell';
import type {
  AnalyseParams,
  ForgetParams,
  FormatParams,
  LanguageChannel,
  LanguageOptions,
  NextWordsParams,
  SpecificationParams,
} from '../core/protocol/languageRpc';
import { ChildRpc } from './childRpc';
import { startProcess } from './startProcess';

export interface LanguageHandle {
  /**
   * @param onTyped Called with the analysis of the edited cell, if the whole analysis takes longer.
   * @throws {ProcessEnded} If the process ends first.
   */
  analyse(
    params: Omit<AnalyseParams, 'ask'>,
    cancellation: Cancellation,
    onTyped?: (cell: CellAnalysis) => void,
  ): Promise<NotebookAnalysis>;
  /** @throws {ProcessEnded} If the process ends first. */
  format(params: FormatParams, cancellation: Cancellation): Promise<readonly TextEdit[]>;
  /** @throws {ProcessEnded} If the process ends first. */
  specificationOffers(
    params: SpecificationParams,
    cancellation: Cancellation,
  ): Promise<readonly SpecificationOffer[]>;
  /** @throws {ProcessEnded} If the process ends first. */
  specificationHover(
    params: SpecificationParams,
    cancellation: Cancellation,
  ): Promise<SpecificationHover | null>;
  /** @throws {ProcessEnded} If the process ends first. */
  vocabulary(): Promise<Vocabulary>;
  /** @throws {ProcessEnded} If the process ends first. */
  nextWords(params: NextWordsParams, cancellation: Cancellation): Promise<readonly string[]>;
  forget(params: ForgetParams): Promise<void>;
  readonly alive: boolean;
  /** Process id, for logs and tests. */
  readonly pid: number | undefined;
  /** Ends the process. */
  dispose(): Promise<void>;
}

/**
 * @param modulePath Path of `language.js`.
 * @param onStuck Called with a statement that the process cannot bind, so that it is ended. Pass the statement to the
 * next process.
 * @param cwd The folder in which statements can name files without their path; absent: that of this process.
 * @throws {ProcessEnded} If the process does not start.
 */
export async function startLanguage(
  modulePath: string,
  options: LanguageOptions,
  onStuck: (statement: string) => void = () => undefined,
  cwd?: string,
): Promise<LanguageHandle> {
  const child = new ChildRpc<LanguageChannel>(startProcess(modulePath, { cwd }), 'language');
  const language = new LanguageProcess(child, onStuck);
  try {
    await language.start(options);
  } catch (error) {
    await language.dispose();
    throw error;
  }
  return language;
}

class LanguageProcess implements LanguageHandle {
  private readonly typed = new Map<number, (cell: CellAnalysis) => void>();
  private asks = 0;

  constructor(
    private readonly process: ChildRpc<LanguageChannel>,
    onStuck: (statement: string) => void,
  ) {
    process.onNotice('stuck', ({ statement }) => {
      onStuck(statement);
      void process.end();
    });
    process.onNotice('typedCell', ({ ask, cell }) => {
      this.typed.get(ask)?.(cell);
    });
    process.listen();
  }

  get alive(): boolean {
    return this.process.alive;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  async start(options: LanguageOptions): Promise<void> {
    await this.process.request('start', options);
  }

  async analyse(
    { notebook }: Omit<AnalyseParams, 'ask'>,
    cancellation: Cancellation,
    onTyped?: (cell: CellAnalysis) => void,
  ): Promise<NotebookAnalysis> {
    const ask = onTyped ? this.asks++ : null;
    const params: AnalyseParams = { notebook, ask };
    if (ask !== null && onTyped) {
      this.typed.set(ask, onTyped);
    }
    try {
      return await this.process.request('analyse', params, cancellation);
    } finally {
      this.typed.delete(ask ?? -1);
    }
  }

  format(params: FormatParams, cancellation: Cancellation): Promise<readonly TextEdit[]> {
    return this.process.request('format', params, cancellation);
  }

  specificationOffers(
    params: SpecificationParams,
    cancellation: Cancellation,
  ): Promise<readonly SpecificationOffer[]> {
    return this.process.request('specificationOffers', params, cancellation);
  }

  specificationHover(
    params: SpecificationParams,
    cancellation: Cancellation,
  ): Promise<SpecificationHover | null> {
    return this.process.request('specificationHover', params, cancellation);
  }

  vocabulary(): Promise<Vocabulary> {
    return this.process.request('vocabulary', {});
  }

  nextWords(params: NextWordsParams, cancellation: Cancellation): Promise<readonly string[]> {
    return this.process.request('nextWords', params, cancellation);
  }

  async forget(params: ForgetParams): Promise<void> {
    await this.process.request('forget', params);
  }

  dispose(): Promise<void> {
    return this.process.end();
  }
}
