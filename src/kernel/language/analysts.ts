/** The analysts of the most recently used notebooks. */

import type { NotebookText } from '../../core/language/notebookText';
import { Analyst, type AnalystOptions } from './analyst';

/** How many shadow sessions are kept; the least recently used one is dropped for a new one. */
const KEPT = 4;

export class Analysts {
  private readonly byNotebook = new Map<string, { analyst: Analyst; folder: string | null }>();

  constructor(
    private readonly options: Omit<AnalystOptions, 'folder'>,
    private readonly clock: { now(): number },
  ) {}

  /** @returns The analyst of the notebook; a new one if it has none or is in another folder now. */
  of({ id, folder }: NotebookText): Analyst {
    const known = this.byNotebook.get(id);
    if (known && known.folder !== folder) {
      this.forget(id);
    }
    const own = this.byNotebook.get(id) ?? {
      analyst: new Analyst({ ...this.options, folder }, this.clock),
      folder,
    };
    this.byNotebook.delete(id);
    this.byNotebook.set(id, own);
    const [oldest] = this.byNotebook.keys();
    if (this.byNotebook.size > KEPT && oldest !== undefined) {
      this.forget(oldest);
    }
    return own.analyst;
  }

  forget(id: string): void {
    this.byNotebook.get(id)?.analyst.close();
    this.byNotebook.delete(id);
  }
}
