/**
 * Finds where a specification departs from Vega-Lite's schema.
 *
 * The library reports the departure from the alternative that fits best. What would be valid are the keys and values of
 * all alternatives, which it offers for completion.
 */

import type { ASTNode, DocumentLanguageSettings } from 'vscode-json-languageservice';
import { nearest } from '../../core/base/nearest';
import type { Span } from '../../core/base/span';
import { findingAt, type Finding } from '../../core/language/problems';
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

/** A diagnostic of the library. */
interface Departure {
  /** Its code; 0: none. */
  readonly code: number;
  readonly message: string;
  /** Whether the text is not valid JSON there. */
  readonly isSyntax: boolean;
  readonly span: Span;
  readonly node: ASTNode | undefined;
}

/** The library's codes of problems that we report in our own words. */
const codes = { wrongValue: 1, comma: 514, trailingComma: 519 };

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
  const wrong = departures.filter(departure => missingKey(departure) === null);
  return departures.filter(
    departure =>
      missingKey(departure) === null ||
      !wrong.some(({ span }) => {
        const { offset = 0, length = 0 } = departure.node ?? {};
        return offset <= span.from && span.to <= offset + length;
      }),
  );
}

/** @returns The finding that the text is not valid JSON. */
function syntaxFinding({ code, message, span }: Departure): Finding {
  const comma =
    code === codes.trailingComma ? 'superfluous' : code === codes.comma ? 'missing' : null;
  return findingAt('specificationSyntax', span, { message, comma });
}

/** @param allowed What the schema allows there: keys as they are, values as JSON. */
function schemaFinding(
  { code, message, span, node }: Departure,
  allowed: readonly string[],
): Finding {
  const known = [...allowed].sort();
  const isKey = node?.parent?.type === 'property' && node.parent.keyNode === node;
  if (node?.type === 'string' && isKey && message.endsWith('is not allowed.')) {
    const near = nearest(node.value, allowed);
    return findingAt('specificationKey', span, { name: node.value, near, known });
  }
  const type = /^Incorrect type\. Expected "(\w+)"/.exec(message)?.[1] ?? null;
  if (node && !isKey && (code === codes.wrongValue || (type !== null && allowed.length > 0))) {
    const near = node.type === 'string' ? nearestText(node.value, allowed) : null;
    return findingAt('specificationValue', span, { type, near, known });
  }
  return findingAt('specificationRule', span, { message, missing: missingKey({ message }) });
}

function missingKey({ message }: Pick<Departure, 'message'>): string | null {
  return /^Missing property "(.+)"\.$/.exec(message)?.[1] ?? null;
}

/** @returns The text among the values, as JSON. */
function nearestText(value: string, allowed: readonly string[]): string | null {
  const texts = allowed.flatMap(each => (each.startsWith('"') ? [each.slice(1, -1)] : []));
  const near = nearest(value, texts);
  return near === null ? null : `"${near}"`;
}
