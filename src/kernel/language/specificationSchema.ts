/**
 * Vega-Lite's schema, held against specifications as they are typed. A bundle of its own: only a cell of that language
 * loads it.
 */

import type { Finding } from '../../core/language/problems';
import type { SpecificationHover, SpecificationOffer } from '../../core/language/specificationHelp';
import { SchemaService } from './schemaService';
import { specificationDepartures } from './specificationDepartures';
import { specificationHover, specificationOffers } from './specificationOffers';

export class SpecificationSchema {
  /**
   * @param path Of Vega-Lite's schema.
   * @throws {Error} If the file cannot be read, or is no JSON.
   */
  static async read(path: string): Promise<SpecificationSchema> {
    return new SpecificationSchema(await SchemaService.read(path));
  }

  private constructor(private readonly service: SchemaService) {}

  /** @returns Where the text is no JSON; where it is, how it departs from the schema. */
  findings(text: string): Promise<Finding[]> {
    return specificationDepartures(this.service, text);
  }

  /** @returns Keys and values that the schema has at the place. */
  offers(text: string, offset: number): Promise<SpecificationOffer[]> {
    return specificationOffers(this.service, text, offset);
  }

  /** @returns What the schema says of the place, or null. */
  hover(text: string, offset: number): Promise<SpecificationHover | null> {
    return specificationHover(this.service, text, offset);
  }
}
