/**
 * The texts that people read, for translation.
 *
 *   node scripts/l10n.mjs            reports texts that are not in a call that translates them, and exits 1 if there are some: in
 *                                    src/host it is vscode.l10n.t, in src/view and the other folders below t or plural
 *   node scripts/l10n.mjs --write    puts them into it
 *
 * The package's bundle of texts (l10n/bundle.l10n.json) is made of the calls when it is packaged; the texts of package.json are
 * moved to package.nls.json then (scripts/manifest.mjs).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import path from 'node:path';
import { globSync } from './files.mjs';

/** A word with a capital at the beginning, or two words with a space between them. */
const prose = /^[^\p{L}]*\p{Lu}[\p{Ll}’'-]+(?![\w-])|\p{L}[\p{Ll}.,:;)’]* (\{\d\}|\p{L})/u;
/** Names of products and keys, formats, markup, classes, styles and SQL. */
const notProse = [
  /^(Market Signals|Vega-Lite|Parquet|Arrow IPC|Markdown|Basic |Sandbox|Bullish|Bearish|noopener noreferrer)$/,
  /^((Control|Meta|Escape|Tab|Delete)$|(Shift|Alt)(\+|$)|Enter\b)/,
  /^%Y|^\{0\} \? '|^\w+\(\w*, \{0\}\)$/,
  /^\s*(\{0\})?<|^`|^\n|\{\s*[a-z-]+:|^(ms-|\(prefers-|max\(|\{0\} \{1\}px |default-src |document\.)/,
  // Columns that a chart computes.
  /^(place (of|in|on|before|after)\b|layer part$|(computed|column|bar|drawn|next|sum of) \{0\}$|has place$|panel order$|row facts$|counted points$|spoken (text|count)$|bull bear$|\{0\} panel end$|\{0\}Offset$|slice\()/,
  // The kinds of DuckDB's errors.
  /^(Binder|Catalog|Conversion|Dependency|Invalid Input|Mismatch Type|Not implemented|Out of Range|Parameter Not Resolved|Parser|Syntax|Unknown)$/,
  /^Bearer |^unnest\(|^gzip, |^series number$|^Current transaction is aborted|^all \{0\}$|^prepared \{0\}$|^(transaction|relation) |^"own |^concat\(|^\{0\} \|\| |^MSCI |^Russell /,
  /^--[ |]|^signals: /,
  // Expressions of Vega.
  /\bdatum\.\w/,
];
const sqlStart =
  /^(SELECT|INSERT|DELETE|CASE|ALTER|DEALLOCATE|BEGIN|EXPLAIN \(|EXPORT|PRAGMA [a-z_]+|READ|FORMAT|FROM|WITH|CREATE|DROP|TABLE|VISUALISE|SUMMARIZE|RESET|LABEL|SCALE)\b/;
const sqlSigns = /\w\(|\n|::/;
/** Words of SQL, unless they are in a sentence: `{0} IS NOT NULL`. */
const sqlWords =
  /\b(ALL|AND|ANY|AS|ASC|BETWEEN|BY|CASE|CAST|DATE|DESC|DISTINCT|DRAW|ELSE|FROM|IN|IS|JOIN|LIMIT|MAPPING|NOT|NULL|ON|OR|OVER|SELECT|SET|THEN|UNION|USING|WHEN|WHERE|WITH)\b|:= |\bNULLS LAST\b|^\w+\(\{/;
/** Properties that hold an id, a kind or a layer, or documentation, which is in English. */
const namelike = /^(id|resultId|kind|doc|help|described|describedIfPlaced|connects)$/;
/** Methods that look for a text in another one. */
const matching = /^(startsWith|endsWith|includes|indexOf)$/;
const sentence =
  /^(Write|Remove) |\p{Ll}\. \p{Lu}\p{Ll}|\p{Ll}[.?]$|\p{Ll}+ \p{Ll}+ \p{Ll}{2,}|\p{Ll}{2,} (\{\d\}|\p{Lu}+) \p{Ll}+[ ,:]|^\p{Lu}\p{Ll}* [^()]*[.,:;]( |$)/u;
const logMethods = new Set(['error', 'warn', 'info', 'debug', 'trace']);

/** A zone of the project, and how it has texts translated. */
export const host = {
  call: 'vscode.l10n.t',
  isCall: callee => /\bl10n\s*\.t$/.test(callee),
  importing: () => "import * as vscode from 'vscode';",
  sources: () => sourcesIn('src/host'),
};

export const view = {
  call: 't',
  isCall: callee => callee === 't',
  importing: file => {
    const module = path.posix.relative(path.posix.dirname(file), 'src/core/base/translations');
    return `import { t } from '${module.startsWith('.') ? module : `./${module}`}';`;
  },
  sources: () => ['src/view', 'src/drawing'].flatMap(sourcesIn),
};

/**
 * The folders outside of host and view whose texts are translated too, by the same table. What is not here is in English: the command
 * line, texts for language models, files for Jupyter, and the documentation of functions, columns and analyses.
 */
const translatedFolders = [
  'src/core/base',
  'src/core/client',
  'src/core/explorer',
  'src/core/language',
  'src/core/notebook',
  'src/core/overlays',
  'src/core/page',
  'src/core/portfolios',
  'src/core/protocol',
  'src/core/service',
  'src/core/sidebar',
  'src/core/sql',
  'src/core/visualise',
  'src/io',
  'src/kernel',
];
/** Descriptions and values of the service, cells that are written into notebooks, names of files, words of SQL, and internal errors. */
const documentation = new Set([
  'src/core/base/assertNever.ts',
  'src/core/language/completion/words.ts',
  'src/core/language/curlCommands.ts',
  'src/core/overlays/overlayChanges.ts',
  'src/core/overlays/snapshot.ts',
  'src/core/protocol/exportName.ts',
  'src/core/service/countryNames.ts',
  'src/core/service/enumerations.ts',
  'src/core/service/eventTypes.ts',
  'src/core/service/functionColumns.ts',
  'src/core/service/functions.ts',
  'src/core/service/parameters.ts',
  'src/core/service/referenceTables.ts',
  'src/core/service/sandboxPrices.ts',
  'src/core/sidebar/portfolioCells.ts',
  'src/core/sidebar/writtenCells.ts',
  'src/core/visualise/suggest/chartShapes.ts',
  'src/core/visualise/suggest/suggestCharts.ts',
  'src/kernel/export/exportColumns.ts',
  'src/kernel/language/cheapConstants.ts',
]);

export const core = {
  ...view,
  sources: () =>
    translatedFolders.flatMap(sourcesIn).filter(({ file }) => !documentation.has(file)),
};

function sourcesIn(folder) {
  return globSync(folder, /\.ts$/).map(file => ({ file, source: readFileSync(file, 'utf8') }));
}

/**
 * @param {string} source TypeScript.
 * @returns {{ text: string, line: number }[]} Texts for people outside of the zone's call; `{0}` is the first value in one.
 */
export function untranslated(source, zone = host) {
  return readTexts(source, zone).outside.map(placed(source));
}

/**
 * @param {string} source TypeScript of the view.
 * @returns {{ text: string, line: number }[]} Texts that are translated when the module is loaded, before there are translations.
 */
export function tooEarly(source, zone = view) {
  return readTexts(source, zone).early.map(placed(source));
}

/**
 * @param {string} source TypeScript.
 * @returns {{ text: string, line: number }[]} Calls whose text is no literal, so that translators do not have it.
 */
export function unknownTexts(source, zone = host) {
  return readTexts(source, zone).made.map(node => ({
    text: source.slice(node.start, node.end),
    line: placed(source)(node).line,
  }));
}

function placed(source) {
  return node => ({
    text: isText(node) ? textOf(node) : '',
    line: source.slice(0, node.start).split('\n').length,
  });
}

/**
 * @param {string} source
 * @returns {string[]} The texts in calls of the zone.
 */
export function translatable(source, zone = host) {
  const { inside, counted } = readTexts(source, zone);
  const nouns = counted.map(([noun, plural]) => [noun.value, plural?.value ?? `${noun.value}s`]);
  return [...inside.map(textOf), ...nouns.flat().map(noun => `{0} ${noun}`)];
}

/** @returns {Record<string, string>} l10n/bundle.l10n.json: each text that is translated, by itself. */
export function textBundle() {
  const everywhere = {
    ...view,
    sources: () => [...view.sources(), ...['src/core', 'src/io', 'src/kernel'].flatMap(sourcesIn)],
  };
  const texts = [host, everywhere].flatMap(zone =>
    zone.sources().flatMap(({ source }) => translatable(source, zone)),
  );
  return Object.fromEntries([...new Set(texts)].sort().map(text => [text, text]));
}

/**
 * @param {string} source
 * @returns {string} The same with each text for people in the zone's call.
 */
export function withTranslations(source, zone = host, file = '') {
  const nodes = readTexts(source, zone).outside;
  if (nodes.length === 0) {
    return source;
  }
  const written = render(0, source.length);
  const line = zone.importing(file);
  if (written.split('\n').includes(line)) {
    return written;
  }
  const importing = `${line}\n`;
  return /^import /m.test(written)
    ? written.replace(/^(?=import )/m, importing)
    : `${importing}\n${written}`;

  /** The text of a range, in which values of a template may have texts of their own. */
  function render(start, end) {
    let result = '';
    let at = start;
    for (const node of nodes) {
      if (node.start >= at && node.end <= end) {
        result += source.slice(at, node.start) + call(node);
        at = node.end;
      }
    }
    return result + source.slice(at, end);
  }

  function call(node) {
    const values = valuesOf(node).map(each => render(each.start, each.end));
    const literal = node.type === 'Literal' ? node.raw : quoted(textOf(node));
    return `${zone.call}(${[literal, ...values].join(', ')})`;
  }
}

function quoted(text) {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return text.includes("'") ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped}'`;
}

/** The text of a literal, a template or a sum of these. */
function textOf(node) {
  let count = 0;
  return partsOf(node)
    .map(part => (typeof part === 'string' ? part : `{${count++}}`))
    .join('');
}

function valuesOf(node) {
  return partsOf(node).filter(part => typeof part !== 'string');
}

/** Strings, and the nodes of the values between them. */
function partsOf({ type, value, quasis, expressions, left, right }) {
  switch (type) {
    case 'Literal':
      return [value];
    case 'TemplateLiteral':
      return quasis.flatMap((each, index) => [each.value.cooked, expressions[index] ?? '']);
    default:
      return [...partsOf(left), ...partsOf(right)];
  }
}

/** The nodes of texts in their order, outer before inner. */
function readTexts(source, zone) {
  const { program, errors } = parseSync('source.ts', source);
  if (errors.length > 0) {
    throw new Error(errors[0].message);
  }
  const found = { inside: [], outside: [], early: [], counted: [], made: [] };
  let functions = 0;
  visit(program, undefined);
  return found;

  function visit(node, parent) {
    if (Array.isArray(node)) {
      node.forEach(each => visit(each, parent));
      return;
    }
    if (node === null || typeof node !== 'object' || isNoText(node)) {
      return;
    }
    // A field has its value when an object is made.
    if (/Function|^PropertyDefinition$/.test(node.type ?? '') && node.static !== true) {
      functions++;
      Object.values(node).forEach(value => visit(value, node));
      functions--;
      return;
    }
    if (isTranslation(node)) {
      const [text] = node.arguments;
      if (isText(text) && valuesOf(text).length === 0) {
        found.inside.push(text);
      } else {
        found.made.push(node);
      }
      if (functions === 0) found.early.push(text);
      visit(node.arguments.slice(1), node);
      return;
    }
    // A sentence in its forms: plural(count, 'One row', '{0} rows').
    if (node.type === 'CallExpression' && node.callee.name === 'plural') {
      const [count, one, other, ...values] = node.arguments;
      if (isText(one) && isText(other)) {
        found.inside.push(one, other);
        visit([count, ...values], node);
        return;
      }
    }
    // A number with its noun: counted(count, 'row').
    if (node.type === 'CallExpression' && node.callee.name === 'counted') {
      const [, ...nouns] = node.arguments;
      if (nouns.length > 0 && nouns.every(isText)) {
        found.counted.push(nouns);
        visit(node.arguments[0], node);
        return;
      }
      if (nouns.length > 0) found.made.push(node);
    }
    const isProgram = isText(node) && isName(node, parent);
    if (isProgram || (isText(node) && isProse(textOf(node)))) {
      if (!isProgram) {
        found.outside.push(node);
      }
      visit(valuesOf(node), node);
      return;
    }
    Object.values(node).forEach(value => visit(value, parenthesised(node) ? parent : node));
  }

  function parenthesised({ type }) {
    return type === undefined || type === 'ParenthesizedExpression';
  }

  /** Imports, types, and calls whose texts are for a log or for nobody. */
  function isNoText(node) {
    const { type, callee } = node;
    if (/^(Import|ExportAll|TS(?!As|Satisfies|NonNull|Parameter))/.test(type ?? '')) {
      return true;
    }
    if (type === 'NewExpression') {
      return callee.name === 'RangeError';
    }
    if (type !== 'CallExpression') {
      return false;
    }
    const isLog =
      callee.type === 'MemberExpression' &&
      logMethods.has(callee.property.name) &&
      /\blog$/.test(source.slice(callee.object.start, callee.object.end));
    return isLog || callee.name === 'Symbol';
  }

  function isTranslation({ type, callee }) {
    return type === 'CallExpression' && zone.isCall(source.slice(callee.start, callee.end));
  }
}

function isText({ type, value, operator, left, right }) {
  return (
    (type === 'Literal' && typeof value === 'string') ||
    type === 'TemplateLiteral' ||
    (type === 'BinaryExpression' && operator === '+' && isText(left) && isText(right))
  );
}

/** Whether a text is what the program goes by. */
function isName(node, parent) {
  switch (parent?.type) {
    case 'BinaryExpression':
      return parent.operator !== '+';
    case 'Property':
      return parent.key === node || namelike.test(parent.key.name);
    case 'MemberExpression':
      // A list of names: 'one other'.split(' ').
      return parent.property === node || parent.property.name === 'split';
    case 'CallExpression':
      return parent.callee.name === 'words' || matching.test(parent.callee.property?.name);
    case 'PropertyDefinition':
      return parent.key.name === 'name';
    case 'SwitchCase':
    case 'TaggedTemplateExpression':
      return true;
    default:
      return false;
  }
}

function isProse(text) {
  return (
    prose.test(text) &&
    !notProse.some(pattern => pattern.test(text)) &&
    !(sqlStart.test(text) && (sqlSigns.test(text) || !sentence.test(text))) &&
    !(sqlWords.test(text) && !sentence.test(text))
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isWriting = process.argv.includes('--write');
  let count = 0;
  for (const zone of [host, view, core]) {
    for (const { file, source } of zone.sources()) {
      const texts = untranslated(source, zone);
      count += texts.length;
      if (isWriting) {
        writeFileSync(file, withTranslations(source, zone, file));
      } else {
        texts.forEach(({ text, line }) => console.log(`${file}:${line} ${JSON.stringify(text)}`));
      }
    }
  }
  console.log(`${count} texts ${isWriting ? 'were put into' : 'are not in'} vscode.l10n.t or t.`);
  process.exit(isWriting || count === 0 ? 0 : 1);
}
