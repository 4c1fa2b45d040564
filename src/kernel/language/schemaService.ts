/** Vega-Lite's schema in the library that validates specifications. */

import { t } from '../../core/base/translations';
import { readFile } from 'node:fs/promises';
import {
  getLanguageService,
  type ASTNode,
  type CompletionItem,
  type Diagnostic,
  type DocumentLanguageSettings,
  type Hover,
  type JSONDocument,
  type JSONSchema,
} from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { nestsTooDeep } from '../../core/base/nesting';
import type { Span } from '../../core/base/span';

/** The only schema, whatever `$schema` a cell names: none is downloaded. */
const SCHEMA_URI = 'market-signals:vega-lite';
const CELL_URI = 'market-signals:cell.json';
const MARKDOWN = { documentationFormat: ['markdown' as const] };
/** The library's number for a key in `CompletionItem.kind`. */
const KEY_KIND = 10;

/** A cell as the library reads it. */
export interface ReadCell {
  readonly document: TextDocument;
  readonly tree: JSONDocument;
}

export class SchemaService {
  private readonly service = getLanguageService({
    schemaRequestService: () => Promise.reject(new Error(t('No schema is fetched.'))),
    clientCapabilities: { textDocument: { completion: { completionItem: MARKDOWN } } },
  });

  /**
   * @param path The file of Vega-Lite's schema.
   * @throws {Error} If the file cannot be read, or is not JSON.
   */
  static async read(path: string): Promise<SchemaService> {
    const text = await readFile(path, 'utf8');
    return new SchemaService(JSON.parse(text, withMarkdown) as JSONSchema);
  }

  private constructor(schema: JSONSchema) {
    const schemas = [{ uri: SCHEMA_URI, fileMatch: ['*'], schema }];
    this.service.configure({ validate: true, allowComments: false, schemas });
  }

  /** @returns The cell, or null if it is empty or nested too deeply. */
  cell(text: string): ReadCell | null {
    if (text.trim() === '' || nestsTooDeep(text)) {
      return null;
    }
    const document = TextDocument.create(CELL_URI, 'json', 0, text);
    const tree = this.service.parseJSONDocument(document);
    nameSchema(tree.root);
    return { document, tree };
  }

  diagnostics(
    { document, tree }: ReadCell,
    settings: DocumentLanguageSettings,
  ): PromiseLike<Diagnostic[]> {
    return this.service.doValidation(document, tree, settings);
  }

  /** @returns What the schema allows at the place. */
  async items({ document, tree }: ReadCell, offset: number): Promise<CompletionItem[]> {
    const list = await this.service.doComplete(document, document.positionAt(offset), tree);
    return list?.items ?? [];
  }

  hover({ document, tree }: ReadCell, offset: number): PromiseLike<Hover | null> {
    return this.service.doHover(document, document.positionAt(offset), tree);
  }
}

/** @returns Whether it is a key; otherwise it is a value. */
export function isKeyItem({ kind }: CompletionItem): boolean {
  return kind === KEY_KIND;
}

/** @returns The value of the key; the last one if it is repeated. */
export function valueOf(
  node: ASTNode & { readonly type: 'object' },
  key: string,
): ASTNode | undefined {
  return node.properties.findLast(({ keyNode }) => keyNode.value === key)?.valueNode;
}

/** @returns The text of the library's markup, Markdown or not. */
export function textOf(text: string | { readonly value: string }): string {
  return typeof text === 'string' ? text : text.value;
}

/** @returns The offset in the text, in UTF-16 units. */
export function spanOf(document: TextDocument, range: { start: Position; end: Position }): Span {
  return { from: document.offsetAt(range.start), to: document.offsetAt(range.end) };
}

type Position = Parameters<TextDocument['offsetAt']>[0];

/** The schema's descriptions are Markdown, for which the JSON Schema standard has no keyword. */
function withMarkdown(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value && 'description' in value
    ? typeof value.description === 'string'
      ? { ...value, markdownDescription: value.description }
      : value
    : value;
}

/** The library would look for another schema that the cell names, so the cell gets the name of ours. */
function nameSchema(root: ASTNode | undefined): void {
  const named = root?.type === 'object' ? valueOf(root, '$schema') : undefined;
  if (named?.type === 'string') {
    Object.assign(named, { value: SCHEMA_URI });
  }
}
