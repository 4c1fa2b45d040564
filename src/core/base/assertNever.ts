/** Fails to compile if a `switch` does not handle a member of the union. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
