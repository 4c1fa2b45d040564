/**
 * SQL whose own names are none of the user's.
 *
 * A query computes columns on the way, beside the columns of a table that somebody else named. In the code their names
 * and those of common tables begin with `_`; in the SQL they begin with more of them where some column does too.
 */

/** Tags a template: names that are written in it are our own, what is interpolated stays as it is. */
export type OwnSql = (
  texts: TemplateStringsArray,
  ...values: readonly (string | number | undefined)[]
) => string;

/** A name that begins in a text; after an interpolation `_` goes on with its word. */
const NAME = /(?<=[^\w"])_(?=[a-z]|$)/g;

/** @param names The columns, and texts of SQL, that queries read. */
export function ownSql(names: readonly string[]): OwnSql {
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
