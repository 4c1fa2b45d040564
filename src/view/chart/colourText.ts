/** Checks texts that are used as colours. */

const NAME = /^[a-z]+$/i;
const HEX = /^#[0-9a-f]{3,8}$/i;
/** Nothing within the parentheses that could open other ones or escape a letter. */
const FUNCTION = /^(rgb|hsl|hwb|hcl|lab|lch|oklab|oklch|color)a?\([^()\\]*\)$/i;

/**
 * A colour can come from the data or an expression. In an SVG, a browser would load `fill="url(https://…)"`, which no
 * check of the specification can foresee.
 */
export function isColourText(text: string): boolean {
  return NAME.test(text) || HEX.test(text) || FUNCTION.test(text);
}

/** `#rgb` or `#rrggbb`, or a colour function without an alpha value. */
const SOLID = /^(#[0-9a-f]{3}|#[0-9a-f]{6}|(rgb|hsl)\([^()\\/]*\))$/i;

/**
 * Some themes use a translucent chart colour, intended for a minimap. On bars it is too pale to differ from its
 * neighbours.
 *
 * @returns `text` if it is an opaque colour, otherwise `standard`.
 */
export function solidColour(text: string, standard: string): string {
  return SOLID.test(text) ? text : standard;
}
