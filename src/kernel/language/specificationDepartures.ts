/**
 * How a specification departs from Vega-Lite's schema.
 *
 * The library tells it by the alternative that fits best; what would be right there are the keys and values of all
 * alternatives, which it offers for completion.
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

/** Of one cell: rows pasted into the wrong place would bring thousands. */
const MOST_FINDINGS = 50;
/** The library's number for mistakes of syntax in `Diagnostic.severity`: departures from a schema are warnings. */
const ERROR = 1;

/** @returns Where the text is no JSON; where it is, how it departs from the schema. */
export async function specificationDepartures(
  service: SchemaService,
  text: string,
): Promise<Finding[]> {
  const cell = service.cell(text);
  if (!cell) {
    return [];
  }
  // What follows the first mistake of syntax is often its echo.
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

/** Labels of what could stand in the place of a key or value that the schema has not. */
async function allowed(
  service: SchemaService,
  cell: ReadCell,
  { node }: Departure,
): Promise<string[]> {
  const items = node ? await service.items(cell, node.offset + 1) : [];
  const isKey = node?.parent?.type === 'property' && node.parent.keyNode === node;
  return items.filter(item => isKeyItem(item) === isKey).map(({ label }) => label);
}

/** Rows of a cell are of any shape, and may be many. */
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

/** A key that is missing is a guess at what the author means where the same object has something wrong. */
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
