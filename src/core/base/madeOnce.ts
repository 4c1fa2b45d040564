/** Values by key, each created on first request; a value that failed is created again on the next request. */
export class MadeOnce<Value> {
  private readonly made = new Map<string, Promise<Value>>();

  /** @returns The value of the key; rejects if `make` does. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.made.get(key);
    if (known) {
      return known;
    }
    const value = make();
    this.made.set(key, value);
    value.catch(() => {
      if (this.made.get(key) === value) {
        this.made.delete(key);
      }
    });
    return value;
  }

  set(key: string, value: Value): void {
    this.made.set(key, Promise.resolve(value));
  }

  /** Forgets all values but those of these keys. */
  keep(keys: readonly string[]): void {
    const others = [...this.made.keys()].filter(key => !keys.includes(key));
    others.forEach(key => this.made.delete(key));
  }

  clear(): void {
    this.made.clear();
  }
}
