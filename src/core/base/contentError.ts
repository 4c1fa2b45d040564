/** A text of `content/` that is in another form than its reader expects: a mistake in that file, which tests find. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  /** @param line From 1. */
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}.`);
  }
}
