/**
 * Which rows of a tree have to be refreshed after a change. An editor forgets what it refreshes until it has asked for it again,
 * and a button that is pressed meanwhile has no row.
 */

import type { Row } from './row';

/** Rows below another one, or of the first level. */
type Parent = Row | undefined;
type ParentId = string | undefined;

export type TreeChange =
  /** These rows, each with those below it, and the rows of these ids; none if nothing that is shown changed. */
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly unasked: readonly string[] }
  | { readonly kind: 'tree' }
  /** The editor asks again for rows that may be those of before the change: compare when it has them. */
  | { readonly kind: 'awaited' };

/** The editor was told to refresh a list, and has not asked for it yet. */
const stale = Symbol('stale');

/** Follows what an editor shows of a tree. */
export class DrawnRows {
  /** Ids of the rows below a row, by its id; those of the first level by undefined. */
  private readonly lists = new Map<ParentId, readonly string[] | typeof stale>();
  /** The lists that the editor waits for, with its latest request of each. */
  private readonly awaited = new Map<ParentId, Promise<readonly Row[]>>();
  /** The rows as they are shown, as JSON. */
  private readonly items = new Map<string, string>();
  private readonly collapsed = new Set<string>();
  /** The lists that the editor was told to refresh where they are visible, and has not asked for since. */
  private readonly owed = new Set<ParentId>();

  constructor(private readonly rows: (parent: Parent) => Promise<readonly Row[]>) {}

  /** The editor asks for the rows below `parent`, which it does where they are visible. */
  async list(parent: Parent): Promise<readonly Row[]> {
    const id = parent?.id;
    if (id !== undefined) {
      this.collapsed.delete(id);
    }
    this.owed.delete(id);
    const asking = this.rows(parent);
    this.awaited.set(id, asking);
    // A later request, or one for the whole tree, takes the place of this one.
    const isLatest = (): boolean => this.awaited.get(id) === asking;
    try {
      const rows = await asking;
      if (isLatest()) {
        this.keep(id, rows);
      }
      return rows;
    } finally {
      if (isLatest()) {
        this.awaited.delete(id);
      }
    }
  }

  /** The editor shows a row as it is now. */
  draw(row: Row): void {
    this.items.set(row.id, JSON.stringify(row));
  }

  /** Whether the editor was given a row of the first level. */
  has({ id }: Row): boolean {
    return this.shown(undefined)?.includes(id) ?? false;
  }

  collapse({ id }: Row): void {
    this.collapsed.add(id);
  }

  expand({ id }: Row): void {
    this.collapsed.delete(id);
  }

  /** The lists that the editor should ask for again and does not wait for, by the ids of their rows. */
  get owedLists(): readonly ParentId[] {
    const visible = this.visibleLists();
    return [...this.owed].filter(id => visible.has(id) && !this.awaited.has(id));
  }

  /** Whether the editor waits for a list. */
  get isAwaited(): boolean {
    return this.awaited.size > 0;
  }

  /** The editor is told to refresh the whole tree. */
  clear(): void {
    this.owe(undefined);
    [...this.awaited.keys()].forEach(id => this.owed.add(id));
    this.lists.clear();
    this.awaited.clear();
    this.items.clear();
  }

  /** Resolves when the editor has the lists that it waits for now. */
  async whenAnswered(): Promise<void> {
    await Promise.allSettled(this.awaited.values());
  }

  /**
   * Compares what is shown with the rows as they are now. The editor has to be told to refresh what is returned.
   *
   * @param isOverdue Whether lists that are owed are to be refreshed once more.
   */
  async changes(isOverdue = false): Promise<TreeChange> {
    if (this.awaited.size > 0) {
      // A tree that is shown for the first time is better shown once, as it is now. Later, the editor would collapse a row
      // that the user expands while the whole tree is refreshed.
      return { kind: this.lists.has(undefined) ? 'awaited' : 'tree' };
    }
    const rows = this.lists.has(undefined) ? await this.changedBelow(undefined) : null;
    if (!rows) {
      return { kind: 'tree' };
    }
    if (rows.length > 0 && this.awaited.size > 0) {
      return { kind: 'awaited' };
    }
    const owed = isOverdue ? this.owedLists : [];
    if (owed.includes(undefined)) {
      return { kind: 'tree' };
    }
    rows.forEach(({ id }) => this.outdate(id));
    return { kind: 'rows', rows, unasked: owed.flatMap(id => id ?? []) };
  }

  /** @returns Null if the rows below `parent` are others, or in another order, than those shown. */
  private async changedBelow(parent: Parent): Promise<readonly Row[] | null> {
    const rows = await this.rows(parent);
    const shown = this.shown(parent?.id);
    if (!shown || !isSame(shown, idsOf(rows))) {
      return null;
    }
    return (await Promise.all(rows.map(row => this.changedFrom(row)))).flat();
  }

  private async changedFrom(row: Row): Promise<readonly Row[]> {
    if (this.items.get(row.id) !== JSON.stringify(row)) {
      return [row];
    }
    if (!this.lists.has(row.id)) {
      return [];
    }
    if (this.collapsed.has(row.id)) {
      // What is below it is not compared: to ask for it might send a request.
      return this.shown(row.id) ? [row] : [];
    }
    return (await this.changedBelow(row)) ?? [row];
  }

  private keep(id: ParentId, rows: readonly Row[]): void {
    const ids = idsOf(rows);
    const gone = new Set(this.shown(id));
    ids.forEach(each => gone.delete(each));
    for (const each of gone) {
      this.forget(each);
      this.owed.delete(each);
      this.items.delete(each);
    }
    this.lists.set(id, ids);
    rows.forEach(row => this.draw(row));
  }

  private shown(id: ParentId): readonly string[] | undefined {
    const list = this.lists.get(id);
    return list === stale ? undefined : list;
  }

  /** The editor asks for the list of a row that it refreshes again, where it is visible, and then for those below it. */
  private outdate(id: string): void {
    if (this.lists.has(id)) {
      this.owe(id);
      this.forget(id);
      this.lists.set(id, stale);
    }
  }

  /** Lists whose rows an editor shows, if it has them. */
  private visibleLists(): ReadonlySet<ParentId> {
    const visible = new Set<ParentId>();
    const add = (id: ParentId): void => {
      if (id === undefined || !this.collapsed.has(id)) {
        visible.add(id);
        this.shown(id)?.forEach(add);
      }
    };
    add(undefined);
    return visible;
  }

  /** The list of a row, and those below it. */
  private owe(id: ParentId): void {
    if (!this.lists.has(id) || (id !== undefined && this.collapsed.has(id))) {
      return;
    }
    this.owed.add(id);
    this.shown(id)?.forEach(each => this.owe(each));
  }

  private forget(id: string): void {
    const below = this.shown(id);
    this.lists.delete(id);
    below?.forEach(each => this.forget(each));
  }
}

function idsOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ id }) => id);
}

function isSame(ones: readonly string[], others: readonly string[]): boolean {
  return ones.length === others.length && ones.every((one, at) => one === others[at]);
}
