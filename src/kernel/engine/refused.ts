/** Why a statement is not run. */

/** DuckDB can parse the statement, but it is not run. The message contains the reason and what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    message: string,
    /** Whether the user can allow it. */
    readonly isForWriting = false,
  ) {
    super(message);
  }
}
