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
