/**
 * Reads a notebook of `content/gallery/`: one chart.
 *
 * The front matter states its title, id and name, and the first paragraph is its `use`. Then there is either a cell with
 * the query and its clause or, for a chart of a specification, three cells: the query that creates the tables, the
 * specification, and a query with a clause that draws the same more simply. The prose before a chart has a table of the
 * columns that the chart reads; before a specification it has one for each table of the session, headed by its name.
 */

import { ContentError } from '../base/contentError';
import { lineColumnAt } from '../base/span';
import type { NotebookCell } from '../notebook/notebook';
import { readNotebook } from '../notebook/notebookFile';
import type { ColumnRole, GalleryChart, GalleryClause, GalleryColumn } from './galleryChart';

const CLAUSE_CELLS = 'markdown, signals-sql';
const SPECIFICATION_CELLS = `${CLAUSE_CELLS}, markdown, vega-lite, ${CLAUSE_CELLS}`;
const TABLE = /^\| (?:column|`(\w+)`) \| role \| meaning \|$/;
const RULE = '| --- | --- | --- |';
const COLUMN = /^\| `(\w+)` \| (date|category|number|flag)(, optional)? \| (.+) \|$/;

interface Source {
  readonly file: string;
  readonly text: string;
}

/**
 * @param file Its path, for errors.
 * @throws {ContentError} If the text is in another form.
 */
export function readGalleryChart(file: string, text: string): GalleryChart {
  const source = { file, text };
  const { frontMatter, cells } = readNotebook(text);
  const [about, query, tables, specification, aboutClause, clause] = cells;
  const [use = ''] = about?.text.split('\n\n') ?? [];
  const entry = {
    id: stated(source, frontMatter.raw, 'id', /^G\d+$/) as `G${number}`,
    name: stated(source, frontMatter.raw, 'name', /^[a-z-]+$/),
    title: stated(source, frontMatter.raw, 'title', /^[A-Z]/),
    use: use.replaceAll('\n', ' '),
  };
  const languages = cells.map(({ language }) => language).join(', ');
  if (about && query && languages === CLAUSE_CELLS) {
    return { kind: 'visualise', ...entry, ...readClause(source, about, query) };
  }
  if (
    query &&
    tables &&
    specification &&
    aboutClause &&
    clause &&
    languages === SPECIFICATION_CELLS
  ) {
    return {
      kind: 'vega-lite',
      ...entry,
      query: query.text,
      tables: readTables(source, tables),
      drawing: specification.text,
      alone: readClause(source, aboutClause, clause),
    };
  }
  const message = `cells are expected in the order ${CLAUSE_CELLS} or ${SPECIFICATION_CELLS}, not ${languages}`;
  throw failure(source, about?.text ?? '', message);
}

/** @returns The value of a key, which is one line of text without quotes. */
function stated(source: Source, raw: string, key: string, form: RegExp): string {
  const value = new RegExp(`^${key}: (.*)$`, 'm').exec(raw)?.[1] ?? '';
  if (!form.test(value)) {
    throw failure(source, raw, `the front matter has no ${key} in the form ${form.source}`);
  }
  return value;
}

function readClause(
  source: Source,
  prose: NotebookCell,
  { text }: NotebookCell,
): GalleryClause & { readonly query: string } {
  const [table] = readTables(source, prose);
  const at = text.search(/^VISUALISE /m);
  if (!table || at < 1) {
    const missing = table ? 'query with a VISUALISE clause' : 'table of its columns before it';
    throw failure(source, text, `the cell has no ${missing}`);
  }
  return { query: text.slice(0, at - 1), columns: table.columns, drawing: text.slice(at) };
}

/** @returns The tables of the prose; the name of one that is headed by `column` is empty. */
function readTables(
  source: Source,
  { text }: NotebookCell,
): { readonly name: string; readonly columns: readonly GalleryColumn[] }[] {
  const tables: { readonly name: string; readonly columns: GalleryColumn[] }[] = [];
  for (const line of text.split('\n').filter(each => each.startsWith('|') && each !== RULE)) {
    const head = TABLE.exec(line);
    const [, name, role, optional, meaning] = COLUMN.exec(line) ?? [];
    if (head) {
      tables.push({ name: head[1] ?? '', columns: [] });
    } else if (name !== undefined && meaning !== undefined && tables.length > 0) {
      const column = { name, role: role as ColumnRole, meaning };
      tables
        .at(-1)
        ?.columns.push(optional === undefined ? column : { ...column, isOptional: true });
    } else {
      throw failure(source, line, 'a row of a table is expected: `name`, a role, and the meaning');
    }
  }
  return tables;
}

/** @param part What the line of the error begins with. */
function failure({ file, text }: Source, part: string, message: string): ContentError {
  return new ContentError(file, lineColumnAt(text, text.indexOf(part)).line, message);
}
