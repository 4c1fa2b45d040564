/** Vega-Lite's schema, read when the first specification is seen. */

import { errorMessage } from '../../core/base/errorMessage';
import type { SpecificationSchema } from './specificationSchema';

/** The schema, or why it could not be read. */
export type SchemaReading = { readonly schema: SpecificationSchema } | { readonly failure: string };

export class Specifications {
  private reading: Promise<SchemaReading> | undefined;

  /** @param path The schema's file. */
  constructor(private readonly path: string) {}

  /** Never fails: without a schema, SQL cells work as before. The next request tries to read it again. */
  async schema(): Promise<SchemaReading> {
    this.reading ??= this.read();
    const reading = await this.reading;
    if ('failure' in reading) {
      this.reading = undefined;
    }
    return reading;
  }

  private async read(): Promise<SchemaReading> {
    try {
      const { SpecificationSchema } = await import('./specificationSchema');
      return { schema: await SpecificationSchema.read(this.path) };
    } catch (error) {
      return { failure: errorMessage(error) };
    }
  }
}
