/**
 * The texts that the extension host shows, for translation.
 *
 *   node scripts/l10n.mjs            reports texts of src/host that are not in vscode.l10n.t, and exits 1 if there are some
 *   node scripts/l10n.mjs --write    puts them into it
 *
 * The package's bundle of texts (l10n/bundle.l10n.json) is made of the calls when it is packaged; the texts of package.json are
 * moved to package.nls.json then (scripts/manifest.mjs).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { globSync } from './files.mjs';

/** A word with a capital at the beginning, or two words with a space between them. */
const prose = /^[^\p{L}]*\p{Lu}[\p{Ll}’'-]+(?![\w-])|\p{L}[\p{Ll}.,:;)’]* (\{\d\}|\p{L})/u;
/** Names of products, markup, styles and SQL. */
const notProse =
  /^(Market Signals|Vega-Lite|Parquet|Arrow IPC)$|^\s*[<`]|^\n|^default-src |\{\s*[a-z-]+:|^(SELECT|FROM|WITH|CREATE|DROP|TABLE|VISUALISE)\b/;
const logMethods = new Set(['error', 'warn', 'info', 'debug', 'trace']);

/** @returns {{ file: string, source: string }[]} The files whose texts people read. */
export function hostSources() {
  return globSync('src/host', /\.ts$/).map(file => ({ file, source: readFileSync(file, 'utf8') }));
}

/**
 * @param {string} source TypeScript.
 * @returns {{ text: string, line: number }[]} Texts for people outside `vscode.l10n.t`; `{0}` is the first value in one.
 */
export function untranslated(source) {
  return readTexts(source).outside.map(node => ({
    text: textOf(node),
    line: source.slice(0, node.start).split('\n').length,
  }));
}

/**
 * @param {string} source
 * @returns {string[]} The texts in calls of `vscode.l10n.t`.
 */
export function translatable(source) {
  return readTexts(source).inside.map(textOf);
}

/** @returns {Record<string, string>} l10n/bundle.l10n.json: each text of the host, by itself. */
export function textBundle() {
  const texts = hostSources().flatMap(({ source }) => translatable(source));
  return Object.fromEntries([...new Set(texts)].sort().map(text => [text, text]));
}

/**
 * @param {string} source
 * @returns {string} The same with each text for people in `vscode.l10n.t`.
 */
export function withTranslations(source) {
  const nodes = readTexts(source).outside;
  if (nodes.length === 0) {
    return source;
  }
  const written = render(0, source.length);
  if (/^import \* as vscode from 'vscode';$/m.test(written)) {
    return written;
  }
  const importing = "import * as vscode from 'vscode';\n";
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
    return `vscode.l10n.t(${[literal, ...values].join(', ')})`;
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
function readTexts(source) {
  const { program, errors } = parseSync('source.ts', source);
  if (errors.length > 0) {
    throw new Error(errors[0].message);
  }
  const found = { inside: [], outside: [] };
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
    if (isTranslation(node)) {
      found.inside.push(node.arguments[0]);
      visit(node.arguments.slice(1), node);
      return;
    }
    if (isText(node) && !isName(node, parent) && isProse(textOf(node))) {
      found.outside.push(node);
      visit(valuesOf(node), node);
      return;
    }
    Object.values(node).forEach(value =>
      visit(value, typeof node.type === 'string' ? node : parent),
    );
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
    return (
      type === 'CallExpression' && /\bl10n\s*\.t$/.test(source.slice(callee.start, callee.end))
    );
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
    case 'MemberExpression':
      return parent.key === node || parent.property === node;
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
  return prose.test(text) && !notProse.test(text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isWriting = process.argv.includes('--write');
  let count = 0;
  for (const { file, source } of hostSources()) {
    const texts = untranslated(source);
    count += texts.length;
    if (isWriting) {
      writeFileSync(file, withTranslations(source));
    } else {
      texts.forEach(({ text, line }) => console.log(`${file}:${line} ${JSON.stringify(text)}`));
    }
  }
  console.log(`${count} texts ${isWriting ? 'were put into' : 'are not in'} vscode.l10n.t.`);
  process.exit(isWriting || count === 0 ? 0 : 1);
}
