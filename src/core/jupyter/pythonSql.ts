/** The SQL in the code cells of somebody's Jupyter notebook: magics, and plain strings that DuckDB is given. */

export interface CellSql {
  /** Statements in the order of the cell. */
  readonly statements: readonly string[];
  /** What of the cell is left without them; empty if it does nothing. */
  readonly rest: string;
}

/** Methods of a connection, and functions of the module `duckdb`, whose first argument is SQL. */
const CALLED = /^(?:sql|query|execute)$/;
const CELL_MAGIC = /^\s*%%(?:sql|duckdb)\b[ \t]*([^\r\n]*)(?:\r?\n|$)/;
const LINE_MAGIC = /[ \t]*(?:\w+[ \t]*=[ \t]*)?%sql[ \t]+(?!\w+:\/\/|-)(.+)/y;
/** Takes the place of SQL that is taken. */
const TAKEN = '\0';
/** Takes the place of line breaks in literals, whose lines are not lines of the code. */
const HELD = '\x01';
/** A line that only names or shows what was taken. */
const WRAPPED = new RegExp(
  `^[ \\t]*(?:\\w+[ \\t]*=[ \\t]*)?(?:print|display)?\\(?${TAKEN}\\)?[ \\t;]*$`,
);
const IDLE =
  /^[ \t]*(?:import duckdb|from duckdb import .*|%(?:load_ext|reload_ext) .*|%sql duckdb:\/\/|\w+[ \t]*=[ \t]*duckdb\.connect\((?:['"]:memory:['"])?\))[ \t]*$/;

/** @returns The names that code gives to connections of DuckDB, and the module itself. */
export function duckdbNames(code: string): ReadonlySet<string> {
  const named = [...code.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*duckdb\.connect\(/gm)];
  const imported = [...code.matchAll(/^[ \t]*import duckdb as (\w+)/gm)];
  return new Set(['duckdb', ...[...named, ...imported].flatMap(([, name]) => name ?? [])]);
}

/** @param names From `duckdbNames` of the whole notebook. */
export function sqlOfPython(source: string, names: ReadonlySet<string>): CellSql {
  // The marks cannot be in the code.
  const code = source.replaceAll(TAKEN, '\ufffd').replaceAll(HELD, '\ufffd');
  const magic = CELL_MAGIC.exec(code);
  if (magic) {
    return { statements: statement(code.slice(magic[0].length)), rest: (magic[1] ?? '').trim() };
  }
  const taken = takeStatements(code, names);
  const rest = taken.code
    .split(/\r?\n/)
    .filter(line => !WRAPPED.test(line) && !IDLE.test(line))
    .join('\n')
    .replaceAll(TAKEN, '…')
    .replaceAll(HELD, '\n')
    .trim();
  return { statements: taken.statements.flatMap(statement), rest };
}

const COMMENT = /#[^\n]*/y;
const NAME = /[A-Za-z_][\w.]*/y;
const GAP = /(?:\s|#[^\n]*|\\\r?\n)*/y;
/** What only shows or converts a result. */
const CHAIN =
  /(?:\s*\.(?:df|to_df|fetchdf|fetch_df|pl|arrow|fetch_arrow_table|fetchall|fetchone|fetchnumpy|show)\(\s*\))*/y;

/** @returns The SQL of magics and calls in the order of the code, and the code with marks in its place. */
function takeStatements(
  code: string,
  names: ReadonlySet<string>,
): { readonly code: string; readonly statements: readonly string[] } {
  const statements: string[] = [];
  let left = '';
  let at = 0;
  while (at < code.length) {
    const taken = magicAt(code, at) ?? callAt(code, at, names);
    if (taken) {
      statements.push(taken.text);
      left += TAKEN;
      at = taken.to;
      continue;
    }
    const inert = matchAt(COMMENT, code, at) ?? literalAt(code, at)?.whole;
    const skipped = inert ?? matchAt(NAME, code, at) ?? code[at] ?? '';
    left += inert === undefined ? skipped : skipped.replaceAll('\n', HELD);
    at += skipped.length;
  }
  return { code: left, statements };
}

interface TakenSql {
  readonly text: string;
  /** Where the code after it begins. */
  readonly to: number;
}

/** `%sql SELECT …`, a line of its own. */
function magicAt(code: string, from: number): TakenSql | null {
  if (from > 0 && code[from - 1] !== '\n') {
    return null;
  }
  LINE_MAGIC.lastIndex = from;
  const found = LINE_MAGIC.exec(code);
  return found && { text: found[1] ?? '', to: LINE_MAGIC.lastIndex };
}

/** `con.sql("…" "…")`, without further arguments, and what is done with its result. */
function callAt(code: string, from: number, names: ReadonlySet<string>): TakenSql | null {
  const name = matchAt(NAME, code, from) ?? '';
  const [owner = '', method = '', ...more] = name.split('.');
  if (more.length > 0 || !names.has(owner) || !CALLED.test(method)) {
    return null;
  }
  let at = from + name.length;
  at += (matchAt(GAP, code, at) ?? '').length;
  if (code[at] !== '(') {
    return null;
  }
  at++;
  const parts: string[] = [];
  for (;;) {
    at += (matchAt(GAP, code, at) ?? '').length;
    const literal = literalAt(code, at);
    if (!literal) {
      break;
    }
    if (literal.text === null) {
      return null;
    }
    parts.push(literal.text);
    at += literal.whole.length;
  }
  if (code[at] === ',') {
    at++;
    at += (matchAt(GAP, code, at) ?? '').length;
  }
  if (parts.length === 0 || code[at] !== ')') {
    return null;
  }
  at++;
  return { text: parts.join(''), to: at + (matchAt(CHAIN, code, at) ?? '').length };
}

const OPENING = /([A-Za-z]{0,2})('''|"""|'|")/y;

/** @returns The literal and its text; null for a text that is known when the code runs. */
function literalAt(
  code: string,
  from: number,
): { readonly whole: string; readonly text: string | null } | undefined {
  OPENING.lastIndex = from;
  const opening = OPENING.exec(code);
  if (!opening) {
    return undefined;
  }
  const [start, prefix = '', quote = ''] = opening;
  let at = from + start.length;
  while (at < code.length && !code.startsWith(quote, at)) {
    if (quote.length === 1 && code[at] === '\n') {
      return undefined;
    }
    at += code[at] === '\\' ? 2 : 1;
  }
  const body = code.slice(from + start.length, at);
  const whole = code.slice(from, at + quote.length);
  switch (prefix.toLowerCase()) {
    case '':
    case 'u':
      return { whole, text: unescaped(body) };
    case 'r':
      return { whole, text: body };
    default:
      return { whole, text: null };
  }
}

const ESCAPE =
  /\\(?:(\r?\n)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-7]{1,3})|([^]))/g;
const SINGLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  "'": "'",
  '"': '"',
  '\\': '\\',
};

/** @returns The text of a literal's inside; null if it names characters, which Python looks up. */
function unescaped(body: string): string | null {
  if (/(?<!\\)(?:\\\\)*\\N\{/.test(body)) {
    return null;
  }
  return body.replace(ESCAPE, (whole: string, ...parts: (string | undefined)[]) => {
    const [line, u, long, x, octal, single] = parts;
    const code = u ?? long ?? x;
    if (line !== undefined) {
      return '';
    }
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      return point > 0x10ffff ? whole : String.fromCodePoint(point);
    }
    return octal === undefined
      ? (SINGLE[single ?? ''] ?? whole)
      : String.fromCharCode(Number.parseInt(octal, 8));
  });
}

/** @returns The text without the indentation that all its lines have; nothing for an empty one. */
function statement(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const first = lines.findIndex(line => line.trim() !== '');
  const written = lines.slice(Math.max(0, first));
  const indents = written.flatMap(line => (line.trim() === '' ? [] : line.search(/\S/)));
  const least = indents.reduce((one, other) => Math.min(one, other), Infinity);
  const plain = written
    .map(line => line.slice(least))
    .join('\n')
    .trimEnd();
  return plain === '' ? [] : [plain];
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
