/** Which rows of a tree have to be drawn again after a change: an element that is drawn anew loses a press on its button. */

import type { Row } from './row';

/** Rows below another one, or of the first level. */
type Parent = Row | undefined;

/** A list that was asked for and has no rows yet. */
const pending = null;

/** Follows what an editor has drawn of a tree, so that a change draws nothing else again. */
export class DrawnRows {
  /** Ids of the rows below a row, by its id; those of the first level by undefined. */
  private readonly lists = new Map<string | undefined, readonly string[] | typeof pending>();
  private readonly items = new Map<string, string>();
  private readonly collapsed = new Set<string>();

  constructor(private readonly rows: (parent: Parent) => Promise<readonly Row[]>) {}

  /** The editor asks for the rows below `parent`, which it does where they are seen. */
  async list(parent: Parent): Promise<readonly Row[]> {
    this.lists.set(parent?.id, pending);
    if (parent) {
      this.expand(parent);
    }
    const rows = await this.rows(parent);
    this.lists.set(parent?.id, idsOf(rows));
    return rows;
  }

  /** The editor draws a row. */
  draw(row: Row): void {
    this.items.set(row.id, JSON.stringify(row));
  }

  /** Whether the editor has been told of a row of the first level. */
  has({ id }: Row): boolean {
    return this.lists.get(undefined)?.includes(id) ?? false;
  }

  collapse({ id }: Row): void {
    this.collapsed.add(id);
  }

  expand({ id }: Row): void {
    this.collapsed.delete(id);
  }

  /** Nothing is drawn any more. */
  clear(): void {
    this.lists.clear();
    this.items.clear();
  }

  /**
   * Asks for the lists that are seen, as they are now.
   *
   * @returns The rows that are to be drawn again, each with those below it; undefined if it is the whole tree.
   */
  async changed(): Promise<readonly Row[] | undefined> {
    const changed: Row[] = [];
    return (await this.collect(undefined, changed)) ? changed : undefined;
  }

  /** @returns False if the rows below `parent` are others, or in another order, than those drawn. */
  private async collect(parent: Parent, changed: Row[]): Promise<boolean> {
    const rows = await this.rows(parent);
    const drawn = this.lists.get(parent?.id) ?? pending;
    if (drawn === pending || !isSame(drawn, idsOf(rows))) {
      return false;
    }
    for (const row of rows) {
      const isDrawn = this.items.get(row.id) === JSON.stringify(row);
      if (!isDrawn || !(await this.isSameBelow(row, changed))) {
        changed.push(row);
      }
    }
    return true;
  }

  private async isSameBelow(row: Row, changed: Row[]): Promise<boolean> {
    if (!this.lists.has(row.id)) {
      return true;
    }
    if (this.collapsed.has(row.id)) {
      // Its rows are asked for again when it is expanded: to ask now might send a request.
      this.lists.delete(row.id);
      return false;
    }
    return this.collect(row, changed);
  }
}

function idsOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ id }) => id);
}

function isSame(ones: readonly string[], others: readonly string[]): boolean {
  return ones.length === others.length && ones.every((one, at) => one === others[at]);
}
