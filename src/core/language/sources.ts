/** The relations that a query reads, with their known columns, read from its tokens. */

import type { Span } from '../base/span';
import { closing } from '../sql/calls';
import { nameAt, nameKey, writtenIdentifier } from '../sql/names';
import { commonTablesAt } from '../sql/scope';
import type { Token } from '../sql/tokens';
import { openBrackets } from './callAt';
import { callableNamed } from './callables';
import type { Catalogue } from './catalogue';
import { allColumns, selectedColumns, type KnownColumn, type Source } from './sourceColumns';

/** The statement to read. */
export interface QueryContext {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly catalogue: Catalogue;
}

interface Context extends QueryContext {
  /** A call around this position is not a source for its own arguments. */
  readonly offset: number;
  /** How many queries may still be read. */
  readonly budget: { left: number };
}

/** Queries within queries are followed so far. */
const DEEPEST = 6;
/** And so many of them. */
const MOST_QUERIES = 200;

/**
 * @returns The sources of the innermost query around `offset`, in the order of the text, then those of the queries
 * around that one that are written before it: a lateral or correlated query may name them.
 */
export function sourcesAt(query: QueryContext, offset: number): Source[] {
  const context = { ...query, offset, budget: { left: MOST_QUERIES } };
  const [inner, ...outer] = queriesAround(context.tokens, offset);
  const own = inner ? sourcesIn(context, inner, DEEPEST) : [];
  const before = outer.map((span, at) => {
    const open = ((at === 0 ? inner : outer[at - 1])?.from ?? 0) - 1;
    const isLateral = context.tokens[open - 1]?.text === 'lateral';
    return sourcesIn(context, { from: span.from, to: open - (isLateral ? 2 : 1) }, DEEPEST);
  });
  return [...own, ...before.flat()];
}

/** @returns The columns of the query's rows, or null if they are not known. */
export function queryColumns(query: QueryContext): readonly KnownColumn[] | null {
  const context = { ...query, offset: -1, budget: { left: MOST_QUERIES } };
  return columnsOfQuery(context, { from: 0, to: query.tokens.length }, DEEPEST);
}

/** @returns The columns of the relation that the bare name means at `offset`, or null if they are not known. */
export function relationColumns(
  query: QueryContext,
  name: string,
  offset: number,
): readonly KnownColumn[] | null {
  const context = { ...query, offset: -1, budget: { left: MOST_QUERIES } };
  return tableColumns(context, { name, span: { from: offset, to: offset } }, DEEPEST);
}

/** @returns The tokens of the queries around `offset`, as indices, the innermost first. */
export function queriesAround(tokens: readonly Token[], offset: number): Span[] {
  const open = openBrackets(tokens.filter(({ to }) => to <= offset)).filter(
    at => tokens[at]?.text === '(' && /^(select|from|with)$/.test(tokens[at + 1]?.text ?? ''),
  );
  const inner = open.reverse().slice(0, DEEPEST);
  return [
    ...inner.map(at => ({ from: at + 1, to: closing(tokens, at) })),
    { from: 0, to: tokens.length },
  ];
}

const joins = new Set(['from', 'join', 'update', 'into', 'describe', 'summarize']);
const fromEnds = new Set(
  'where group having qualify order limit offset window union except intersect select set values returning visualise visualize on using'.split(
    ' ',
  ),
);
const noAlias = new Set([
  ...fromEnds,
  ...'join inner left right full outer cross natural asof positional semi anti lateral tablesample pivot unpivot'.split(
    ' ',
  ),
]);

function sourcesIn(context: Context, { from, to }: Span, deep: number): Source[] {
  const { tokens } = context;
  const depth = tokens[from]?.depth ?? 0;
  const found: Source[] = [];
  let isList = false;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.depth !== depth) {
      continue;
    }
    const opens = token.kind === 'word' && (joins.has(token.text) || opensPivot(tokens, from, at));
    if (opens || (isList && token.kind === 'comma')) {
      const source = deep > 0 ? sourceAt(context, at + 1, deep) : null;
      found.push(...(source ? [source] : []));
    }
    isList = opens || (isList && !(token.kind === 'word' && fromEnds.has(token.text)));
  }
  return found;
}

/** `PIVOT relation ON …`, unlike `relation PIVOT (…)`. */
function opensPivot(tokens: readonly Token[], from: number, at: number): boolean {
  const before = tokens[at - 1]?.text;
  return /^(un)?pivot$/.test(tokens[at]?.text ?? '') && (at === from || before === 'as');
}

