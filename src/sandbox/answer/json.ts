/** JSON text in pieces: numbers in a fixed form; answers are never held as a whole. */

const pieceLength = 65_536;

/** @returns A finite number with at most six decimals, never in exponential form. */
export function decimal(value: number): string {
  const rounded = Math.round(value * 1e6) / 1e6;
  if (Math.abs(rounded) >= 1e21) {
    throw new RangeError(`${value} has no plain decimal form`);
  }
  return rounded === 0 ? '0.0' : Number.isInteger(rounded) ? `${rounded}.0` : small(rounded);
}

/** `String` writes numbers below a millionth with an exponent; six decimals leave nothing below that. */
function small(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(6) : text;
}

/** @returns The JSON text of a string. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Joins small texts to pieces of some 64,000 characters. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (piece.length > 0) {
    yield piece;
  }
}

/** @returns The texts of the items with commas between them. */
export function* separated<T>(
  items: Iterable<T>,
  write: (item: T) => Iterable<string>,
): Generator<string> {
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) {
      yield ',';
    }
    isFirst = false;
    yield* write(item);
  }
}

const batch = 512;

/** @returns The texts of many small items with commas between them, some hundreds in one text. */
export function* joined<T>(items: readonly T[], write: (item: T) => string): Generator<string> {
  let text = '';
  for (let place = 0; place < items.length; place++) {
    const item = items[place] as T;
    text += place === 0 ? write(item) : `,${write(item)}`;
    if (place % batch === batch - 1) {
      yield text;
      text = '';
    }
  }
  if (text !== '') {
    yield text;
  }
}
