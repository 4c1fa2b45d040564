/** Vega-Lite's schema, read when the first specification is seen. */

import type { SpecificationSchema } from './specificationSchema';

export class Specifications {
  private reading: Promise<SpecificationSchema> | undefined;

  /** @param path Of the schema. */
  constructor(private readonly path: string) {}

  /** @throws {Error} If the file cannot be read. */
  schema(): Promise<SpecificationSchema> {
    this.reading ??= import('./specificationSchema').then(part =>
      part.SpecificationSchema.read(this.path),
    );
    return this.reading;
  }
}