function sourceAt(context: Context, start: number, deep: number): Source | null {
  const { text, tokens } = context;
  const at = tokens[start]?.text === 'lateral' ? start + 1 : start;
  const first = tokens[at];
  if (first?.text === '(') {
    const end = closing(tokens, at);
    const alias = aliasAt(context, end + 1);
    const columns = columnsOfQuery(context, { from: at + 1, to: end }, deep - 1);
    const named = renamed(context, alias?.next, columns);
    return { name: alias?.name ?? '', relation: null, span: null, columns: named };
  }
  const name = nameAt(text, tokens, at);
  if (!name || (first?.kind === 'word' && noAlias.has(first.text))) {
    return null;
  }
  const isCall = tokens[name.next]?.text === '(' && tokens[start - 1]?.text !== 'into';
  const end = isCall ? closing(tokens, name.next) : name.next - 1;
  if (
    isCall &&
    name.span.to < context.offset &&
    context.offset <= (tokens[end]?.from ?? Infinity)
  ) {
    return null;
  }
  const alias = aliasAt(context, end + 1);
  const columns = isCall
    ? (callableNamed(name.name, context.catalogue)?.columns ?? null)
    : tableColumns(context, name, deep);
  const named = renamed(context, alias?.next, columns);
  return {
    name: alias?.name ?? name.name,
    relation: name.name,
    span: name.span,
    columns: named,
  };
}

/** The columns renamed by a list such as that of `alias(a, b)`, if there is one at the token `open`. */
function renamed(
  { text, tokens }: Context,
  open: number | undefined,
  columns: readonly KnownColumn[] | null,
): readonly KnownColumn[] | null {
  if (open === undefined || tokens[open]?.text !== '(') {
    return columns;
  }
  const names = tokens
    .slice(open + 1, closing(tokens, open))
    .flatMap(token => writtenIdentifier(text, token) ?? []);
  const first = names.map((name, at) => ({ type: null, doc: null, ...columns?.[at], name }));
  return [...first, ...(columns ?? []).slice(first.length)];
}

function aliasAt(
  { text, tokens }: Context,
  from: number,
): { readonly name: string; readonly next: number } | undefined {
  const at = tokens[from]?.text === 'as' ? from + 1 : from;
  const token = tokens[at];
  const isKeyword = token?.kind === 'word' && noAlias.has(token.text);
  const name = token && !isKeyword ? writtenIdentifier(text, token) : undefined;
  return name === undefined ? undefined : { name, next: at + 1 };
}

function tableColumns(
  context: Context,
  { name, span }: { readonly name: string; readonly span: Span },
  deep: number,
): readonly KnownColumn[] | null {
  const key = nameKey(name);
  const common = commonTablesAt(context.tokens, span.from).find(table => table.name === key);
  if (common) {
    const close = context.tokens.findIndex(({ to }) => to === common.span.to);
    const open = context.tokens.findLastIndex(
      ({ text, depth }, at) => at < close && text === '(' && depth === context.tokens[close]?.depth,
    );
    const columns = columnsOfQuery(context, { from: open + 1, to: close }, deep - 1);
    const named = context.tokens.findIndex(({ from }) => from === common.span.from);
    return renamed(context, named + 1, columns);
  }
  return context.catalogue.tables.find(table => nameKey(table.name) === key)?.columns ?? null;
}

function columnsOfQuery(
  context: Context,
  query: Span,
  deep: number,
): readonly KnownColumn[] | null {
  const { tokens } = context;
  const depth = tokens[query.from]?.depth ?? 0;
  if (deep <= 0 || query.from >= query.to || context.budget.left-- <= 0) {
    return null;
  }
  const own = (at: number): boolean => tokens[at]?.depth === depth;
  const select = indexOf(query, at => own(at) && tokens[at]?.text === 'select');
  const end = indexOf({ from: (select ?? query.from) + 1, to: query.to }, at => {
    const { kind, text = '' } = tokens[at] ?? {};
    return own(at) && kind === 'word' && (text === 'from' || fromEnds.has(text));
  });
  const sources = sourcesIn(context, query, deep);
  if (select === undefined) {
    return allColumns(sources);
  }
  return selectedColumns(context, { from: select + 1, to: end ?? query.to }, sources);
}

function indexOf({ from, to }: Span, is: (at: number) => boolean): number | undefined {
  for (let at = from; at < to; at++) {
    if (is(at)) {
      return at;
    }
  }
  return undefined;
}
