/** Definitions that a ROLLBACK undoes. */

import type { CellAnalysis, Definition, NotebookPlace } from './analysis';

interface Cell extends Pick<CellAnalysis, 'statements' | 'definitions'> {
  /** The start of the first statement that fails and stops the cell; null if all of them run. */
  readonly stopsAt: number | null;
}

interface Made {
  readonly cell: number;
  readonly definition: Definition;
}

/** @returns The definitions of each cell; those that a ROLLBACK undoes carry its position. */
export function withRollbacks(texts: readonly string[], cells: readonly Cell[]): Definition[][] {
  // By cell: cells of the same text share their definitions.
  const undone = cells.map(() => new Map<Definition, NotebookPlace>());
  let open: readonly Made[] | null = null;
  for (const [cell, { statements, definitions, stopsAt }] of cells.entries()) {
    let atStop: { readonly open: readonly Made[] | null } | null = null;
    for (const { span, sql } of statements) {
      if (span.from === stopsAt) {
        atStop = { open };
        open &&= []; // From here on, statements only end their own transaction.
      }
      const verb = /^\w*/.exec((texts[cell] ?? '').slice(sql.from, sql.to))?.[0].toLowerCase();
      if (verb === 'begin' || verb === 'start') {
        open ??= [];
      } else if (verb === 'commit' || verb === 'end') {
        open = null;
      } else if (verb === 'rollback' || verb === 'abort') {
        const place = { cell, offset: span.from };
        open?.forEach(each => undone[each.cell]?.set(each.definition, place));
        open = null;
      }
      const made = definitions.filter(({ statement }) => statement.from === span.from);
      const lost = made.filter(({ kind }) => kind !== 'variable');
      open &&= [...open, ...lost.map(definition => ({ cell, definition }))];
    }
    open = atStop ? atStop.open : open;
  }
  return cells.map(({ definitions }, cell) =>
    definitions.map(definition => {
      const undoneAt = undone[cell]?.get(definition);
      return undoneAt ? { ...definition, undoneAt } : definition;
    }),
  );
}

/** Whether a ROLLBACK before the place undoes the definition. */
export function isUndoneBefore({ undoneAt }: Definition, { cell, offset }: NotebookPlace): boolean {
  return (
    undoneAt !== undefined &&
    (undoneAt.cell < cell || (undoneAt.cell === cell && undoneAt.offset < offset))
  );
}
