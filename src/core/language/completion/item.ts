/** What is offered at a cursor, before an editor shows it. */

import type { Span } from '../../base/span';
import type { AssistFacts } from '../assist';
import type { Catalogue } from '../catalogue';
import type { Cursor } from '../cursor';

export type CompletionKind =
  | 'function'
  | 'argument'
  | 'value'
  | 'event'
  | 'entity'
  | 'portfolio'
  | 'variable'
  | 'table'
  | 'column'
  | 'keyword'
  | 'date'
  | 'layer'
  | 'aesthetic'
  | 'setting'
  | 'palette'
  | 'snippet';

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label; plain text. */
  readonly detail: string;
  /** Markdown; null where there is nothing to say. */
  readonly documentation: string | null;
  /** What is inserted; a snippet in VS Code's syntax where `isSnippet`. */
  readonly insert: string;
  readonly isSnippet: boolean;
  /** What is replaced. */
  readonly span: Span;
  /** Items stand in the order of these texts. */
  readonly sort: string;
  /** What typing is compared with. */
  readonly filter: string;
  /** What to ask for once it is inserted: the next values, or the help on arguments. */
  readonly then: 'suggest' | 'signature' | null;
}

/** An item before it has its place. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  readonly documentation?: string | null;
  /** Absent: the label. */
  readonly insert?: string;
  readonly isSnippet?: boolean;
  /** Absent: the label. */
  readonly filter?: string;
  readonly then?: CompletionItem['then'];
  /** Absent: what the cursor is in. */
  readonly span?: Span;
}

/** What those who offer look at. */
export interface Place {
  readonly cursor: Cursor;
  readonly facts: AssistFacts;
  readonly catalogue: Catalogue;
  /** Words that DuckDB's grammar takes next, in its order; null where it was not asked. */
  readonly nextWords: readonly string[] | null;
}

/** Offers in groups, the likeliest group first, each in its order. */
export type Groups = readonly (readonly Offer[])[];

/** At most so many items are handed over. */
export const MOST_ITEMS = 3000;

/** @returns The items, in order; of equal labels of a kind the first one, but every entity. */
export function placed(groups: Groups, { span }: Cursor): CompletionItem[] {
  const seen = new Set<string>();
  const items: CompletionItem[] = [];
  groups.forEach((offers, group) => {
    for (const offer of offers) {
      const key = `${offer.kind} ${offer.label} ${offer.kind === 'entity' ? offer.insert : ''}`;
      if (!seen.has(key) && items.length < MOST_ITEMS) {
        seen.add(key);
        items.push(itemOf(offer, span, { group, index: items.length }));
      }
    }
  });
  return items;
}

function itemOf(
  { label, kind, ...own }: Offer,
  span: Span,
  { group, index }: { readonly group: number; readonly index: number },
): CompletionItem {
  return {
    ...{ label, kind, span: own.span ?? span },
    detail: own.detail ?? '',
    documentation: own.documentation ?? null,
    insert: own.insert ?? label,
    isSnippet: own.isSnippet ?? false,
    sort: `${String(group).padStart(2, '0')}${String(index).padStart(5, '0')}`,
    filter: own.filter ?? label,
    then: own.then ?? null,
  };
}

/** @returns The text as a snippet that stands for itself. */
export function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** @returns The text as it is written at the cursor: between the quotes that are there, or with its own. */
export function literalAt({ quote, isClosed }: Cursor, text: string): string {
  const content = text.replaceAll("'", "''");
  if (quote === null) {
    return `'${content}'`;
  }
  return isClosed ? content : `${content}'`;
}

/** @returns The text as a person types it at the cursor: between single quotes each of its own is doubled. */
export function typedText({ quote }: Pick<Cursor, 'quote'>, text: string): string {
  return quote === "'" ? text.replaceAll("'", "''") : text;
}
