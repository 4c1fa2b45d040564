/** Hovers of `portfolio('name')`. */

import type { Portfolios } from '../../portfolios/portfolios';
import { canonicalKeyOf } from '../../service/entityKey';
import { nameKey, stringValue } from '../../sql/names';
import { identifierOf } from '../../sql/tokens';
import type { Place } from '../completion/item';
import { companyFacts } from '../companies';
import type { Cursor } from '../cursor';
import { code, escaped } from '../markdown';

/** Most entities that a hover lists. */
const MOST_ENTITIES = 40;

/** @returns The name in the call of `portfolio` that the cursor is in, on its function or its name; null elsewhere. */
export function portfolioNamed({ tokens, span, quote }: Cursor): string | null {
  const at = tokens.findIndex(({ from, to }) => from <= span.from && span.to <= to);
  const first = quote === "'" ? at - 2 : at;
  const [called, open, name] = [tokens[first], tokens[first + 1], tokens[first + 2]];
  const isCall =
    called && nameKey(identifierOf(called) ?? '') === 'portfolio' && open?.text === '(';
  return (isCall ? stringValue(name) : null) ?? null;
}

/** @returns The entities of the portfolio that the cursor names; null if it names none that is known. */
export function portfolioHover({ cursor, facts }: Place, portfolios: Portfolios): string | null {
  const written = portfolioNamed(cursor);
  const entities =
    written !== null && Object.hasOwn(portfolios, written) ? portfolios[written] : undefined;
  if (written === null || !entities) {
    return null;
  }
  const count = `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`;
  const names = new Map(companyFacts(facts).map(fact => [fact.entity, fact.name]));
  const lines = entities.slice(0, MOST_ENTITIES).map(entity => {
    const known = names.get(canonicalKeyOf(entity)) ?? null;
    return `- ${code(entity)}${known === null ? '' : ` ${escaped(known)}`}`;
  });
  const left = entities.length - lines.length;
  return [
    `**${escaped(written)}** portfolio, ${count}`,
    [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n'),
  ]
    .filter(part => part !== '')
    .join('\n\n');
}
