/**
 * The texts that the extension host and its pages show, for translation.
 *
 *   node scripts/l10n.mjs            reports texts of src/host that are not in vscode.l10n.t, and of src/view that are not in t, and
 *                                    exits 1 if there are some
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
/** Names of products and keys, markup, classes, styles and SQL. */
const notProse =
  /^(ms-|Control$|Meta$|(Shift|Alt)(\+|$)|Enter\b|Escape$|Tab$|Delete$|\(prefers-|max\(|\{0\} \{1\}px )|^(Market Signals|Vega-Lite|Parquet|Arrow IPC)$|^\s*[<`]|^\n|^default-src |\{\s*[a-z-]+:|^(SELECT|FROM|WITH|CREATE|DROP|TABLE|VISUALISE)\b/;
const logMethods = new Set(['error', 'warn', 'info', 'debug', 'trace']);

/** A zone of the project, and how it has texts translated. */
export const host = {
  call: 'vscode.l10n.t',
  isCall: callee => /\bl10n\s*\.t$/.test(callee),
  importing: () => "import * as vscode from 'vscode';",
  sources: () => sourcesIn('src/host'),
};

/**
 * Without what is in English: what draws charts, which runs without a page too, and the script of a page that is written to a file.
 */
export const view = {
  call: 't',
  isCall: callee => callee === 't',
  importing: file => {
    const module = path.posix.relative(path.posix.dirname(file), 'src/core/base/translations');
    return `import { t } from '${module}';`;
  },
  sources: () =>
    sourcesIn('src/view').filter(({ file }) => !/\/chart\/|\/notebookPage\.ts$/.test(file)),
};

/** What pages show of core's words is translated there; the rest of core is in English. */
export const core = { ...view, sources: () => sourcesIn('src/core') };

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
export function tooEarly(source) {
  return readTexts(source, view).early.map(placed(source));
}

function placed(source) {
  return node => ({
    text: textOf(node),
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

/** @returns {Record<string, string>} l10n/bundle.l10n.json: each text of the host and its pages, by itself. */
export function textBundle() {
  const texts = [host, view, core].flatMap(zone =>
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
  const found = { inside: [], outside: [], early: [], counted: [] };
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
      found.inside.push(node.arguments[0]);
      if (functions === 0) found.early.push(node.arguments[0]);
      visit(node.arguments.slice(1), node);
      return;
    }
    // A number with its noun: counted(count, 'row').
    if (node.type === 'CallExpression' && node.callee.name === 'counted') {
      const [, ...nouns] = node.arguments;
      if (nouns.length > 0 && nouns.every(isText)) {
        found.counted.push(nouns);
        visit(node.arguments[0], node);
        return;
      }
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
  for (const zone of [host, view]) {
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
