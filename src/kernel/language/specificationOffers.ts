/** What Vega-Lite's schema allows at a place of a specification, and its description. */

import type { CompletionItem, TextEdit } from 'vscode-json-languageservice';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { SpecificationHover, SpecificationOffer } from '../../core/language/specificationHelp';
import { isKeyItem, spanOf, textOf, type SchemaService } from './schemaService';

/** @returns Keys and values that the schema allows at the place. */
export async function specificationOffers(
  service: SchemaService,
  text: string,
  offset: number,
): Promise<SpecificationOffer[]> {
  const cell = service.cell(text);
  const items = cell ? await service.items(cell, offset) : [];
  return items.flatMap(item => (cell ? offerOf(cell.document, item) : []));
}

/** @returns The schema's description of the place, or null. */
export async function specificationHover(
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
