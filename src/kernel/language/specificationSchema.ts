/**
 * Checks specifications against Vega-Lite's schema while they are typed. A bundle of its own, which only `vega-lite`
 * cells load.
 */

import type { Finding } from '../../core/language/problems';
import type { SpecificationHover, SpecificationOffer } from '../../core/language/specificationHelp';
import { SchemaService } from './schemaService';
import { specificationDepartures } from './specificationDepartures';
import { specificationHover, specificationOffers } from './specificationOffers';

export class SpecificationSchema {
  /**
   * @param path The file of Vega-Lite's schema.
   * @throws {Error} If the file cannot be read, or is not JSON.
   */
  static async read(path: string): Promise<SpecificationSchema> {
    return new SpecificationSchema(await SchemaService.read(path));
  }

  private constructor(private readonly service: SchemaService) {}

  /** @returns Where the text is not valid JSON; if it is, where it departs from the schema. */
  findings(text: string): Promise<Finding[]> {
    return specificationDepartures(this.service, text);
  }

  /** @returns Keys and values that the schema allows at the place. */
  offers(text: string, offset: number): Promise<SpecificationOffer[]> {
    return specificationOffers(this.service, text, offset);
  }

  /** @returns The schema's description of the place, or null. */
  hover(text: string, offset: number): Promise<SpecificationHover | null> {
    return specificationHover(this.service, text, offset);
  }
}
