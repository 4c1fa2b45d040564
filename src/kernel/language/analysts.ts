/** The analysts of the open notebooks, the latest few of them. */

import type { NotebookText } from '../../core/language/notebookText';
import { Analyst, type AnalystOptions } from './analyst';

/** Shadow sessions that are kept; another notebook takes the place of the one that was not asked about longest. */
const KEPT = 4;

export class Analysts {
  private readonly byNotebook = new Map<string, { analyst: Analyst; folder: string | null }>();

  constructor(
    private readonly options: Omit<AnalystOptions, 'folder'>,
    private readonly clock: { now(): number },
  ) {}

  /** @returns The analyst of the notebook; a new one where it has none or stands in another folder now. */
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
