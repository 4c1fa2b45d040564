/** Structs of the engine with all of their fields. */

import { DuckDBStructValue, DuckDBStructVector, type DuckDBValue } from '@duckdb/node-api';

const prototypeName = '__proto__';

/**
 * Makes the binding read structs completely, in this process.
 *
 * The binding creates the entries of a struct by assignment, and assigning to `__proto__` sets an object's prototype,
 * so a field of that name got lost. Here it is a property like the others.
 */
export function readStructsWhole(): void {
  DuckDBStructVector.prototype.getItem = wholeItem;
}

function wholeItem(this: DuckDBStructVector, row: number): DuckDBStructValue | null {
  if (!this.isItemValid(row)) {
    return null;
  }
  const entries: Record<string, DuckDBValue> = {};
  this.type.entryNames.forEach((name, at) => {
    const value = this.getItemValue(row, at);
    if (name === prototypeName) {
      const property = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(entries, name, property);
    } else {
      entries[name] = value;
    }
  });
  return new DuckDBStructValue(entries);
}
