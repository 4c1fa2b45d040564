/** Colours of a terminal, where it takes any. */

export interface Colours {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

export const noColours: Colours = {
  bold: text => text,
  dim: text => text,
  red: text => text,
  green: text => text,
  yellow: text => text,
};

/** Codes of ECMA-48: what begins and what ends it. */
const allColours: Colours = {
  bold: between(1, 22),
  dim: between(2, 22),
  red: between(31, 39),
  green: between(32, 39),
  yellow: between(33, 39),
};

/**
 * @param env FORCE_COLOR decides before NO_COLOR (https://no-color.org), as in Node; an empty one decides nothing.
 * @returns The colours for a stream.
 */
export function coloursOf(
  { isTTY }: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv,
): Colours {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  const isColoured =
    force !== undefined && force !== ''
      ? force !== '0' && force !== 'false'
      : !no && isTTY === true && term !== 'dumb';
  return isColoured ? allColours : noColours;
}

function between(begin: number, end: number): (text: string) => string {
  return text => `\u001b[${begin}m${text}\u001b[${end}m`;
}
