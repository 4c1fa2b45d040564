/** The command line's language process: the one of the editor, which runs no cell. */

import path from 'node:path';
import type { Cancellation } from '../core/base/cancellation';
import { startLanguage, type LanguageHandle } from '../io/languageProcess';

export class CliLanguage {
  private starting: Promise<LanguageHandle> | undefined;
  /** Statements because of which a process was ended; the next one leaves them out. */
  private readonly stuck = new Set<string>();

  /**
   * @param folder Where statements may read files; null: nowhere.
   * @param cancellation Ends the process.
   */
  constructor(
    readonly folder: string | null,
    private readonly cancellation: Cancellation,
  ) {}

  /** @throws {ProcessEnded} If the process ended, other than because of a statement that it could not bind. */
  async ask<T>(question: (language: LanguageHandle) => Promise<T>): Promise<T> {
    for (;;) {
      const known = this.stuck.size;
      const language = await this.ready();
      const listener = this.cancellation.onCancellationRequested(() => void language.dispose());
      try {
        return await question(language);
      } catch (error) {
        await this.dispose();
        if (this.stuck.size === known) {
          throw error;
        }
      } finally {
        listener.dispose();
      }
    }
  }

  async dispose(): Promise<void> {
    const { starting } = this;
    this.starting = undefined;
    await (await starting)?.dispose();
  }

  private ready(): Promise<LanguageHandle> {
    this.starting ??= startLanguage(
      path.join(__dirname, 'language.js'),
      { readableDirectories: this.folder === null ? [] : [this.folder], stuck: [...this.stuck] },
      statement => this.stuck.add(statement),
      this.folder ?? undefined,
    );
    return this.starting;
  }
}
