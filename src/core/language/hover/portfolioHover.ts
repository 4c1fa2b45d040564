/** Hovers of `portfolio('name')` and `portfolio_weights('name')`. */

import { t } from '../../base/translations';
import { portfolioFunctions, type Portfolios } from '../../portfolios/portfolios';
import { plural } from '../../base/text';
import { canonicalKeyOf } from '../../service/entityKey';
import { nameKey, stringValue } from '../../sql/names';
import { identifierOf } from '../../sql/tokens';
import type { Place } from '../completion/item';
import { companyFacts } from '../companies';
import type { Cursor } from '../cursor';
import { code, escaped } from '../markdown';

/** Most entities that a hover lists. */
const MOST_ENTITIES = 40;

/** @returns The name in the call of such a function that the cursor is in, on its function or its name; null elsewhere. */
export function portfolioNamed({ tokens, span, quote }: Cursor): string | null {
  const at = tokens.findIndex(({ from, to }) => from <= span.from && span.to <= to);
  const first = quote === "'" ? at - 2 : at;
  const [called, open, name] = [tokens[first], tokens[first + 1], tokens[first + 2]];
  // The function of rows has a meaning of its own.
  const functions = quote === "'" ? portfolioFunctions : ['portfolio'];
  const isCall =
    called && functions.includes(nameKey(identifierOf(called) ?? '')) && open?.text === '(';
  return (isCall ? stringValue(name) : null) ?? null;
}

/** @returns The entities of the portfolio that the cursor names; null if it names none that is known. */
export function portfolioHover({ cursor, facts }: Place, portfolios: Portfolios): string | null {
  const written = portfolioNamed(cursor);
  const holdings =
    written !== null && Object.hasOwn(portfolios, written) ? portfolios[written] : undefined;
  if (written === null || !holdings) {
    return null;
  }
  const names = new Map(companyFacts(facts).map(fact => [fact.entity, fact.name]));
  const lines = holdings.slice(0, MOST_ENTITIES).map(({ entity, weight, name }) => {
    const known = names.get(canonicalKeyOf(entity)) ?? name;
    const parts = [
      known === null ? '' : escaped(known),
      weight === null ? '' : t('weight {0}', weight),
    ];
    return ['-', code(entity), ...parts].filter(Boolean).join(' ');
  });
  const left = holdings.length - lines.length;
  return [
    plural(
      holdings.length,
      '**{1}** portfolio, {0} entity',
      '**{1}** portfolio, {0} entities',
      escaped(written),
    ),
    [...lines, ...(left > 0 ? [t('- and {0} more', left)] : [])].join('\n'),
  ]
    .filter(part => part !== '')
    .join('\n\n');
}
