/**
 * Reads a file of `content/analyses/`: the docstrings of its macros. DuckDB runs the file as it is.
 *
 * A macro is a comment and a CREATE MACRO that ends with a semicolon at the end of a line; one whose name begins with an
 * underscore is a helper, of which nothing is read. The comment of an analysis is its description, then the line
 * `-- Columns:` and a line for each column: name, type, meaning. Each parameter has a line of its own with its meaning as
 * a comment; without a comment it means what it means in the macro before. A comment line that is indented further
 * continues the one above it.
 *
 * DuckDB replaces the names of a macro's parameters wherever they occur as a bare name in its body, so no body refers to a
 * column of such a name; the body's own columns and steps begin with an underscore so that they cannot clash with the
 * user's. Helpers are called with their schema, since a user can change the search path.
 */

import { ContentError } from '../base/contentError';
import type { Analysis, AnalysisColumn, AnalysisParameter } from './analysis';

const HEAD = /^CREATE MACRO signals\.(\w+)\b/;
const HELPER = /^_/;
const COLUMN = /^-- {3}(\w+) +([A-Z]+(?:\[\])?) {2,}(\S.*)$/;
const MORE_OF_COLUMN = /^-- {4,}(\S.*)$/;
const PARAMETER = /^ {2}(\w+)(?: := (.+?))?,?(?: +-- (.*))?$/;
const MORE_OF_PARAMETER = /^ {3,}-- (.*)$/;

/**
 * @param file Its path, for errors.
 * @throws {ContentError} If the text is in another form.
 */
export function readAnalyses(file: string, text: string): Analysis[] {
  return new Reader(file, text.split('\n')).read();
}

class Reader {
  private at = 0;
  /** What the parameters of the file mean, by name. */
  private readonly meanings = new Map<string, string>();

  constructor(
    private readonly file: string,
    private readonly lines: readonly string[],
  ) {}

  read(): Analysis[] {
    const found: Analysis[] = [];
    while (this.at < this.lines.length) {
      if (this.line === '') {
        this.at++;
        continue;
      }
      const from = this.at;
      while (this.line.startsWith('--')) {
        this.at++;
      }
      const [, name] = HEAD.exec(this.line) ?? [];
      if (name !== undefined) {
        found.push(...this.macro(name, from));
      } else if (from > 0 || this.line !== '') {
        throw this.error('a comment and CREATE MACRO signals.name are expected');
      }
    }
    return found;
  }

  /** @param from The line at which its comment begins. */
  private macro(name: string, from: number): Analysis[] {
    const head = this.at;
    if (from === head) {
      throw this.error(`${name} has no comment`);
    }
    const next = this.lines.findIndex((line, at) => at >= head && line.endsWith(';')) + 1;
    if (next === 0 || this.lines.slice(head + 1, next).some(line => HEAD.test(line))) {
      throw this.error(`${name} does not end with a semicolon`);
    }
    const found: Analysis[] = [];
    if (!HELPER.test(name)) {
      const { doc, columns } = this.comment(from, head);
      found.push({ name, doc, parameters: this.parameters(head), columns });
    }
    this.at = next;
    return found;
  }

  private comment(from: number, to: number): { doc: string; columns: AnalysisColumn[] } {
    const title = this.lines.indexOf('-- Columns:', from);
    if (title <= from || title >= to) {
      this.at = from;
      throw this.error('a description and "-- Columns:" are expected in the comment');
    }
    const doc = this.lines.slice(from, title).map(line => line.slice(3));
    const columns: AnalysisColumn[] = [];
    for (this.at = title + 1; this.at < to; this.at++) {
      const [, name, type, meaning] = COLUMN.exec(this.line) ?? [];
      const [, more] = MORE_OF_COLUMN.exec(this.line) ?? [];
      const last = columns.at(-1);
      if (name !== undefined && type !== undefined && meaning !== undefined) {
        columns.push({ name, type, doc: meaning });
      } else if (last && more !== undefined) {
        columns.splice(-1, 1, { ...last, doc: `${last.doc} ${more}` });
      } else {
        throw this.error('a column is expected: name, type and, after two spaces, its meaning');
      }
    }
    return { doc: doc.filter(line => line !== '').join(' '), columns };
  }

  private parameters(head: number): AnalysisParameter[] {
    const found: AnalysisParameter[] = [];
    for (this.at = head + 1; this.line !== ') AS TABLE'; this.at++) {
      const [, name, standard, meaning] = PARAMETER.exec(this.line) ?? [];
      const [, more] = MORE_OF_PARAMETER.exec(this.line) ?? [];
      const last = found.at(-1);
      if (name !== undefined) {
        const doc = meaning ?? this.meanings.get(name);
        if (doc === undefined) {
          throw this.error(`the parameter ${name} has no comment`);
        }
        found.push({ name, default: standard ?? null, doc });
      } else if (last && more !== undefined) {
        found.splice(-1, 1, { ...last, doc: `${last.doc} ${more}` });
      } else {
        throw this.error('a parameter with its meaning as a comment, or ") AS TABLE", is expected');
      }
    }
    found.forEach(({ name, doc }) => this.meanings.set(name, doc));
    return found;
  }

  private get line(): string {
    return this.lines[this.at] ?? '';
  }

  private error(message: string): ContentError {
    return new ContentError(this.file, this.at + 1, message);
  }
}
