/** Fails to compile where a union gained a member that a `switch` does not treat. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
