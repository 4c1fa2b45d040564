/** JavaScript's string methods with regular expressions, for patterns whose time is limited. */

import { t } from '../../core/base/translations';
import type { LinearPattern, PatternMatch } from './linearPattern';
import { mostTextLength, type WorkMeter } from './workMeter';

/** Whether the pattern matches in the text. */
export function testText(pattern: LinearPattern, text: string): boolean {
  return pattern.find(text, 0) !== null;
}

/** `text.replace(pattern, replacement)`, with the same meaning of `$1`, `$&` and the rest. */
export function replaceText(
  text: string,
  pattern: LinearPattern | string | undefined,
  replacement: string,
  meter: WorkMeter,
): string {
  if (pattern === undefined) {
    throw new Error(t('Please pass a string or RegExp argument to replace.'));
  }
  const found: readonly PatternMatch[] =
    typeof pattern === 'string' ? firstPlace(text, pattern, meter) : matches(pattern, text);
  let made = '';
  let end = 0;
  for (const match of found) {
    made += text.slice(end, match.start);
    made +=
      typeof pattern === 'string'
        ? expanded(replacement, text, match)
        : expanded(replacement, text, match, pattern);
    end = match.end;
    check(made, meter);
  }
  made += text.slice(end);
  check(made, meter);
  return made;
}

/** `text.split(pattern, limit)`. */
export function splitText(
  text: string,
  pattern: LinearPattern | string | undefined,
  limit: unknown,
  meter: WorkMeter,
): string[] {
  const most = limit === undefined ? 0xffffffff : Number(limit) >>> 0;
  meter.charge(text.length * 3, 'expressions');
  if (typeof pattern === 'string' || pattern === undefined) {
    chargeSearch(text, pattern ?? '', meter);
    return pattern === undefined ? [text] : text.split(pattern, most);
  }
  const parts: string[] = [];
  if (text === '') {
    return pattern.find(text, 0, true) || most === 0 ? [] : [text];
  }
  let from = 0;
  for (let match = pattern.find(text, 0, false); match && match.start < text.length;) {
    const isEmpty = match.end === match.start;
    if (isEmpty && match.start === from) {
      // An empty match splits between letters, never at the ends of the text.
      match = pattern.find(text, match.start + 1, false);
      if (!match || match.start >= text.length) {
        break;
      }
    }
    parts.push(text.slice(from, match.start));
    const { places, end } = match;
    for (let place = 2; place + 1 < places.length; place += 2) {
      parts.push(groupText(text, places, place / 2) as string);
    }
    from = end;
    match = pattern.find(text, from, false);
  }
  parts.push(text.slice(from));
  return parts.slice(0, most);
}

function firstPlace(text: string, pattern: string, meter: WorkMeter): PatternMatch[] {
  chargeSearch(text, pattern, meter);
  const start = text.indexOf(pattern);
  const end = start + pattern.length;
  return start < 0 ? [] : [{ start, end, places: [start, end] }];
}

function chargeSearch(text: string, pattern: string, meter: WorkMeter): void {
  meter.charge((text.length * Math.min(pattern.length, text.length)) / 16, 'expressions');
}

function matches(pattern: LinearPattern, text: string): PatternMatch[] {
  const found: PatternMatch[] = [];
  let match = pattern.find(text, 0);
  while (match) {
    found.push(match);
    const next = match.end === match.start ? match.end + 1 : match.end;
    match = pattern.global && next <= text.length ? pattern.find(text, next) : null;
  }
  return found;
}

/** The replacement with its `$` references filled in. */
function expanded(
  replacement: string,
  text: string,
  { start, end, places }: PatternMatch,
  pattern?: LinearPattern,
): string {
  const groups = places.length / 2 - 1;
  return replacement.replace(
    /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g,
    (whole: string, sign: string | undefined, digits: string | undefined, name?: string) => {
      if (sign !== undefined) {
        const named: Readonly<Record<string, string>> = {
          $: '$',
          '&': text.slice(start, end),
          '`': text.slice(0, start),
          "'": text.slice(end),
        };
        return named[sign] ?? whole;
      }
      if (digits === undefined) {
        const group = pattern?.groupNumber(name ?? '');
        return group === undefined ? whole : (groupText(text, places, group) ?? '');
      }
      const both = Number(digits);
      const one = Number(digits.charAt(0));
      if (both >= 1 && both <= groups) {
        return groupText(text, places, both) ?? '';
      }
      return digits.length === 2 && one >= 1 && one <= groups
        ? (groupText(text, places, one) ?? '') + digits.charAt(1)
        : whole;
    },
  );
}

function groupText(text: string, places: readonly number[], group: number): string | undefined {
  const [start = -1, end = -1] = places.slice(2 * group, 2 * group + 2);
  return start < 0 || end < 0 ? undefined : text.slice(start, end);
}

function check(made: string, meter: WorkMeter): void {
  meter.charge(10, 'expressions');
  if (made.length > mostTextLength) {
    meter.refuse(
      t(
        'A text that an expression makes may have at most 100,000 characters. Make it in SQL instead.',
      ),
    );
  }
}
