/** Completion in cells. */

import * as vscode from 'vscode';
import type { CompletionItem, CompletionKind } from '../../core/language/completion/item';
import { findCompaniesCommand, languages } from '../ids';
import type { AssistSource } from './assistSource';
import { AskedText } from './spans';

const triggers = ["'", '"', '(', '[', ',', '.', '=', '>', ' '];

const kinds: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  function: vscode.CompletionItemKind.Function,
  argument: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.EnumMember,
  event: vscode.CompletionItemKind.Event,
  entity: vscode.CompletionItemKind.Value,
  companySearch: vscode.CompletionItemKind.Operator,
  portfolio: vscode.CompletionItemKind.Folder,
  variable: vscode.CompletionItemKind.Variable,
  table: vscode.CompletionItemKind.Struct,
  column: vscode.CompletionItemKind.Field,
  keyword: vscode.CompletionItemKind.Keyword,
  date: vscode.CompletionItemKind.Constant,
  layer: vscode.CompletionItemKind.Class,
  aesthetic: vscode.CompletionItemKind.Property,
  setting: vscode.CompletionItemKind.Property,
  palette: vscode.CompletionItemKind.Color,
  snippet: vscode.CompletionItemKind.Snippet,
};

/** Incomplete, since further typing offers other items. */
const changing: ReadonlySet<CompletionKind> = new Set(['entity', 'companySearch']);

const commands = {
  suggest: { title: '', command: 'editor.action.triggerSuggest' },
  signature: { title: '', command: 'editor.action.triggerParameterHints' },
  findCompanies: { title: '', command: findCompaniesCommand },
} as const;

export class Completion implements vscode.CompletionItemProvider {
  static register(source: AssistSource): vscode.Disposable {
    const own = new Completion(source);
    return vscode.languages.registerCompletionItemProvider(
      { language: languages.sql },
      own,
      ...triggers,
    );
  }

  private constructor(private readonly source: AssistSource) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    { triggerCharacter }: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> {
    const offset = document.offsetAt(position);
    const facts = await this.source.facts(document, token);
    const next = facts && (await this.source.nextWords(facts, offset));
    if (!next) {
      return undefined;
    }
    const { assistance } = await import('./assistance');
    const items = assistance.completeCell(facts, offset, next.words);
    // A space more often ends a word than it starts a list: keywords are only offered after a letter.
    if (triggerCharacter === ' ' && items[0]?.kind === 'keyword') {
      return undefined;
    }
    const written = new AskedText(facts.text);
    const isOpen = next.isLate || items.some(({ kind }) => changing.has(kind));
    return new vscode.CompletionList(
      items.map(item => shown(written, position, item)),
      isOpen,
    );
  }

  /** Hundreds of items are offered and one is looked at, so its documentation is resolved then. */
  resolveCompletionItem(item: vscode.CompletionItem): vscode.CompletionItem {
    const documentation = documentations.get(item);
    if (documentation !== undefined) {
      item.documentation = new vscode.MarkdownString(documentation);
    }
    return item;
  }
}

const documentations = new WeakMap<vscode.CompletionItem, string>();

function shown(
  written: AskedText,
  position: vscode.Position,
  item: CompletionItem,
): vscode.CompletionItem {
  const { documentation, then } = item;
  const made = new vscode.CompletionItem(shownLabel(item), kinds[item.kind]);
  const replacing = written.rangeOf(item.span);
  made.insertText = item.isSnippet ? new vscode.SnippetString(item.insert) : item.insert;
  if (then === 'findCompanies') {
    made.insertText = typedSince(written.text, item.span.to);
  }
  made.range = item.isWhole
    ? replacing
    : { inserting: new vscode.Range(replacing.start, position), replacing };
  made.sortText = item.sort;
  made.filterText = item.filter;
  if (documentation !== null) {
    documentations.set(made, documentation);
  }
  if (then !== null) {
    made.command = commands[then];
  }
  return made;
}

/**
 * The list gives a `description` at its right edge up to 70 % of its width, and cuts the label; it cuts a `detail` after
 * the label instead. So the name of a company and its key are read in full.
 */
function shownLabel({ kind, label, detail }: CompletionItem): vscode.CompletionItemLabel {
  return kind === 'entity' ? { label, detail: `  ${detail}` } : { label, description: detail };
}

/**
 * An item that inserts nothing still replaces what was typed since the list was made. This one inserts what it replaces.
 *
 * @param offset Where the cursor was when the list was made; typing moves it along the line.
 */
function typedSince(text: string, offset: number): vscode.SnippetString {
  const before = text.slice(0, offset).split(/\r?\n/).at(-1)?.length ?? 0;
  const after = text.slice(offset).split(/\r?\n/, 1)[0]?.length ?? 0;
  return new vscode.SnippetString(`\${TM_CURRENT_LINE/^.{0,${before}}(.*?).{0,${after}}$/$1/}`);
}
