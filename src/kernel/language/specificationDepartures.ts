/**
 * Finds where a specification departs from Vega-Lite's schema.
 *
 * The library reports the departure from the alternative that fits best. What would be valid are the keys and values of
 * all alternatives, which it offers for completion.
 */

import type { ASTNode, DocumentLanguageSettings } from 'vscode-json-languageservice';
import type { Finding } from '../../core/language/problems';
import { schemaFinding, syntaxFinding, type Departure } from './schemaFindings';
import {
  isKeyItem,
  spanOf,
  textOf,
  valueOf,
  type ReadCell,
  type SchemaService,
} from './schemaService';

/** The most findings of one cell: rows pasted into the wrong place would cause thousands. */
const MOST_FINDINGS = 50;
/** The library's number for mistakes of syntax in `Diagnostic.severity`: departures from a schema are warnings. */
const ERROR = 1;

/** @returns Where the text is not valid JSON; if it is, where it departs from the schema. */
export async function specificationDepartures(
  service: SchemaService,
  text: string,
): Promise<Finding[]> {
  const cell = service.cell(text);
  if (!cell) {
    return [];
  }
  // Errors after the first syntax error are often caused by it.
  const [mistake] = await departures(service, cell, { schemaValidation: 'ignore' });
  if (mistake?.isSyntax) {
    return [syntaxFinding(mistake)];
  }
  emptyRows(cell.tree.root);
  const departed = withoutGuesses(await departures(service, cell, {}));
  const found: Finding[] = [];
  for (const departure of departed.slice(0, MOST_FINDINGS)) {
    found.push(schemaFinding(departure, await allowed(service, cell, departure)));
  }
  return found;
}

async function departures(
  service: SchemaService,
  cell: ReadCell,
  settings: DocumentLanguageSettings,
): Promise<Departure[]> {
  const diagnostics = await service.diagnostics(cell, settings);
  return diagnostics
    .map(({ code, severity, message, range }) => {
      const span = spanOf(cell.document, range);
      const node = cell.tree.getNodeFromOffset(span.from);
      const isSyntax = severity === ERROR;
      return { code: Number(code ?? 0), isSyntax, message: textOf(message), span, node };
    })
    .sort((a, b) => Number(b.isSyntax) - Number(a.isSyntax) || a.span.from - b.span.from);
}

/** Labels of what would be valid in place of a key or value that the schema does not allow. */
async function allowed(
  service: SchemaService,
  cell: ReadCell,
  { node }: Departure,
): Promise<string[]> {
  const items = node ? await service.items(cell, node.offset + 1) : [];
  const isKey = node?.parent?.type === 'property' && node.parent.keyNode === node;
  return items.filter(item => isKeyItem(item) === isKey).map(({ label }) => label);
}

/** Inline rows may have any shape, and may be many. */
function emptyRows(node: ASTNode | undefined): void {
  if (node?.type === 'property' && node.valueNode?.type === 'object') {
    const { keyNode, valueNode } = node;
    const rows =
      keyNode.value === 'datasets' ? valueNode.properties.map(each => each.valueNode) : [];
    const own = keyNode.value === 'data' ? valueOf(valueNode, 'values') : undefined;
    [own, ...rows].forEach(each => each?.type === 'array' && each.items.splice(0));
  }
  node?.children?.forEach(emptyRows);
}

/** A missing key is only a guess if the same object has another problem. */
function withoutGuesses(departures: readonly Departure[]): Departure[] {
  const isMissing = ({ message }: Departure): boolean => message.startsWith('Missing property');
  const wrong = departures.filter(departure => !isMissing(departure));
  return departures.filter(
    departure =>
      !isMissing(departure) ||
      !wrong.some(({ span }) => {
        const { offset = 0, length = 0 } = departure.node ?? {};
        return offset <= span.from && span.to <= offset + length;
      }),
  );
}
