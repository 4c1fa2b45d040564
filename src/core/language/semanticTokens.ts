/**
 * Semantic tokens of a cell, beyond its grammar: signal functions and analyses, their arguments, values of
 * enumerations, and the words of VISUALISE. Types are the standard ones of VS Code, so that every theme colours them.
 */

import { analyses } from '../analyses/analyses';
import type { Span } from '../base/span';
import { overlayChanges } from '../overlays/overlayChanges';
import { callArgumentsAt, callsOf, type SignalCall } from '../sql/calls';
import { isKeyword, reservedWords } from '../sql/keywordCase';
import { nameKey, stringValue } from '../sql/names';
import { statementsOf, type Statement } from '../sql/statements';
import { identifierOf, type Token } from '../sql/tokens';
import { parseVisualise } from '../visualise/parser';
import { keywordSpans } from '../visualise/keywordSpans';
import type { SemanticType } from './semanticTypes';
import type { MappingNode, SettingNode, VisualiseTree } from '../visualise/tree';

export interface SemanticToken {
  readonly span: Span;
  readonly type: SemanticType;
}

/** @returns The tokens of the cell in the order of its text; they do not overlap and none spans a line break. */
export function semanticTokens(text: string): SemanticToken[] {
  const tokens = statementsOf(text).flatMap(statement => [
    ...callsOf(statement).flatMap(call => ofCall(call, statement)),
    ...ofAnalyses(statement),
    ...contextKeywords(statement),
    ...(statement.clause ? ofClause(text, statement.clause) : []),
  ]);
  return tokens
    .filter(({ span }) => !text.slice(span.from, span.to).includes('\n'))
    .sort((one, other) => one.span.from - other.span.from)
    .filter(({ span }, index, all) => span.from >= (all[index - 1]?.span.to ?? 0));
}

function ofCall(call: SignalCall, { tokens }: Statement): SemanticToken[] {
  const made: SemanticToken[] = [{ span: call.name, type: 'function' }];
  for (const { name, nameSpan, value } of call.arguments) {
    const parameter = call.function.arguments.find(known => known.name === name?.toLowerCase());
    if (parameter || name?.toLowerCase() === call.function.first) {
      made.push({ span: nameSpan, type: 'parameter' });
    }
    const values = new Set(parameter?.values);
    for (const token of values.size === 0 ? [] : within(tokens, value)) {
      const written = stringValue(token);
      if (written !== undefined && values.has(written)) {
        made.push({ span: { from: token.from, to: token.to }, type: 'enumMember' });
      }
    }
  }
  return made;
}

function ofAnalyses({ tokens }: Statement): SemanticToken[] {
  return tokens.flatMap((token, at): SemanticToken[] => {
    const name = nameKey(identifierOf(token) ?? '');
    const isCall = tokens[at + 1]?.text === '(';
    const called = isCall && [...analyses(), overlayChanges].find(each => each.name === name);
    if (!called) {
      return [];
    }
    const known = new Set<string>(called.parameters.map(parameter => parameter.name));
    const named = callArgumentsAt(tokens, at).filter(argument =>
      known.has(nameKey(argument.name ?? '')),
    );
    return [
      { span: { from: token.from, to: token.to }, type: 'function' },
      ...named.map(({ nameSpan }) => ({ span: nameSpan, type: 'parameter' as const })),
    ];
  });
}

/** Words that are keywords only in context: a grammar cannot distinguish them from names. */
function contextKeywords({ tokens }: Statement): SemanticToken[] {
  return tokens.flatMap(({ from, to, text }, at): SemanticToken[] =>
    isKeyword(tokens, at) && !reservedWords.has(text)
      ? [{ span: { from, to }, type: 'keyword' }]
      : [],
  );
}

function within(tokens: readonly Token[], { from, to }: Span): readonly Token[] {
  return tokens.filter(token => token.from >= from && token.to <= to);
}

function ofClause(text: string, clause: Span): SemanticToken[] {
  const written = text.slice(clause.from, clause.to);
  const tree = parseVisualise(written);
  const made = [
    ...keywordSpans(written, tree).map(span => ({ span, type: 'keyword' as const })),
    ...tree.layers.map(({ layer }) => ({ span: layer.span, type: 'type' as const })),
    ...propertySpans(tree).map(span => ({ span, type: 'property' as const })),
  ];
  return made.map(({ span, type }) => ({
    span: { from: span.from + clause.from, to: span.to + clause.from },
    type,
  }));
}

function propertySpans(tree: VisualiseTree): Span[] {
  const ofMapping = (mapping: MappingNode): Span[] =>
    mapping.kind === 'mapping' ? [mapping.aesthetic.span] : [];
  const ofSetting = ({ name }: SettingNode): Span => name.span;
  return [
    ...tree.mappings.flatMap(ofMapping),
    ...tree.layers.flatMap(({ mappings, remappings, settings }) => [
      ...[...mappings, ...remappings].flatMap(ofMapping),
      ...settings.map(ofSetting),
    ]),
    ...tree.scales.flatMap(({ aesthetic, settings }) => [
      aesthetic.span,
      ...settings.map(ofSetting),
    ]),
    ...(tree.facet?.settings.map(ofSetting) ?? []),
    ...tree.labels.map(({ name }) => name.span),
  ];
}
