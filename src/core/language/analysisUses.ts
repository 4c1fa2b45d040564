/** Tables that a statement hands to an analysis by name: `factor_quantiles('scores')`. */

import { analyses } from '../analyses/analyses';
import { callArgumentsAt } from '../sql/calls';
import { nameAt, nameKey, stringValue } from '../sql/names';
import type { Token } from '../sql/tokens';
import type { NameUse } from '../sql/uses';

const byName = new Map(analyses().map(analysis => [analysis.name, analysis]));

/** @returns The tables named in arguments of analyses that take a table, in order. */
export function analysisUses(text: string, tokens: readonly Token[]): NameUse[] {
  return tokens.flatMap((token, at) => {
    const analysis = token.kind === 'word' ? byName.get(token.text) : undefined;
    if (!analysis || tokens[at + 1]?.text !== '(') {
      return [];
    }
    return callArgumentsAt(tokens, at).flatMap(({ name, value }, index): NameUse[] => {
      const parameter =
        name === null
          ? analysis.parameters[index]
          : analysis.parameters.find(each => nameKey(each.name) === nameKey(name));
      const first = tokens.findIndex(({ from }) => from === value.from);
      return parameter?.default === null ? tableNamed(text, tokens, first) : [];
    });
  });
}

function tableNamed(text: string, tokens: readonly Token[], at: number): NameUse[] {
  const token = tokens[at];
  const literal = stringValue(token);
  if (token && literal !== undefined) {
    const span = { from: token.from, to: token.to };
    return [{ kind: 'relation', name: literal, span, path: [], role: 'text' }];
  }
  const name = nameAt(text, tokens, at);
  return name
    ? [{ kind: 'relation', name: name.name, span: name.span, path: name.path, role: 'source' }]
    : [];
}
