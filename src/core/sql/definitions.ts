/**
 * What a statement creates, changes or removes, read from its tokens.
 *
 * Tokens rather than DuckDB's parse tree, which exists only for SELECT and not for incomplete text.
 */

import type { Span } from '../base/span';
import { closing } from './calls';
import { nameAt, writtenIdentifier, type WrittenName } from './names';
import type { Statement } from './statements';
import { splitAtCommas, type Token } from './tokens';

export type DefinitionKind = 'table' | 'view' | 'macro' | 'variable';

/**
 * `creates` fails if the name is taken, `replaces` does not, `keeps` keeps an existing one (IF NOT EXISTS); `changes`
 * needs an existing one (INSERT, UPDATE, ALTER …); `drops` removes it.
 */
export type DefinitionEffect = 'creates' | 'replaces' | 'keeps' | 'changes' | 'drops';

export interface MacroParameter {
  readonly name: string;
  /** The default as it is written; null if the argument is required. */
  readonly default: string | null;
}

export interface DefinedName {
  readonly kind: DefinitionKind;
  /** As written, without quotes. */
  readonly name: string;
  /** The span of the name, quotes included. */
  readonly span: Span;
  /** The parts before the name: catalogue and schema. */
  readonly path: readonly string[];
  readonly effect: DefinitionEffect;
  /** The query or expression after AS or `=`; null if there is none. */
  readonly body: Span | null;
  /** The parameters of a macro's first form; empty otherwise. */
  readonly parameters: readonly MacroParameter[];
}

/** @returns The definitions, changes and drops of the statement, in the order of the text. */
export function definitionsOf(text: string, { tokens }: Statement): DefinedName[] {
  const words = new Words(text, tokens);
  switch (tokens[0]?.text) {
    case 'create':
      return created(words);
    case 'set':
    case 'reset':
      return variable(words);
    case 'drop':
      return dropped(words);
    case 'alter':
      return altered(words);
    default:
      return changed(words);
  }
}

class Words {
  at = 0;
  constructor(
    readonly text: string,
    readonly tokens: readonly Token[],
  ) {}

  /** Steps over the words where they are next. */
  take(...words: readonly string[]): boolean {
    const found = words.every((word, index) => this.tokens[this.at + index]?.text === word);
    this.at += found ? words.length : 0;
    return found;
  }

  takeAny(words: readonly string[]): string | undefined {
    return words.find(word => this.take(word));
  }

  name(): WrittenName | undefined {
    const name = nameAt(this.text, this.tokens, this.at);
    this.at = name?.next ?? this.at;
    return name;
  }

  /** From the next token to the last; null at the end. */
  rest(): Span | null {
    const first = this.tokens[this.at];
    const last = this.tokens.at(-1);
    return first && last ? { from: first.from, to: last.to } : null;
  }
}

function defined(
  kind: DefinitionKind,
  { name, span, path }: WrittenName,
  effect: DefinitionEffect,
  more: Partial<Pick<DefinedName, 'body' | 'parameters'>> = {},
): DefinedName {
  return { kind, name, span, path, effect, body: null, parameters: [], ...more };
}

const kinds: Readonly<Record<string, DefinitionKind>> = {
  table: 'table',
  view: 'view',
  macro: 'macro',
  function: 'macro',
};

function created(words: Words): DefinedName[] {
  words.take('create');
  const replaces = words.take('or', 'replace');
  words.takeAny(['temp', 'temporary']);
  words.takeAny(['recursive', 'materialized']);
  const kind = kinds[words.takeAny(Object.keys(kinds)) ?? ''];
  if (kind === undefined) {
    return [];
  }
  const keeps = words.take('if', 'not', 'exists');
  const name = words.name();
  if (!name) {
    return [];
  }
  const effect = replaces ? 'replaces' : keeps ? 'keeps' : 'creates';
  const listAt = words.tokens[words.at]?.text === '(' ? words.at : null;
  words.at = listAt === null ? words.at : closing(words.tokens, listAt) + 1;
  const parameters = kind === 'macro' && listAt !== null ? parametersOf(words, listAt) : [];
  const body = words.take('as') ? words.rest() : null;
  return [defined(kind, name, effect, { body, parameters })];
}

function parametersOf({ text, tokens }: Words, open: number): MacroParameter[] {
  const depth = (tokens[open]?.depth ?? 0) + 1;
  const parts = splitAtCommas(tokens.slice(open + 1, closing(tokens, open)), depth);
  return parts.flatMap(part => {
    const [first, operator, after] = part;
    const name = first && writtenIdentifier(text, first);
    const value = operator?.text === ':=' || operator?.text === '=>' ? after : undefined;
    const last = part.at(-1);
    const written = value && last ? text.slice(value.from, last.to) : null;
    return name === undefined ? [] : [{ name, default: written }];
  });
}

function variable(words: Words): DefinedName[] {
  const isSet = words.take('set');
  words.at = 1;
  words.takeAny(['session', 'global', 'local']);
  if (!words.take('variable')) {
    return [];
  }
  const name = words.name();
  if (!name) {
    return [];
  }
  const body = words.takeAny(['=', 'to']) === undefined ? null : words.rest();
  return [defined('variable', name, isSet ? 'replaces' : 'drops', { body })];
}

function dropped(words: Words): DefinedName[] {
  words.take('drop');
  const kind = kinds[words.takeAny(Object.keys(kinds)) ?? ''];
  if (kind === undefined) {
    return [];
  }
  if (kind === 'macro') {
    words.take('table');
  }
  words.take('if', 'exists');
  const names: DefinedName[] = [];
  do {
    const name = words.name();
    if (name) {
      names.push(defined(kind, name, 'drops'));
    }
  } while (words.take(','));
  return names;
}

/** `ALTER TABLE a RENAME TO b` drops `a` and creates `b`. */
function altered(words: Words): DefinedName[] {
  words.take('alter');
  const kind = kinds[words.takeAny(['table', 'view']) ?? ''];
  words.take('if', 'exists');
  const name = kind && words.name();
  if (!kind || !name) {
    return [];
  }
  const renamed = words.take('rename', 'to') ? words.name() : undefined;
  return renamed
    ? [defined(kind, name, 'drops'), defined(kind, renamed, 'creates')]
    : [defined(kind, name, 'changes')];
}

/** INSERT, UPDATE, DELETE, MERGE, TRUNCATE and COPY … FROM, also after common table expressions. */
function changed(words: Words): DefinedName[] {
  const { tokens } = words;
  const isWith = tokens[0]?.text === 'with';
  words.at = isWith ? tokens.findIndex(({ depth, text }) => depth === 0 && writes.has(text)) : 0;
  if (words.at < 0) {
    return [];
  }
  const verb = words.takeAny([...writes]);
  if (verb === undefined) {
    return [];
  }
  while (words.takeAny(['or', 'replace', 'ignore', 'into', 'from', 'table']) !== undefined);
  const name = words.name();
  const readsFile = verb !== 'copy' || words.tokens[words.at]?.text === 'from';
  return name && readsFile ? [defined('table', name, 'changes')] : [];
}

const writes = new Set(['insert', 'update', 'delete', 'merge', 'truncate', 'copy']);
