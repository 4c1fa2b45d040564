/** A key of what a cell's text does, independent of its layout. */

import type { Span } from '../base/span';
import { isKeyword } from '../sql/keywordCase';
import { tokensKey } from '../sql/sameTokens';
import { statementsOf } from '../sql/statements';
import { tokenizeWithin } from '../sql/tokens';
import { keywordSpans } from '../visualise/keywordSpans';
import { parseVisualise } from '../visualise/parser';
import type { VisualiseTree } from '../visualise/tree';
import type { CellLanguage } from './notebookText';

/**
 * @returns Equal keys for texts that differ only in white space, comments and the case of keywords. Literals, names and
 * every other token, and the order of statements, are compared exactly.
 */
export function contentKey(language: CellLanguage, text: string): string {
  return language === 'vega-lite' ? specificationKey(text) : queryKey(text);
}

/** White space between JSON tokens is ignored; text that is not JSON, or nests too deeply, is compared literally. */
function specificationKey(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) {
      return text;
    }
    throw error;
  }
}

function queryKey(text: string): string {
  const parts = statementsOf(text).map(({ tokens, clause }) => [
    tokensKey(text, tokens),
    clause && clauseKey(text.slice(clause.from, clause.to)),
  ]);
  return JSON.stringify(parts);
}

function clauseKey(clause: string): string {
  const tree = parseVisualise(clause);
  const tokens = tokenizeWithin(clause, { from: 0, to: clause.length });
  const keywords = new Set(keywordSpans(clause, tree).map(({ from }) => from));
  for (const span of sqlSpans(tree)) {
    const own = tokens.filter(({ from, to }) => span.from <= from && to <= span.to);
    own.filter((_, index) => isKeyword(own, index)).forEach(({ from }) => keywords.add(from));
  }
  return tokensKey(clause, tokens, index => keywords.has(tokens[index]?.from ?? -1));
}

/** The SQL in the clause. */
function sqlSpans({ source, layers }: VisualiseTree): Span[] {
  const nodes = [source, ...layers.flatMap(layer => [layer.source, layer.filter])];
  return nodes.flatMap(node => (node ? [node.span] : []));
}
