/** Which texts may stand where a colour stands. */

const NAME = /^[a-z]+$/i;
const HEX = /^#[0-9a-f]{3,8}$/i;
/** Nothing within the brackets that could open another bracket or escape a letter. */
const FUNCTION = /^(rgb|hsl|hwb|hcl|lab|lch|oklab|oklch|color)a?\([^()\\]*\)$/i;

/**
 * A colour can come out of the data or out of an expression. In an SVG a browser would load
 * `fill="url(https://…)"`, which no check of the specification can foresee.
 */
export function isColourText(text: string): boolean {
  return NAME.test(text) || HEX.test(text) || FUNCTION.test(text);
}

/** `#rgb` or `#rrggbb`, or a function without a part for transparency. */
const SOLID = /^(#[0-9a-f]{3}|#[0-9a-f]{6}|(rgb|hsl)\([^()\\/]*\))$/i;

/**
 * Some themes give a chart's colour as one that lets the page through, made for a minimap: on bars it is too pale to be
 * told from its neighbours.
 *
 * @returns `text` where it is a colour without transparency, otherwise `standard`.
 */
export function solidColour(text: string, standard: string): string {
  return SOLID.test(text) ? text : standard;
}
