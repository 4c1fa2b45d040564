/**
 * Checks specifications against Vega-Lite's schema while they are typed. A bundle of its own, which only `vega-lite`
 * cells load.
 */

import type { CompletionItem, TextEdit } from 'vscode-json-languageservice';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../core/language/problems';
import type { SpecificationHover, SpecificationOffer } from '../../core/language/specificationHelp';
import { SchemaService, isKeyItem, spanOf, textOf } from './schemaService';
import { specificationDepartures } from './specificationDepartures';

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

/** @returns Keys and values that the schema allows at the place. */
async function specificationOffers(
  service: SchemaService,
  text: string,
  offset: number,
): Promise<SpecificationOffer[]> {
  const cell = service.cell(text);
  const items = cell ? await service.items(cell, offset) : [];
  return items.flatMap(item => (cell ? offerOf(cell.document, item) : []));
}

/** @returns The schema's description of the place, or null. */
async function specificationHover(
  service: SchemaService,
  text: string,
  offset: number,
): Promise<SpecificationHover | null> {
  const cell = service.cell(text);
  const node = cell?.tree.getNodeFromOffset(offset);
  if (!cell || node?.type === 'object' || node?.type === 'array') {
    return null; // A bracket is described at its key.
  }
  const hover = await service.hover(cell, offset);
  const markdown = [hover?.contents ?? []].flat().map(String).join('\n\n');
  const { range } = hover ?? {};
  return range && markdown !== '' ? { markdown, span: spanOf(cell.document, range) } : null;
}

function offerOf(document: TextDocument, item: CompletionItem): SpecificationOffer[] {
  const { textEdit, label, detail = '', documentation, filterText } = item;
  if (!textEdit || !('range' in textEdit)) {
    return [];
  }
  const doc = textOf(documentation ?? '');
  return [
    {
      kind: isKeyItem(item) ? 'key' : 'value',
      name: label,
      detail,
      doc: doc === '' ? null : doc,
      insert: isKeyItem(item) ? withValue(document, textEdit) : textEdit.newText,
      filter: filterText ?? textEdit.newText,
      span: spanOf(document, textEdit.range),
    },
  ];
}

/** The library leaves out the snippet of a key whose value may have several types. */
function withValue(document: TextDocument, { newText, range }: TextEdit): string {
  const after = document.getText().slice(document.offsetAt(range.end)).trimStart();
  const isBare = /^"(?:[^"\\]|\\.)*"$/.test(newText);
  return isBare && !after.startsWith(':')
    ? `${newText}: $1${after.startsWith('"') ? ',' : ''}`
    : newText;
}
