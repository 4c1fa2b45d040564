/** The options of a cell that have a meaning here: what they do, which values they take, and what is wrong with them. */

import { nearest } from '../base/nearest';
import { t } from '../base/translations';
import { cellOptions, type CellOption } from '../notebook/cellOptions';
import { testOf } from '../notebook/cellTest';
import type { Span } from '../base/span';
import type { CellText } from './notebookText';
import { findingAt, type Finding } from './problems';

interface KnownOption {
  readonly name: string;
  /** A few words. */
  readonly detail: () => string;
  readonly doc: string;
  /** The values that it takes, as a sentence says them. */
  readonly expected: () => string;
  /** The heading of `docs/notebooks.md` that explains it. */
  readonly heading: string;
  readonly takes: (value: string) => boolean;
}

export const knownOptions: readonly KnownOption[] = [
  {
    name: 'code-fold',
    detail: () => t('opens with the code folded'),
    doc: 'The notebook opens with the code of this cell folded; its result is shown.',
    expected: () => t('true or false'),
    heading: 'code-and-results',
    // Quarto's third value is like false.
    takes: value => /^(?:true|false|show)$/i.test(value),
  },
  {
    name: 'test',
    detail: () => t('each row is a failure'),
    doc: 'The cell is a test of this name: each row of its result is a failure, and an empty result passes. Macros such as `check_unique` and `check_range` return the rows that are wrong.',
    expected: () => t('the name of the test'),
    heading: 'tests',
    takes: value => value !== '',
  },
  {
    name: 'echo',
    detail: () => t('leaves the query out of pages'),
    doc: 'With `false`, a page made of the notebook has the result of this cell without its query.',
    expected: () => t('true or false'),
    heading: 'a-notebook-as-a-page',
    takes: value => /^(?:true|false)$/i.test(value),
  },
  {
    name: 'column',
    detail: () => t('takes half of the width of pages'),
    doc: 'With `half`, a page made of the notebook, where it is wide enough, shows this cell beside the next one of half the width.',
    expected: () => 'half',
    heading: 'a-notebook-as-a-page',
    takes: value => /^half$/i.test(value),
  },
];

/** @returns The option on the line of `offset` with its meaning; null if there is none that is known. */
export function optionAt(
  { text, language }: Pick<CellText, 'language' | 'text'>,
  offset: number,
): { readonly option: CellOption; readonly known: KnownOption } | null {
  const option = cellOptions(language, text).find(
    ({ span }) => span.from <= offset && offset <= span.to,
  );
  const known = knownOptions.find(({ name }) => name === option?.name);
  return option && known ? { option, known } : null;
}

/** @returns The findings in the options of each cell. */
export function optionFindings(cells: readonly Pick<CellText, 'language' | 'text'>[]): Finding[][] {
  const tests = cells.map(({ language, text }) => testOf(language, text));
  return cells.map(({ language, text }, cell) => [
    ...cellOptions(language, text).flatMap(option => [
      ...wrongName(text, option),
      ...wrongValue(option),
    ]),
    ...sameTest(tests, cell),
  ]);
}

/** Quarto's options that look like one of ours, and have no meaning here. */
const others = ['code-tools'];

/** Options of other programs are left alone, unless one of ours is probably meant: a misspelled test would never fail. */
function wrongName(text: string, { name, span }: CellOption): Finding[] {
  const names = knownOptions.map(known => known.name);
  const near = [...names, ...others].includes(name) ? null : nearest(name, names);
  const written = text.slice(span.from, span.to).toLowerCase();
  const from = span.from + written.indexOf(name, written.indexOf('|'));
  return near === null
    ? []
    : [findingAt('optionName', { from, to: from + name.length }, { option: name, near })];
}

function wrongValue({ name, value, span }: CellOption): Finding[] {
  const known = knownOptions.find(each => each.name === name);
  return !known || known.takes(value)
    ? []
    : [findingAt('optionValue', span, { option: name, value, expected: known.expected() })];
}

/** Reports name a test by its name alone, so two of one name cannot be told apart. */
function sameTest(
  tests: readonly ({ readonly value: string; readonly span: Span } | null)[],
  cell: number,
): Finding[] {
  const own = tests[cell];
  const first = own ? tests.findIndex(each => each?.value === own.value) : -1;
  return own && first >= 0 && first < cell
    ? [findingAt('sameTest', own.span, { name: own.value, cell: first + 1 })]
    : [];
}
