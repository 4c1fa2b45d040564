/** Departures from Vega-Lite's schema, as findings. */

import type { ASTNode } from 'vscode-json-languageservice';
import { nearest } from '../../core/base/nearest';
import type { Span } from '../../core/base/span';
import { findingAt, type Finding } from '../../core/language/problems';

/** A diagnostic of the library. */
export interface Departure {
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

/** @returns The finding that the text is not valid JSON. */
export function syntaxFinding({ code, message, span }: Departure): Finding {
  const comma =
    code === codes.trailingComma ? 'superfluous' : code === codes.comma ? 'missing' : null;
  return findingAt('specificationSyntax', span, { message, comma });
}

/** @param allowed What the schema allows there: keys as they are, values as JSON. */
export function schemaFinding(
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
  return findingAt('specificationRule', span, { message });
}

/** @returns The text among the values, as JSON. */
function nearestText(value: string, allowed: readonly string[]): string | null {
  const texts = allowed.flatMap(each => (each.startsWith('"') ? [each.slice(1, -1)] : []));
  const near = nearest(value, texts);
  return near === null ? null : `"${near}"`;
}
