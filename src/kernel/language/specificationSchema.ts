/**
 * Vega-Lite's schema, held against specifications as they are typed. A bundle of its own: only a cell of that language
 * loads it.
 *
 * Where a specification departs from the schema the library tells, by the alternative that fits best; what would be
 * right there are the keys and values of all alternatives, which the library offers for completion.
 */

import { readFile } from 'node:fs/promises';
import {
  getLanguageService,
  type ASTNode,
  type CompletionItem,
  type DocumentLanguageSettings,
  type JSONDocument,
  type JSONSchema,
  type TextEdit,
} from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { nestsTooDeep } from '../../core/base/nesting';
import type { Span } from '../../core/base/span';
import type { Finding } from '../../core/language/problems';
import type { SpecificationHover, SpecificationOffer } from '../../core/language/specificationHelp';
import { schemaFinding, syntaxFinding, type Departure } from './schemaFindings';

/** The one schema, whatever `$schema` of a cell says: none is fetched. */
const SCHEMA_URI = 'market-signals:vega-lite';
const CELL_URI = 'market-signals:cell.json';
/** Of one cell: rows pasted into the wrong place would bring thousands. */
const MOST_FINDINGS = 50;
const MARKDOWN = { documentationFormat: ['markdown' as const] };
/** The library's number for a key in `CompletionItem.kind`. */
const KEY_KIND = 10;
/** Its number for mistakes of syntax in `Diagnostic.severity`: departures from a schema are warnings. */
const ERROR = 1;

/** A cell as the library reads it. */
interface Read {
  readonly document: TextDocument;
  readonly tree: JSONDocument;
}

export class SpecificationSchema {
  private readonly service = getLanguageService({
    schemaRequestService: () => Promise.reject(new Error('No schema is fetched.')),
    clientCapabilities: { textDocument: { completion: { completionItem: MARKDOWN } } },
  });

  /** @param path Of Vega-Lite's schema. */
  static async read(path: string): Promise<SpecificationSchema> {
    const text = await readFile(path, 'utf8');
    return new SpecificationSchema(JSON.parse(text, withMarkdown) as JSONSchema);
  }

  private constructor(schema: JSONSchema) {
    const schemas = [{ uri: SCHEMA_URI, fileMatch: ['*'], schema }];
    this.service.configure({ validate: true, allowComments: false, schemas });
  }

  /** @returns Where the text is no JSON; where it is, how it departs from the schema. */
  async findings(text: string): Promise<Finding[]> {
    const cell = this.read(text);
    if (!cell) {
      return [];
    }
    // What follows the first mistake of syntax is often its echo.
    const [mistake] = await this.departures(cell, { schemaValidation: 'ignore' });
    if (mistake?.isSyntax) {
      return [syntaxFinding(mistake)];
    }
    emptyRows(cell.tree.root);
    const departures = withoutGuesses(await this.departures(cell, {}));
    const found: Finding[] = [];
    for (const departure of departures.slice(0, MOST_FINDINGS)) {
      found.push(schemaFinding(departure, await this.allowed(cell, departure)));
    }
    return found;
  }

  /** @returns Keys and values that the schema has at the place. */
  async offers(text: string, offset: number): Promise<SpecificationOffer[]> {
    const cell = this.read(text);
    const items = cell ? await this.itemsAt(cell, offset) : [];
    return items.flatMap(item => (cell ? offerOf(cell.document, item) : []));
  }

  /** @returns What the schema says of the place, or null. */
  async hover(text: string, offset: number): Promise<SpecificationHover | null> {
    const cell = this.read(text);
    if (!cell) {
      return null;
    }
    const { document, tree } = cell;
    const node = tree.getNodeFromOffset(offset);
    if (node?.type === 'object' || node?.type === 'array') {
      return null; // A bracket: what it belongs to is told at its key.
    }
    const hover = await this.service.doHover(document, document.positionAt(offset), tree);
    const markdown = [hover?.contents ?? []].flat().map(String).join('\n\n');
    const { range } = hover ?? {};
    return range && markdown !== '' ? { markdown, span: spanOf(document, range) } : null;
  }

