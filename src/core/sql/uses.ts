/**
 * Which tables, macros and variables a statement names.
 *
 * Read from its tokens, so that a statement that does not parse yet, or is no SELECT, is understood as far as possible.
 * The caller decides whether a name is one of the notebook's: a keyword before a bracket is returned as a macro.
 */

import type { Span } from '../base/span';
import { closing } from './calls';
import { nameAt, nameKey, pathKey, stringValue, writtenIdentifier } from './names';
import { commonTableScopes, isCommonTable, type CommonTableScope } from './scope';
import { tokenizeWithin, type Token } from './tokens';

export interface NameUse {
  /** A relation is a table or a view. */
  readonly kind: 'relation' | 'macro' | 'variable';
  /** As written, without quotes. */
  readonly name: string;
  /** The span of the name, quotes included. */
  readonly span: Span;
  /** The parts before the name: catalogue and schema. */
  readonly path: readonly string[];
  /** Where rows come from; before a column's name; or inside a text literal, as in `query_table('t')`. */
  readonly role: 'source' | 'qualifier' | 'text';
}

/** @returns The names in order; those of common table expressions and aliases are left out. */
export function usesOf(text: string, tokens: readonly Token[]): NameUse[] {
  const scan = new Scan(text, tokens);
  tokens.forEach((token, at) => scan.step(token, at));
  return [...scan.uses, ...scan.qualifiers()].sort((a, b) => a.span.from - b.span.from);
}

/** @returns The names in a layer's SQL: the stretch of `text` after FROM, the condition on its rows, or both. */
export function usesInLayer(text: string, source: Span | null, condition: Span | null): NameUse[] {
  return usesOf(text, [
    ...tokensAfter(text, 'from', source),
    ...tokensAfter(text, 'where', condition),
  ]);
}

function tokensAfter(text: string, word: string, span: Span | null): Token[] {
  return span
    ? [
        { kind: 'word', text: word, depth: 0, from: span.from, to: span.from },
        ...tokenizeWithin(text, span),
      ]
    : [];
}

/** Parts before a name that are read: catalogue, schema, and one that makes it no table's. */
const MOST_PARTS = 3;

class Scan {
  readonly uses: NameUse[] = [];
  /** Keys of aliases: a qualifier of such a name is not a table's. */
  private readonly aliases = new Set<string>();
  /** Relations that are used somewhere without an alias, by their keys. */
  private readonly bare = new Map<string, readonly string[]>();
  /** By depth: whether a comma there separates relations. */
  private readonly inFrom: boolean[] = [];
  /** By depth: the word before the bracket that opened it. */
  private readonly opener: string[] = [];
  private readonly scopes: readonly CommonTableScope[];

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {
    this.scopes = commonTableScopes(tokens);
  }

  step(token: Token, at: number): void {
    if (this.opensRelation(at)) {
      this.relation(at + 1);
    } else if (token.kind === 'comma' && this.inFrom[token.depth]) {
      this.relation(at + 1);
    }
    this.follow(token, at);
    this.call(token, at);
  }

  /** `t.column` and `main.t.column` where `t` is a relation of the statement without an alias. */
  qualifiers(): NameUse[] {
    const taken = new Set(this.uses.map(({ span }) => span.from));
    return this.tokens.flatMap((token, at): NameUse[] => {
      const name = writtenIdentifier(this.text, token);
      if (name === undefined || this.tokens[at + 1]?.text !== '.') {
        return [];
      }
      const key = nameKey(name);
      const path = this.bare.get(key);
      const isTable =
        path && !this.aliases.has(key) && !taken.has(token.from) && this.isNamed(at, name, path);
      const span = { from: token.from, to: token.to };
      return isTable ? [{ kind: 'relation', name, span, path, role: 'qualifier' }] : [];
    });
  }

  /** Whether the qualifier at `at` refers to the relation of that name in `path`. */
  private isNamed(at: number, name: string, path: readonly string[]): boolean {
    const written = this.pathBefore(at);
    const { from = 0 } = this.tokens[at] ?? {};
    return written.length === 0
      ? !isCommonTable(this.scopes, nameKey(name), from)
      : pathKey({ path: written, name }) === pathKey({ path, name });
  }

  private opensRelation(at: number): boolean {
    const depth = this.tokens[at]?.depth ?? 0;
    return opensRelation(this.tokens, at, this.opener[depth] ?? '');
  }

  /** Tracks whether the list of relations after a FROM begins or ends here. */
  private follow({ kind, text, depth }: Token, at: number): void {
    if (kind === 'open') {
      this.inFrom[depth + 1] = false;
      this.opener[depth + 1] = this.tokens[at - 1]?.text ?? '';
    } else if (kind === 'word' && text === 'from') {
      this.inFrom[depth] = this.opensRelation(at);
    } else if (kind === 'word' && clauseEnds.has(text)) {
      this.inFrom[depth] = false;
    }
  }

