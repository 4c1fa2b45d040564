/**
 * The front matter of a notebook: YAML between the `---` lines.
 *
 * The one file that needs a YAML parser, so that a caller may load it when it is first needed. A notebook is untrusted:
 * size and aliases are limited, and there are no custom tags.
 */

import { t } from '../base/translations';
import { parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { Span } from '../base/span';
import { readParameters } from './parameters';
import type { NotebookParameter } from './parameters';

/** Characters of front matter that are read; more is a problem, not a wait. */
export const maxFrontMatterLength = 32_768;

const MAX_ALIASES = 100;

export interface FrontMatterProblem {
  readonly code: 'yaml' | 'tooLong' | 'shape';
  /** In the raw front matter. */
  readonly span: Span;
  /** One sentence that can be shown as it is. */
  readonly message: string;
}

export interface FrontMatterContents {
  /** The stated version of the format, or null. */
  readonly version: number | null;
  readonly title: string | null;
  /** What the notebook is about, in a line. */
  readonly description: string | null;
  /** The name of a connection; whether there is one of that name is not known here. */
  readonly connection: string | null;
  readonly parameters: readonly NotebookParameter[];
  /** Portfolios that travel with the notebook: name to entities. */
  readonly portfolios: Readonly<Record<string, readonly string[]>>;
  /** What could not be read, and is ignored. */
  readonly problems: readonly FrontMatterProblem[];
}

/** Reads front matter; it never fails, and unknown keys are ignored. */
export function readFrontMatter(raw: string): FrontMatterContents {
  const whole = { from: 0, to: raw.length };
  if (raw.length > maxFrontMatterLength) {
    const message = t(
      'The front matter is longer than {0} characters and was not read.',
      maxFrontMatterLength,
    );
    return contents(new Map(), [{ code: 'tooLong', span: whole, message }]);
  }
  const document = parseYaml(raw);
  const [error] = document.errors;
  if (error) {
    const [from, to] = error.pos;
    const [what] = error.message.split(/ at line |\n/);
    const message = t('The front matter is not valid YAML: {0}.', what ?? error.code);
    return contents(new Map(), [{ code: 'yaml', span: { from, to }, message }]);
  }
  const value = plainValue(document);
  if (value instanceof Map) {
    const problems: FrontMatterProblem[] = [];
    const spans = keySpans(document);
    return contents(value, problems, (key, message) => {
      problems.push({ code: 'shape', span: spans.get(key) ?? whole, message });
    });
  }
  const message = t('The front matter should be keys with values, such as "title: My notebook".');
  const problems: FrontMatterProblem[] = [{ code: 'shape', span: whole, message }];
  return contents(new Map(), value === null || value === undefined ? [] : problems);
}

/** @returns A document without custom tags, with its `errors`. */
export function parseYaml(raw: string): Document.Parsed {
  return parseDocument(raw, { schema: 'core', customTags: [], merge: false, logLevel: 'silent' });
}

/** @returns The value with `Map`s for mappings, or `false` where it has too many aliases. */
export function plainValue(document: Document.Parsed): unknown {
  try {
    return document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof ReferenceError) {
      return false;
    }
    throw error;
  }
}

type Report = (key: string, message: string) => void;

function contents(
  values: ReadonlyMap<unknown, unknown>,
  problems: readonly FrontMatterProblem[],
  report: Report = () => undefined,
): FrontMatterContents {
  const version = values.get('signals');
  return {
    version: typeof version === 'number' ? version : null,
    title: readText('title', values.get('title'), report),
    description: readText('description', values.get('description'), report),
    connection: readText('connection', values.get('connection'), report),
    parameters: readParameters(values.get('parameters'), message => {
      report('parameters', message);
    }),
    portfolios: readPortfolios(values.get('portfolios'), report),
    problems,
  };
}

function readText(key: string, value: unknown, report: Report): string | null {
  if (typeof value === 'string') {
    return value;
  }
  if (value !== undefined && value !== null) {
    report(key, t('"{0}" should be text.', key));
  }
  return null;
}

function readPortfolios(value: unknown, report: Report): FrontMatterContents['portfolios'] {
  if (value === undefined || value === null) {
    return {};
  }
  if (!(value instanceof Map)) {
    report('portfolios', t('"portfolios" should be names, each with a list of entities.'));
    return {};
  }
  const portfolios: [string, readonly string[]][] = [];
  for (const [name, entities] of value as ReadonlyMap<unknown, unknown>) {
    if (typeof name === 'string' && Array.isArray(entities) && entities.every(isText)) {
      portfolios.push([name, entities]);
    } else {
      report('portfolios', t('The portfolio "{0}" should be a list of entities.', String(name)));
    }
  }
  return Object.fromEntries(portfolios);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function keySpans(document: Document.Parsed): ReadonlyMap<unknown, Span> {
  const items = document.contents && 'items' in document.contents ? document.contents.items : [];
  const spans = new Map<unknown, Span>();
  for (const item of items) {
    if ('key' in item && 'value' in item.key) {
      const [from, to] = item.key.range;
      spans.set(item.key.value, { from, to });
    }
  }
  return spans;
}
