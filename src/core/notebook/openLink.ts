/**
 * Links that open a notebook in the editor: `…/open?notebook=…` with a notebook, or
 * `…/open?function=bullish_stocks&amount=50` with a call of a signal function.
 *
 * A link is somebody else's text. What it may hold is listed here, everything else is a problem, and opening one runs nothing.
 */

import { t } from '../base/translations';
import type { Json } from '../base/json';
import { nearest } from '../base/nearest';
import { textLiteral } from '../base/quoted';
import { visibleText } from '../base/visibleText';
import { signalFunctionNamed, signalFunctions, type SignalFunction } from '../service/functions';
import { argumentSentence } from '../sql/argumentProblems';
import { checkArguments } from '../sql/arguments';
import type { Notebook } from './notebook';
import { readNotebook } from './notebookFile';

/** The path of a link, after the extension's name. */
const openPath = '/open';

/** Characters of a whole link: Windows starts a program with at most 32,767. */
const maxLinkLength = 30_000;

/** Bytes of a notebook in a link. */
const maxLinkedText = 1_000_000;

const maxValues = 200;
const maxValueLength = 300;

/** A notebook's text as a link holds it, in letters, digits, `-` and `_`. */
export interface LinkedTexts {
  readonly pack: (text: string) => string;
  /** @throws {Error} If `packed` is not what `pack` makes, or its text has more than `most` bytes. */
  readonly unpack: (packed: string, most: number) => string;
}

/** A link that cannot be opened. Its message is for the user. */
class LinkError extends Error {
  override readonly name = 'LinkError';
}

/**
 * @param path The part of a link before `?`, after the extension's name.
 * @param query The part after `?`, as VS Code returns it: decoded.
 * @returns The notebook, without outputs.
 * @throws {LinkError} If the link has anything but the above.
 * @throws {NotebookFileError} If its notebook is in a newer format.
 */
export function linkedNotebook(path: string, query: string, { unpack }: LinkedTexts): Notebook {
  if (path !== openPath) {
    throw new LinkError(
      t('A link can only open a notebook: its path is {0}, not {1}.', openPath, cut(path)),
    );
  }
  if (query.length > maxLinkLength) {
    throw new LinkError(t('The link is longer than {0} characters.', maxLinkLength));
  }
  const values = valuesOf(query);
  const [kind, ...others] = ['notebook', 'function'].filter(name => values.has(name));
  if (kind === undefined || others.length > 0) {
    throw new LinkError(
      t(
        'A link has either notebook=… or function=…, the name of a signal function and its arguments.',
      ),
    );
  }
  return kind === 'notebook' ? ownNotebook(values, unpack) : callNotebook(values);
}

/**
 * @param origin For example `vscode://market-signals.market-signals`.
 * @param text The text of a notebook.
 * @throws {LinkError} If the link would be too long to be passed on.
 */
export function notebookLink(origin: string, text: string, { pack }: LinkedTexts): string {
  const link = `${origin}${openPath}?notebook=${pack(text)}`;
  if (link.length > maxLinkLength) {
    throw new LinkError(
      t(
        'The notebook is too long for a link, which programs cut at about 30,000 characters. Send its file instead.',
      ),
    );
  }
  return link;
}

function valuesOf(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const parts = query.split('&').filter(part => part !== '');
  if (parts.length > maxValues) {
    throw new LinkError(t('The link has more than {0} values.', maxValues));
  }
  for (const part of parts) {
    const at = part.indexOf('=');
    const name = (at < 0 ? part : part.slice(0, at)).toLowerCase();
    values.set(name, [...(values.get(name) ?? []), at < 0 ? '' : part.slice(at + 1)]);
  }
  return values;
}

function ownNotebook(
  values: ReadonlyMap<string, readonly string[]>,
  unpack: LinkedTexts['unpack'],
): Notebook {
  const [packed = '', ...more] = values.get('notebook') ?? [];
  if (more.length > 0 || values.size > 1) {
    throw new LinkError(t('A link with notebook=… has nothing else.'));
  }
  const { frontMatter, cells } = readNotebook(unpacked(packed, unpack));
  if (cells.length === 0) {
    throw new LinkError(t('The link holds a notebook without cells.'));
  }
  return {
    frontMatter,
    cells: cells.map(({ kind, language, text }) => ({ kind, language, text })),
  };
}

function unpacked(packed: string, unpack: LinkedTexts['unpack']): string {
  try {
    return unpack(packed, maxLinkedText);
  } catch (cause) {
    throw new LinkError(t('The link is damaged or cut: it holds no notebook. Ask for it again.'), {
      cause,
    });
  }
}

function callNotebook(values: ReadonlyMap<string, readonly string[]>): Notebook {
  const [name = '', ...more] = values.get('function') ?? [];
  const called = signalFunctionNamed(name);
  if (!called || more.length > 0) {
    const names = signalFunctions.map(each => each.name);
    const near = nearest(name, names);
    const hint =
      near === null ? t('It is one of {0}.', names.join(', ')) : t('Did you mean {0}?', near);
    throw new LinkError(t("The link's function {0} does not exist. {1}", cut(name), hint));
  }
  const given = [...values].filter(([key]) => key !== 'function');
  const long = given.find(([, texts]) => texts.some(text => text.length > maxValueLength));
  if (long) {
    throw new LinkError(
      t('{0} in the link is longer than {1} characters.', cut(long[0]), maxValueLength),
    );
  }
  const checked = checkArguments(
    called,
    given.map(([key, texts]) => evaluated(called, key, texts)),
  );
  if ('code' in checked) {
    throw new LinkError(t('The link is not a call: {0}', visibleText(argumentSentence(checked))));
  }
  return {
    frontMatter: { raw: '' },
    cells: [{ kind: 'code', language: 'signals-sql', text: callText(called, given) }],
  };
}

/** The argument as DuckDB would return it. */
function evaluated(
  called: SignalFunction,
  name: string,
  texts: readonly string[],
): { name: string; value: Json; type: string } {
  const [first = ''] = texts;
  if (texts.length > 1) {
    return { name, value: texts, type: 'VARCHAR[]' };
  }
  return typeOf(called, name) === 'integer' && /^-?\d{1,9}$/.test(first)
    ? { name, value: Number(first), type: 'INTEGER' }
    : { name, value: first, type: 'VARCHAR' };
}

function typeOf(called: SignalFunction, name: string): string | undefined {
  return called.arguments.find(each => each.name === name)?.type;
}

/** @returns The call as a person would write it, its arguments in the order of the link. */
function callText(
  called: SignalFunction,
  given: readonly (readonly [string, readonly string[]])[],
): string {
  const written = (name: string, text: string): string => {
    const type = typeOf(called, name);
    const literal = type === 'integer' ? String(Number(text)) : textLiteral(text);
    return type === 'date' ? `DATE ${literal}` : literal;
  };
  const value = (name: string, texts: readonly string[]): string => {
    const all = texts.map(text => written(name, text)).join(', ');
    return texts.length === 1 ? all : `[${all}]`;
  };
  const positional = given.filter(([name]) => name === called.first);
  const named = given.filter(([name]) => name !== called.first);
  const args = [
    ...positional.map(([name, texts]) => value(name, texts)),
    ...named.map(([name, texts]) => `${name} := ${value(name, texts)}`),
  ];
  return `FROM ${called.name}(${args.join(', ')})`;
}

function cut(text: string): string {
  const shown = visibleText(text);
  return shown.length > 60 ? `${shown.slice(0, 57)}…` : shown;
}