  private relation(from: number): void {
    let at = from;
    while (['lateral', 'only', 'table', 'if', 'exists'].includes(this.tokens[at]?.text ?? '')) {
      at++;
    }
    const token = this.tokens[at];
    if (token?.text === '(') {
      this.alias(closing(this.tokens, at) + 1);
      return;
    }
    const literal = stringValue(token);
    if (token && literal !== undefined) {
      this.add('relation', literal, token, 'text');
      this.alias(at + 1);
      return;
    }
    const name = nameAt(this.text, this.tokens, at);
    if (!token || !name || (token.kind === 'word' && noAlias.has(token.text))) {
      return;
    }
    if (this.tokens[name.next]?.text === '(') {
      const hasColumns = ['into', 'on'].includes(this.tokens[from - 1]?.text ?? '');
      if (!hasColumns) {
        this.alias(closing(this.tokens, name.next) + 1);
        return;
      }
    }
    const isCommon =
      name.path.length === 0 && isCommonTable(this.scopes, nameKey(name.name), name.span.from);
    const hasAlias = this.alias(name.next);
    if (!isCommon) {
      const { name: written, span, path } = name;
      this.uses.push({ kind: 'relation', name: written, span, path, role: 'source' });
    }
    if (!isCommon && !hasAlias) {
      this.bare.set(nameKey(name.name), name.path);
    }
  }

  /** Notes the alias at `from`; @returns whether there is one. */
  private alias(from: number): boolean {
    const at = this.tokens[from]?.text === 'as' ? from + 1 : from;
    const token = this.tokens[at];
    const alias = token && writtenIdentifier(this.text, token);
    if (alias === undefined || (token?.kind === 'word' && noAlias.has(token.text))) {
      return false;
    }
    this.aliases.add(nameKey(alias));
    return true;
  }

  private call(token: Token, at: number): void {
    const name = writtenIdentifier(this.text, token);
    if (name === undefined || this.tokens[at + 1]?.text !== '(') {
      return;
    }
    const argument = this.tokens[at + 2];
    // A name that is composed at run time is not a written name.
    const literal = this.tokens[at + 3]?.text === ')' ? stringValue(argument) : undefined;
    const key = nameKey(name);
    if (argument && literal !== undefined && key === 'getvariable') {
      this.add('variable', literal, argument, 'text');
    } else if (argument && literal !== undefined && key === 'query_table') {
      this.add('relation', literal, argument, 'text');
    } else {
      const { from, to } = token;
      const path = this.pathBefore(at);
      this.uses.push({ kind: 'macro', name, span: { from, to }, path, role: 'source' });
    }
  }

  /** The parts before the name at `at`, each with its dot; no more than mean anything. */
  private pathBefore(at: number, most = MOST_PARTS): string[] {
    const token = this.tokens[at - 2];
    const part = token && writtenIdentifier(this.text, token);
    return part !== undefined && most > 0 && this.tokens[at - 1]?.text === '.'
      ? [...this.pathBefore(at - 2, most - 1), part]
      : [];
  }

  private add(
    kind: NameUse['kind'],
    name: string,
    { from, to }: Span,
    role: NameUse['role'],
  ): void {
    this.uses.push({ kind, name, span: { from, to }, path: [], role });
  }
}

/** Unlike UNPIVOT, these write INTO a relation. */
const intoFollows = new Set(['insert', 'merge', 'replace', 'ignore']);
/** Words after SHOW that are not tables. */
const shown = new Set(['all', 'databases', 'schemas', 'tables', 'variables']);
/** Functions with a FROM among their arguments. */
const takesFrom = new Set(['extract', 'substring', 'trim', 'overlay']);
const tableFollows = new Set(['alter', 'drop', 'truncate', '(', 'as', 'explain', 'analyze']);
/** Words that are no aliases. */
const noAlias = new Set(
  (
    'on using join inner left right full outer cross natural asof positional semi anti lateral where group having ' +
    'qualify order limit offset window union except intersect select set values returning tablesample pivot unpivot ' +
    'visualise visualize when as at for default by do in then'
  ).split(' '),
);
/** Words that end a list of relations. */
const clauseEnds = new Set(
  'where group by having qualify order limit offset window union except intersect select set values returning when'.split(
    ' ',
  ),
);

/**
 * @param around The word before the bracket that the place is in.
 * @returns Whether a relation follows the word `at`.
 */
function opensRelation(tokens: readonly Token[], at: number, around: string): boolean {
  const { kind, text: word = '' } = tokens[at] ?? {};
  const before = tokens[at - 1]?.text ?? '';
  if (kind !== 'word') {
    return false;
  }
  switch (word) {
    case 'join':
    case 'update':
    case 'describe':
    case 'summarize':
      return true;
    case 'table':
      return before === '' || tableFollows.has(before) || isComment(tokens, before);
    case 'view':
      return before === 'alter' || before === 'drop' || isComment(tokens, before);
    case 'copy':
    case 'show':
      return before === '' && !shown.has(tokens[at + 1]?.text ?? '');
    case 'pivot':
    case 'unpivot':
      return ['', '(', 'as', 'from'].includes(before);
    case 'from':
      return !isDistinctFrom(tokens, at) && !takesFrom.has(around);
    case 'into':
      return intoFollows.has(before);
    case 'on':
      return at < 6 && tokens.slice(0, 3).some(({ text }) => text === 'index');
    case 'using':
      return ['delete', 'merge'].includes(tokens[0]?.text ?? '');
    default:
      return false;
  }
}

/** `IS [NOT] DISTINCT FROM`. */
function isDistinctFrom(tokens: readonly Token[], at: number): boolean {
  const [before, first] = [tokens[at - 1]?.text, tokens[at - 2]?.text ?? ''];
  return before === 'distinct' && ['is', 'not'].includes(first);
}

/** `COMMENT ON TABLE t`. */
function isComment(tokens: readonly Token[], before: string): boolean {
  return before === 'on' && tokens[0]?.text === 'comment';
}
