import { t } from '../base/translations';

/**
 * SVG that only draws: a closed list of elements and attributes, no script, no style sheet, no link, no picture, and
 * no reference but to what the same text defines.
 *
 * A saved chart is opened by browsers, which run what an SVG holds.
 */

const svgElements: ReadonlySet<string> = new Set(
  'svg g path rect line circle ellipse text tspan defs clipPath linearGradient radialGradient stop title metadata'.split(
    ' ',
  ),
);

const svgAttributes: ReadonlySet<string> = new Set(
  'xmlns version width height viewBox x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d transform id class role aria-label aria-roledescription aria-hidden fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit opacity clip-path font-family font-size font-weight font-style font-variant text-anchor dominant-baseline letter-spacing offset stop-color stop-opacity gradientUnits gradientTransform'.split(
    ' ',
  ),
);

/** The deepest nesting of a chart's elements. */
const maxDepth = 100;
const namespace = 'http://www.w3.org/2000/svg';
const tag = /<(\/?)([A-Za-z]+)((?:\s[^<>]*)?\/?)>/y;
const attribute = /\s+([A-Za-z][\w-]*)="([^"<>]*)"/y;

/** @returns Whether an attribute's value has no external reference. */
function isInnerValue(name: string, value: string): boolean {
  return name === 'xmlns'
    ? value === namespace
    : !/url\s*\(/i.test(value) || /^url\((&quot;|["'])?#[\w-]+\1?\)$/.test(value);
}

/**
 * @param text Markup as an XML serializer writes it.
 * @returns Whether it is one `<svg>` that only draws. Takes time in proportion to the text.
 */
export function isPlainSvg(text: string): boolean {
  const open: string[] = [];
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const isBetween = next > at || next === -1;
    if (isBetween && open.length === 0) {
      return false;
    }
    if (next === -1) {
      return false;
    }
    tag.lastIndex = next;
    const found = tag.exec(text);
    if (!found || !step(found, open)) {
      return false;
    }
    at = tag.lastIndex;
    if (open.length === 0) {
      return at === text.length;
    }
  }
  return false;
}

/** @returns Whether the tag is allowed there; `open` lists the open elements and is updated. */
function step([, slash, name = '', rest = '']: RegExpExecArray, open: string[]): boolean {
  if (slash === '/') {
    return rest.trim() === '' && open.pop() === name;
  }
  const isEmpty = rest.endsWith('/');
  const isRoot = open.length === 0;
  if (!svgElements.has(name) || (isRoot && (name !== 'svg' || isEmpty)) || open.length > maxDepth) {
    return false;
  }
  if (!isEmpty) {
    open.push(name);
  }
  return areAttributes(isEmpty ? rest.slice(0, -1) : rest);
}

function areAttributes(rest: string): boolean {
  const end = rest.trimEnd().length;
  let at = 0;
  while (at < end) {
    attribute.lastIndex = at;
    const found = attribute.exec(rest);
    const [, name = '', value = ''] = found ?? [];
    if (!found || !svgAttributes.has(name) || !isInnerValue(name, value)) {
      return false;
    }
    at = attribute.lastIndex;
  }
  return true;
}

const part = /<(\/?)([^\s<>/]+)([^<>]*)>|[^<]+/y;
const written = /([^\s"<>=]+)="([^"<>]*)"/g;
/** A reference to a part of the page that the drawing is in. */
const reference = /^url\((?:&quot;|')?[^#"'&)]*(#[\w-]+)(?:&quot;|')?\)$/;

/**
 * Leaves out of a drawing what is not on the lists: styles of the page, links, pictures, and references to anything but its
 * own parts.
 *
 * @param text One `<svg>`, as an XML serializer or Vega writes it.
 * @throws {Error} If it is not.
 */
export function plainSvg(text: string): string {
  let plain = '';
  /** How many elements are open in one that is left out, itself included. */
  let left = 0;
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const [whole, slash, name, rest = ''] = part.exec(text) ?? [''];
    if (whole === '') {
      throw new Error(t('The chart has no drawing.'));
    }
    at += whole.length;
    const isEmpty = rest.endsWith('/');
    const isKept = name === undefined || svgElements.has(name);
    if (left > 0 || !isKept) {
      left += name === undefined || isEmpty ? 0 : slash === '/' ? -1 : 1;
    } else if (name === undefined || slash === '/') {
      plain += whole;
    } else {
      plain += `<${name}${plainAttributes(rest)}${isEmpty ? '/' : ''}>`;
    }
  }
  return plain;
}

function plainAttributes(rest: string): string {
  return [...rest.matchAll(written)]
    .map(([, name = '', value = '']) => ({ name, value: value.replace(reference, 'url($1)') }))
    .filter(({ name, value }) => svgAttributes.has(name) && isInnerValue(name, value))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .join('');
}