  private read(text: string): Read | null {
    if (text.trim() === '' || nestsTooDeep(text)) {
      return null;
    }
    const document = TextDocument.create(CELL_URI, 'json', 0, text);
    const tree = this.service.parseJSONDocument(document);
    nameSchema(tree.root);
    return { document, tree };
  }

  private async departures(
    { document, tree }: Read,
    settings: DocumentLanguageSettings,
  ): Promise<Departure[]> {
    const said = await this.service.doValidation(document, tree, settings);
    return said
      .map(({ code, severity, message, range }) => {
        const span = spanOf(document, range);
        const node = tree.getNodeFromOffset(span.from);
        const isSyntax = severity === ERROR;
        return { code: Number(code ?? 0), isSyntax, message: textOf(message), span, node };
      })
      .sort((a, b) => Number(b.isSyntax) - Number(a.isSyntax) || a.span.from - b.span.from);
  }

  /** Labels of what could stand in the place of a key or value that the schema has not. */
  private async allowed(cell: Read, { node }: Departure): Promise<string[]> {
    const items = node ? await this.itemsAt(cell, node.offset + 1) : [];
    const isKey = node?.parent?.type === 'property' && node.parent.keyNode === node;
    return items.filter(({ kind }) => (kind === KEY_KIND) === isKey).map(({ label }) => label);
  }

  private async itemsAt({ document, tree }: Read, offset: number): Promise<CompletionItem[]> {
    const list = await this.service.doComplete(document, document.positionAt(offset), tree);
    return list?.items ?? [];
  }
}

/** The schema's descriptions are Markdown, which its standard has no word for. */
function withMarkdown(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value && 'description' in value
    ? typeof value.description === 'string'
      ? { ...value, markdownDescription: value.description }
      : value
    : value;
}

/** Another schema that the cell names would be looked for: it gets the name of ours. */
function nameSchema(root: ASTNode | undefined): void {
  const named = root?.type === 'object' ? valueOf(root, '$schema') : undefined;
  if (named?.type === 'string') {
    Object.assign(named, { value: SCHEMA_URI });
  }
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

function valueOf(node: ASTNode & { readonly type: 'object' }, key: string): ASTNode | undefined {
  return node.properties.findLast(({ keyNode }) => keyNode.value === key)?.valueNode;
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

function offerOf(document: TextDocument, item: CompletionItem): SpecificationOffer[] {
  const { textEdit, label, kind, detail = '', documentation, filterText } = item;
  if (!textEdit || !('range' in textEdit)) {
    return [];
  }
  const doc = textOf(documentation ?? '');
  return [
    {
      kind: kind === KEY_KIND ? 'key' : 'value',
      name: label,
      detail,
      doc: doc === '' ? null : doc,
      insert: kind === KEY_KIND ? withValue(document, textEdit) : textEdit.newText,
      filter: filterText ?? textEdit.newText,
      span: spanOf(document, textEdit.range),
    },
  ];
}

/** A key whose value may be one of several kinds comes without a place for it. */
function withValue(document: TextDocument, { newText, range }: TextEdit): string {
  const after = document.getText().slice(document.offsetAt(range.end)).trimStart();
  const isBare = /^"(?:[^"\\]|\\.)*"$/.test(newText);
  return isBare && !after.startsWith(':')
    ? `${newText}: $1${after.startsWith('"') ? ',' : ''}`
    : newText;
}

function textOf(text: string | { readonly value: string }): string {
  return typeof text === 'string' ? text : text.value;
}

function spanOf(document: TextDocument, range: { start: Position; end: Position }): Span {
  return { from: document.offsetAt(range.start), to: document.offsetAt(range.end) };
}

type Position = Parameters<TextDocument['offsetAt']>[0];
