/** A cell's statements and charts as an outline, and its folding ranges. */

import { t } from '../base/translations';
import type { Span } from '../base/span';
import { definitionsOf, type DefinedName, type DefinitionKind } from '../sql/definitions';
import { commentsOf } from '../sql/comments';
import { statementsOf, type Statement } from '../sql/statements';
import { parseVisualise } from '../visualise/parser';

export interface OutlineEntry {
  readonly kind: DefinitionKind | 'query' | 'chart';
  readonly name: string;
  readonly detail: string;
  /** All of it. */
  readonly span: Span;
  /** The selection when the entry is chosen; within `span`. */
  readonly selection: Span;
  readonly children: readonly OutlineEntry[];
}

const LONGEST_NAME = 60;

/** @returns One entry a statement, in order; a chart is the child of its query. */
export function outlineOf(text: string): OutlineEntry[] {
  return statementsOf(text).map(statement => statementEntry(text, statement));
}

/** @returns Stretches of more than one line that fold: statements, clauses, comments of several lines. */
export function foldsOf(text: string): { readonly span: Span; readonly isComment: boolean }[] {
  const statements = statementsOf(text);
  const code = statements.flatMap(({ sql, clause, span }) =>
    clause && sql.to > sql.from ? [span, sql, clause] : [span],
  );
  const gaps = [...statements.map(({ span }) => span), { from: text.length, to: text.length }].map(
    ({ from }, index) => ({ from: statements[index - 1]?.span.to ?? 0, to: from }),
  );
  const comments = gaps.flatMap(gap => {
    const written = commentsOf(text.slice(gap.from, gap.to));
    const first = written[0]?.text;
    const last = written.at(-1)?.text;
    if (first === undefined || last === undefined) {
      return [];
    }
    const from = text.indexOf(first, gap.from);
    return [{ from, to: text.lastIndexOf(last, gap.to) + last.length }];
  });
  return [
    ...code.map(span => ({ span, isComment: false })),
    ...comments.map(span => ({ span, isComment: true })),
  ].filter(({ span }) => text.slice(span.from, span.to).includes('\n'));
}

function statementEntry(text: string, statement: Statement): OutlineEntry {
  const [defined] = definitionsOf(text, statement);
  const chart = statement.clause ? [chartEntry(text, statement.clause)] : [];
  if (chart[0] && statement.sql.to === statement.sql.from) {
    return chart[0];
  }
  const { span, sql } = statement;
  return defined
    ? {
        kind: defined.kind,
        name: defined.name,
        detail: detailOf(defined),
        span,
        selection: defined.span,
        children: chart,
      }
    : {
        kind: 'query',
        name: shortened(text.slice(sql.from, sql.to)),
        detail: t('query'),
        span,
        selection: sql,
        children: chart,
      };
}

function detailOf({ kind, effect }: DefinedName): string {
  return effect === 'drops'
    ? t('drops the {0}', kind)
    : effect === 'changes'
      ? t('changes the {0}', kind)
      : kind;
}

function chartEntry(text: string, clause: Span): OutlineEntry {
  const tree = parseVisualise(text.slice(clause.from, clause.to));
  const title = tree.labels.find(({ name }) => name.name.toLowerCase() === 'title')?.text;
  const layers = [...new Set(tree.layers.map(({ layer }) => layer.name))].join(', ');
  return {
    kind: 'chart',
    name: shortened(title ?? (layers === '' ? t('Chart') : t('Chart: {0}', layers))),
    detail: layers,
    span: clause,
    selection: { from: clause.from, to: clause.from + 'VISUALISE'.length },
    children: [],
  };
}

function shortened(text: string): string {
  const line = text
    .replace(/--[^\n\r]*[\n\r]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST_NAME
    ? `${line.slice(0, LONGEST_NAME - 1)}…`
    : line || t('Statement');
}
