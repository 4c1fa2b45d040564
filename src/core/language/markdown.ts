/** Markdown that contains untrusted text: none of that text becomes markup. */

import { t } from '../base/translations';
import type { CallableArgument } from './callables';

/** Longer texts of others are cut off. */
const MAX_SHOWN = 300;

/** @returns The text with everything that Markdown or HTML would read as markup escaped, on one line, bounded. */
export function escaped(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  const shown = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
  // A zero-width break keeps addresses from becoming links.
  return shown
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&"'=$]/g, '\\$&')
    .replace(/:\\?\/|www/gi, match => `${match.charAt(0)}\u200b${match.slice(1)}`);
}

/** @returns The text as code, whatever it holds, on one line. */
export function code(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, MAX_SHOWN);
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(run => run.length)) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return line === '' ? '' : `${fence}${pad}${line}${pad}${fence}`;
}

/** @returns Lines in a fence that they cannot close. */
export function codeBlock(lines: readonly string[], language = 'text'): string {
  const text = lines.map(line => line.replace(/[\p{Cc}]+/gu, ' ')).join('\n');
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map(run => run.length)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** More values than these are counted. */
const FEW_VALUES = 24;

/** @returns The docs of an argument, with its allowed values. */
export function argumentMarkdown({ doc, kind, values, ...own }: CallableArgument): string {
  const shown = values.slice(0, FEW_VALUES).map(({ value }) => code(`'${value}'`));
  const more = values.length > FEW_VALUES ? t(' and {0} more', values.length - FEW_VALUES) : '';
  const facts = [
    doc === null || doc === '' ? null : escaped(doc),
    shown.length === 0 ? null : t('Allowed: {0}{1}.', shown.join(', '), more),
    kind === 'date' ? t("A date: `DATE '2026-01-31'`, `current_date - 30`, or a variable.") : null,
    own.repeatable && kind !== 'entities' ? t('One value, or a list of them.') : null,
    own.default === null ? null : t('Default: {0}.', code(own.default)),
    own.required ? t('Required.') : null,
  ];
  return facts.filter(fact => fact !== null).join('\n\n');
}
