/**
 * SQL with generated names that do not clash with the user's.
 *
 * A query computes intermediate columns beside the columns of the user's table. In the code, their names and those of
 * common table expressions begin with `_`; in the SQL, with more underscores if a column of the user begins with `_`
 * too.
 */

/** A template tag: names written in the template are generated ones, interpolated text stays unchanged. */
export type SqlTag = (
  texts: TemplateStringsArray,
  ...values: readonly (string | number | undefined)[]
) => string;

/** A generated name in a template's text; after an interpolation `_` continues a word. */
const NAME = /(?<=[^\w"])_(?=[a-z]|$)/g;

/** @param names The columns, and texts of SQL, that queries read. */
export function sqlTag(names: readonly string[]): SqlTag {
  const runs = names.flatMap(name => name.match(/(?<!\w)_+/g) ?? []);
  const mark = '_'.repeat(1 + Math.max(0, ...runs.map(run => run.length)));
  return (texts, ...values) =>
    texts
      .map((text, at) => {
        const own = (at === 0 ? ` ${text}` : text).replace(NAME, mark);
        const value = at < values.length ? String(values[at]) : '';
        return `${at === 0 ? own.slice(1) : own}${value}`;
      })
      .join('');
}
