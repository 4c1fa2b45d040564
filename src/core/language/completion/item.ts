/** Completion items, independent of an editor. */

import type { Span } from '../../base/span';
import { betweenQuotes, textLiteral } from '../../base/quoted';
import type { AssistFacts } from '../assist';
import type { Catalogue } from '../catalogue';
import type { Cursor } from '../cursor';

export type CompletionKind =
  | 'function'
  | 'argument'
  | 'value'
  | 'event'
  | 'entity'
  | 'companySearch'
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
  /** Markdown; null if there is no documentation. */
  readonly documentation: string | null;
  /** The inserted text; a snippet in VS Code's syntax if `isSnippet`. */
  readonly insert: string;
  readonly isSnippet: boolean;
  /** The replaced span. */
  readonly span: Span;
  /** Whether the text after the cursor is always replaced as well. */
  readonly isWhole: boolean;
  /** Items are sorted by these texts. */
  readonly sort: string;
  /** The text that typing is matched against. */
  readonly filter: string;
  /** The action after insertion: suggest values, show signature help, or find companies. */
  readonly then: 'suggest' | 'signature' | 'findCompanies' | null;
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

/** The input of the providers of items. */
export interface Place {
  readonly cursor: Cursor;
  readonly facts: AssistFacts;
  readonly catalogue: Catalogue;
  /** Words that DuckDB's grammar accepts next, in its order; null if it was not queried. */
  readonly nextWords: readonly string[] | null;
}

/** Offers in groups, the likeliest group first, each in its order. */
export type Groups = readonly (readonly Offer[])[];

/** The most items that are returned. */
export const MOST_ITEMS = 3000;

/** @returns The items, in order; of items with equal label and kind only the first one, except for entities. */
export function placed(
  groups: Groups,
  { span: own, quote, isClosed }: Pick<Cursor, 'span' | 'quote' | 'isClosed'>,
): CompletionItem[] {
  // The second quote is replaced by itself, so that typing continues after it.
  const span = quote !== null && isClosed ? { from: own.from, to: own.to + 1 } : own;
  const seen = new Set<string>();
  const items: CompletionItem[] = [];
  groups.forEach((offers, group) => {
    for (const offer of offers) {
      const key = `${offer.kind} ${offer.label} ${offer.kind === 'entity' ? offer.insert : ''}`;
      if (!seen.has(key) && items.length < MOST_ITEMS) {
        seen.add(key);
        const place = String(FIRST_PLACE + GROUP * group + items.length);
        items.push(itemOf(offer, { span, isWhole: quote !== null }, place));
      }
    }
  });
  return items;
}

/** Places have seven digits, so that their texts are in their order; a group begins above all items before it. */
const FIRST_PLACE = 1_000_000;
const GROUP = 100_000;

/** Written out: spreading objects a thousand times a keystroke takes longer than everything else. */
function itemOf(
  offer: Offer,
  { span, isWhole }: Pick<CompletionItem, 'span' | 'isWhole'>,
  place: string,
): CompletionItem {
  const { label } = offer;
  return {
    label,
    kind: offer.kind,
    span: offer.span ?? span,
    isWhole,
    detail: offer.detail ?? '',
    documentation: offer.documentation ?? null,
    insert: offer.insert ?? label,
    isSnippet: offer.isSnippet ?? false,
    sort: place,
    filter: offer.filter ?? label,
    then: offer.then ?? null,
  };
}

/** @returns The text escaped, so that as a snippet it inserts itself. */
export function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** @returns The text as it is written at the cursor: after the quote that is there, or with both. */
export function literalAt({ quote }: Cursor, text: string): string {
  return textLiteral(text).slice(quote === null ? 0 : 1);
}

/** @returns The text as it is typed at the cursor: within single quotes, its single quotes are doubled. */
export function typedText({ quote }: Pick<Cursor, 'quote'>, text: string): string {
  return quote === "'" ? betweenQuotes(text, quote) : text;
}
