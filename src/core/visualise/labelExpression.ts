/** RENAMING: labels of an axis or a legend as one Vega expression. */

import { t } from '../base/translations';
import type { ColumnKind } from './chartColumn';
import type { Report } from './report';
import type { RenamingNode } from './tree';

/** Directives with the same meaning in Rust's chrono and D3, after `shortTimes` are expanded. */
const TIME_FORMAT = /^(?:%-?[aAbBdeGHIjmMpSuUVwWyY%]|[^%])+$/;

/** Directives of chrono that are short for several. */
const shortTimes: Readonly<Record<string, string>> = {
  '%F': '%Y-%m-%d',
  '%D': '%m/%d/%y',
  '%T': '%H:%M:%S',
  '%R': '%H:%M',
  '%h': '%b',
};

/** A printf format of a number, with text around it; `%%` is a percent sign. */
const NUMBER_FORMAT = /^((?:[^%]|%%)*)%([-+ 0#]*)(\d*)(\.\d+)?([dieufFgGoxX])((?:[^%]|%%)*)$/;

/** Words of a label that `{:Title}` begins with a capital; an expression of Vega has no loop. */
const TITLE_WORDS = 8;

/** A value that is shown: expressions of Vega. */
export interface Labelled {
  /** The raw value. */
  readonly value: string;
  /** The text that it has where nothing is renamed. */
  readonly label: string;
  readonly kind: ColumnKind;
}

/** A value that RENAMING may name. */
export interface Renamed extends Labelled {
  /** The text by which it is named: its own, unlike `label` never shortened. */
  readonly text: string;
}

/**
 * @param renamings What is written after RENAMING.
 * @returns An expression of the value's label.
 */
export function labelExpression(
  renamings: readonly RenamingNode[],
  renamed: Renamed,
  report: Report,
): string {
  const template = renamings.find(({ from }) => from.kind === 'wildcard');
  const rest = template ? templateExpression(template, renamed, report) : renamed.label;
  return renamings.reduceRight((otherwise, { from, label: to }) => {
    if (from.kind === 'wildcard') {
      return otherwise;
    }
    const isValue = `${valueText(renamed, from.value)} === ${JSON.stringify(from.value)}`;
    // As a text it also names what is missing.
    const condition = from.value === 'null' ? `${renamed.value} === null || ${isValue}` : isValue;
    return `${condition} ? ${JSON.stringify(to ?? '')} : ${otherwise}`;
  }, rest);
}

/**
 * @param template Text with `{}` or `{:format …}` where the value goes.
 * @returns An expression that makes a text; a format that is not known is reported by its name.
 */
export function formatExpression(
  template: string,
  { value, label, kind }: Labelled,
  unknown: (format: string) => void,
): string {
  const parts = template.split(/(\{[^{}]*\})/).filter(part => part !== '');
  const pieces = parts.map(part => {
    if (!part.startsWith('{') || !part.endsWith('}')) {
      return JSON.stringify(part);
    }
    const piece = formatted(part.slice(1, -1).trim(), value, label, kind);
    if (piece === undefined) {
      unknown(part);
    }
    return piece ?? label;
  });
  return pieces.length === 0 ? '""' : pieces.join(' + ');
}

function templateExpression(
  { label: template, span }: RenamingNode,
  labelled: Labelled,
  report: Report,
): string {
  if (template === null) {
    return '""';
  }
  const { label } = labelled;
  const inner = label.includes('?') ? `(${label})` : label;
  return formatExpression(template, { ...labelled, label: inner }, format => {
    report.notYet(
      span,
      t('The format {0}', format),
      t('Possible: {}, {:Title}, {:UPPER}, {:lower}, {:num …}, {:time …}.'),
    );
  });
}

function formatted(
  format: string,
  value: string,
  label: string,
  kind: ColumnKind,
): string | undefined {
  if (format === '') {
    return label;
  }
  if (format === ':UPPER' || format === ':lower') {
    return `${format === ':UPPER' ? 'upper' : 'lower'}(${label})`;
  }
  if (format === ':Title') {
    return titled(label);
  }
  const [, name, written = ''] = /^:(num|time)\s+(.*)$/.exec(format) ?? [];
  const pattern = written.replace(/%[FDTRh]/g, short => shortTimes[short] ?? short);
  if (name === 'time' && TIME_FORMAT.test(pattern) && isTime(kind)) {
    return `utcFormat(${value}, ${JSON.stringify(pattern)})`;
  }
  return name === 'num' && kind === 'number' ? numberExpression(written, value) : undefined;
}

/** The first letter of each word as a capital, the others as they are. */
function titled(label: string): string {
  // Blanks at the end make as many words as are taken, some of them empty.
  const words = `split(${label} + ${JSON.stringify(' '.repeat(TITLE_WORDS))}, ' ')`;
  const first = Array.from(
    { length: TITLE_WORDS },
    (_, at) => `upper(slice(${words}[${at}], 0, 1)) + slice(${words}[${at}], 1)`,
  );
  return `trim(${first.join(` + ' ' + `)} + ' ' + join(slice(${words}, ${TITLE_WORDS}), ' '))`;
}

/** From printf's `%+08.2f` to D3's `+08.2f`. */
function numberExpression(printf: string, value: string): string | undefined {
  const match = NUMBER_FORMAT.exec(printf);
  if (!match) {
    return undefined;
  }
  const [, before = '', flags = '', width = '', precision = '', letter = '', after = ''] = match;
  const number = `format(${value}, ${JSON.stringify(d3Format(flags, width, precision, letter))})`;
  const texts = [before, after].map(text => text.replaceAll('%%', '%'));
  const [left, right] = texts.map(text => (text === '' ? '' : JSON.stringify(text)));
  return `${left ? `${left} + ` : ''}${number}${right ? ` + ${right}` : ''}`;
}

function d3Format(flags: string, width: string, precision: string, letter: string): string {
  const align = flags.includes('-') && width !== '' ? '<' : '';
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const zero = flags.includes('0') && align === '' ? '0' : '';
  const type = 'diu'.includes(letter) ? 'd' : letter === 'X' ? 'X' : letter.toLowerCase();
  return `${align}${sign}${flags.includes('#') ? '#' : ''}${zero}${width}${type === 'd' ? '' : precision}${type}`;
}

/** How a value of the scale is compared with the written one. */
function valueText({ value, text, kind }: Renamed, written: unknown): string {
  if (typeof written === 'string' && isTime(kind)) {
    const pattern = written.length <= 10 ? '%Y-%m-%d' : '%Y-%m-%dT%H:%M:%S';
    return `utcFormat(${value}, ${JSON.stringify(pattern)})`;
  }
  return typeof written === 'string' && kind !== 'text' ? text : value;
}

function isTime(kind: ColumnKind): boolean {
  return kind === 'date' || kind === 'timestamp' || kind === 'instant';
}
