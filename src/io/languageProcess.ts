/** Starting the language process and talking to it. */

import type { Cancellation } from '../core/base/cancellation';
import type { NotebookAnalysis } from '../core/language/analysis';
import type { Vocabulary } from '../core/language/assist';
import type { SpecificationHover, SpecificationOffer } from '../core/language/specificationHelp';
import type { TextEdit } from '../core/visualise/formatCell';
import {
  languageMethods,
  type AnalyseParams,
  type ForgetParams,
  type FormatParams,
  type LanguageOptions,
  type NextWordsParams,
  type SpecificationParams,
} from '../core/protocol/languageRpc';
import { forkRpc, type ChildRpc } from './childRpc';

export interface LanguageHandle {
  /** @throws {ProcessEnded} If the process ends first. */
  analyse(params: AnalyseParams, cancellation: Cancellation): Promise<NotebookAnalysis>;
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
 * @throws {ProcessEnded} If the process does not start.
 */
export async function startLanguage(
  modulePath: string,
  options: LanguageOptions,
): Promise<LanguageHandle> {
  const language = new LanguageProcess(forkRpc(modulePath, { name: 'language' }));
  try {
    await language.start(options);
  } catch (error) {
    await language.dispose();
    throw error;
  }
  return language;
}

class LanguageProcess implements LanguageHandle {
  constructor(private readonly process: ChildRpc) {
    process.listen();
  }

  get alive(): boolean {
    return this.process.alive;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  async start(options: LanguageOptions): Promise<void> {
    await this.process.request(languageMethods.start, options);
  }

  analyse(params: AnalyseParams, cancellation: Cancellation): Promise<NotebookAnalysis> {
    return this.process.request<NotebookAnalysis>(languageMethods.analyse, params, cancellation);
  }

  format(params: FormatParams, cancellation: Cancellation): Promise<readonly TextEdit[]> {
    return this.process.request<readonly TextEdit[]>(languageMethods.format, params, cancellation);
  }

  specificationOffers(
    params: SpecificationParams,
    cancellation: Cancellation,
  ): Promise<readonly SpecificationOffer[]> {
    return this.process.request(languageMethods.specificationOffers, params, cancellation);
  }

  specificationHover(
    params: SpecificationParams,
    cancellation: Cancellation,
  ): Promise<SpecificationHover | null> {
    return this.process.request(languageMethods.specificationHover, params, cancellation);
  }

  vocabulary(): Promise<Vocabulary> {
    return this.process.request<Vocabulary>(languageMethods.vocabulary, {});
  }

  nextWords(params: NextWordsParams, cancellation: Cancellation): Promise<readonly string[]> {
    return this.process.request<readonly string[]>(languageMethods.nextWords, params, cancellation);
  }

  async forget(params: ForgetParams): Promise<void> {
    await this.process.request(languageMethods.forget, params);
  }

  dispose(): Promise<void> {
    return this.process.end();
  }
}
