/** Tables that a statement hands by name to an analysis, `factor_quantiles('scores')`, or to a macro of the notebook. */

import { analyses } from '../analyses/analyses';
import { callArgumentsAt } from '../sql/calls';
import { nameKey, stringValue, nameAt } from '../sql/names';
import { identifierOf, tokenize, type Token } from '../sql/tokens';
import type { NameUse } from '../sql/uses';
import type { CellAnalysis, Definition } from './analysis';

const analysesByName = new Map(analyses().map(analysis => [analysis.name, analysis]));

type Cell = Pick<CellAnalysis, 'definitions' | 'uses'>;

/** By the macro's key: its parameters by their keys, null for those that name no table. */
type TableParameters = ReadonlyMap<string, readonly (string | null)[]>;

/**
 * @param texts Those of the cells.
 * @returns For each cell its uses, with the tables that calls of the notebook's macros name in texts; in order.
 */
export function usesWithMacros(texts: readonly string[], cells: readonly Cell[]): NameUse[][] {
  const parameters: TableParameters = new Map(
    cells.flatMap(({ definitions }, cell) =>
      definitions.flatMap(each => tableParameters(texts[cell] ?? '', each)),
    ),
  );
  return cells.map(({ uses }, cell) => {
    const named = namedTables(texts[cell] ?? '', uses, parameters);
    return [...uses, ...named].sort((one, other) => one.span.from - other.span.from);
  });
}

function tableParameters(
  text: string,
  { kind, name, parameters, statement }: Definition,
): [string, (string | null)[]][] {
  const written = text.slice(statement.from, statement.to);
  if (kind !== 'macro' || !/query_table/i.test(written)) {
    return [];
  }
  const tokens = tokenize(written);
  const named = new Set(
    tokens.flatMap((token, at) => {
      const argument = token.text === 'query_table' ? tokens[at + 2] : undefined;
      return argument ? nameKey(identifierOf(argument) ?? '') : [];
    }),
  );
  const keys = parameters.map(each => nameKey(each.name));
  return [[nameKey(name), keys.map(key => (named.has(key) ? key : null))]];
}

function namedTables(
  text: string,
  uses: readonly NameUse[],
  parameters: TableParameters,
): NameUse[] {
  const calls = uses.filter(({ kind, name }) => kind === 'macro' && parameters.has(nameKey(name)));
  const tokens = calls.length > 0 ? tokenize(text) : [];
  return calls.flatMap(({ name: macro, span }) => {
    const keys = parameters.get(nameKey(macro)) ?? [];
    const at = tokens.findIndex(({ from }) => from === span.from);
    return callArgumentsAt(tokens, at).flatMap(({ name, value }, index): NameUse[] => {
      const key = name === null ? keys[index] : nameKey(name);
      const token = tokens.find(({ from, to }) => from === value.from && to === value.to);
      const table = key && keys.includes(key) ? stringValue(token) : undefined;
      return table === undefined
        ? []
        : [{ kind: 'relation', name: table, span: value, path: [], role: 'text' }];
    });
  });
}

/**
 * Tables that a statement hands to an analysis by name: `factor_quantiles('scores')`.
 *
 * @returns The tables named in arguments of analyses that take a table, in order.
 */
export function analysisUses(text: string, tokens: readonly Token[]): NameUse[] {
  return tokens.flatMap((token, at) => {
    const analysis = token.kind === 'word' ? analysesByName.get(token.text) : undefined;
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
