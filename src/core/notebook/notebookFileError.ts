export type NotebookFileErrorKind =
  | 'newerVersion' // Written by a later version of the format.
  | 'notText' // Bytes that are not UTF-8.
  | 'frontMatter'; // Front matter that cannot be edited because it does not parse.

/** A notebook file that must not be opened or changed. `message` can be shown as it is. */
export class NotebookFileError extends Error {
  override readonly name = 'NotebookFileError';
  constructor(
    readonly kind: NotebookFileErrorKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
