/** Hovers of the word or text under the pointer. */

import { t } from '../../base/translations';
import { fromQuotes } from '../../base/quoted';
import type { Span } from '../../base/span';
import type { Portfolios } from '../../portfolios/portfolios';
import type { AssistFacts } from '../assist';
import { catalogueAt } from '../catalogue';
import { optionAt } from '../cellOptions';
import { callableNamed } from '../callables';
import type { Place } from '../completion/item';
import { cursorAt } from '../cursor';
import { functionPlace, type DocumentationPlace } from '../documentation';
import { code, escaped } from '../markdown';
import { argumentHover, functionHover, textHover, variableHover } from './callHover';
import { clauseHover } from './clauseHover';
import { nameHover } from './nameHover';
import { portfolioHover, portfolioNamed } from './portfolioHover';

export interface Hover {
  readonly span: Span;
  /** Texts of others in it are escaped. */
  readonly markdown: string;
  /** The page with more documentation; null if there is none. */
  readonly place: DocumentationPlace | null;
}

/** @returns Whether a hover there is about a portfolio, so that they have to be read for it. */
export function needsPortfolios({ text }: AssistFacts, offset: number): boolean {
  const cursor = cursorAt(text, offset);
  return cursor !== null && portfolioNamed(cursor) !== null;
}

/**
 * @param portfolios Those of the notebook and of the settings, where `needsPortfolios`.
 * @returns The hover of the word or quoted text at `offset`, or null.
 */
export function hoverAt(
  facts: AssistFacts,
  offset: number,
  portfolios: Portfolios = {},
): Hover | null {
  const cursor = cursorAt(facts.text, offset);
  if (!cursor) {
    return optionHover(facts.text, offset);
  }
  if (cursor.span.from === cursor.span.to) {
    return null;
  }
  const catalogue = catalogueAt(facts, cursor.sql.from);
  const place = { cursor, facts, catalogue, nextWords: null };
  const markdown = portfolioHover(place, portfolios) ?? meaningAt(place);
  return markdown === null ? null : { span: cursor.span, markdown, place: documentedAt(place) };
}

/** What an option of the cell does. */
function optionHover(text: string, offset: number): Hover | null {
  const found = optionAt({ language: 'signals-sql', text }, offset);
  return (
    found && {
      span: found.option.span,
      markdown: `${code(found.known.name)}: ${found.known.doc}`,
      place: { page: 'notebooks', heading: found.known.heading },
    }
  );
}

function meaningAt(place: Place): string | null {
  const { cursor } = place;
  const { text, span, quote } = cursor;
  const word = text.slice(span.from, span.to);
  const clause = cursor.clause ?? (/^visuali[sz]e$/i.test(word) ? span : null);
  if (clause) {
    return clauseHover(place, clause, word);
  }
  if (quote === "'") {
    return textHover(place);
  }
  const rest = text.slice(span.to);
  if (/^\s*(:=|=>)/.test(rest)) {
    return argumentHover(place, word);
  }
  if (/^\s*\(/.test(rest) && quote === null) {
    return functionHover(place, word);
  }
  if (cursor.before.at(-1)?.text === 'variable') {
    return variableHover(place, word);
  }
  const name = quote === '"' ? fromQuotes(word, '"') : word;
  return nameHover(place, name) ?? (quote === null ? todayHover(place, word) : null);
}

/** @returns The page about the function or the clause at the cursor. */
function documentedAt({ cursor, catalogue }: Place): DocumentationPlace | null {
  const { text, span, quote } = cursor;
  const word = text.slice(span.from, span.to);
  if (cursor.clause ?? /^visuali[sz]e$/i.test(word)) {
    return { page: 'charts', heading: null };
  }
  const isCall = quote === null && /^\s*\(/.test(text.slice(span.to));
  const callable = isCall ? callableNamed(word, catalogue) : undefined;
  return callable === undefined || callable.kind === 'macro'
    ? null
    : functionPlace(callable.name, callable.kind);
}

function todayHover({ facts }: Place, word: string): string | null {
  return /^current_date$/i.test(word)
    ? t('**{0}** {1}\n\nToday in UTC: {2}', escaped(word), code('DATE'), code(facts.today))
    : null;
}
