/** The keywords of a clause; the tree distinguishes them from names that are spelled alike. */

import type { Span } from '../base/span';
import { clauseWords, partWords } from './clauseWords';
import { scanVisualise } from './scanner';
import type { VisualiseTree } from './tree';
import { verbatimSpans } from './verbatim';

/** Words that are keywords of VISUALISE wherever they are not the user's, in upper case. */
export const visualiseKeywords: ReadonlySet<string> = new Set([
  ...clauseWords,
  ...partWords,
  ...['VISUALISE', 'VISUALIZE', 'AS', 'ASC', 'DESC', 'NULL'],
  ...['CONTINUOUS', 'DISCRETE', 'BINNED', 'ORDINAL', 'IDENTITY'],
]);

/** @returns Spans of the keywords of `clause`, whose tree is `tree`, in the order of the text. */
export function keywordSpans(clause: string, tree: VisualiseTree): Span[] {
  const verbatim = verbatimSpans(tree);
  const spans: Span[] = [];
  let kept = 0;
  for (const { kind, value, span } of scanVisualise(clause).tokens) {
    while ((verbatim[kept]?.to ?? Infinity) <= span.from) {
      kept++;
    }
    const isKept = (verbatim[kept]?.from ?? Infinity) <= span.from;
    if (kind === 'word' && !isKept && visualiseKeywords.has(value.toUpperCase())) {
      spans.push(span);
    }
  }
  return spans;
}
