/** Hovers and signature help. Their Markdown is not trusted, since it contains untrusted names. */

import * as vscode from 'vscode';
import type { DocumentationPlace } from '../../core/language/documentation';
import { documentationUri } from '../documentation';
import { commands, languages } from '../ids';
import type { AssistSource } from './assistSource';
import type { LanguageService } from './languageService';
import { rangeOf } from './spans';

const cells = { language: languages.sql };

export function registerHover(source: AssistSource): vscode.Disposable {
  return vscode.languages.registerHoverProvider(cells, {
    provideHover: async (document, position, token) => {
      const offset = document.offsetAt(position);
      const facts = await source.facts(document, token);
      const { assistance } = await import('./assistance');
      if (!facts) {
        return undefined;
      }
      const needs = assistance.needsPortfolios(facts, offset);
      const portfolios = needs ? await source.portfolios(document) : {};
      const hover = assistance.hoverAt(facts, offset, portfolios);
      if (!hover) {
        return undefined;
      }
      const parts = [markdownOf(hover.markdown), ...documentationLink(hover.place)];
      return new vscode.Hover(parts, rangeOf(document, hover.span));
    },
  });
}

/** A separate part: only it may run a command, and it only contains our own text. */
function documentationLink(place: DocumentationPlace | null): vscode.MarkdownString[] {
  if (place === null) {
    return [];
  }
  const link = new vscode.MarkdownString(
    vscode.l10n.t('[Documentation]({0})', documentationUri(place).toString()),
  );
  link.isTrusted = { enabledCommands: [commands.openDocumentation] };
  return [link];
}

/** The description of a key or value in Vega-Lite's schema. */
export function registerSpecificationHover(service: LanguageService): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { language: languages.vegaLite },
    {
      provideHover: async (document, position, token) => {
        const asked = { text: document.getText(), offset: document.offsetAt(position) };
        const hover = await service.ask(
          language => language.specificationHover(asked, token),
          token,
        );
        return hover
          ? new vscode.Hover(markdownOf(hover.markdown), rangeOf(document, hover.span))
          : undefined;
      },
    },
  );
}

export function registerSignatureHelp(source: AssistSource): vscode.Disposable {
  const metadata = { triggerCharacters: ['(', ','], retriggerCharacters: ['=', ')'] };
  const provider: vscode.SignatureHelpProvider = {
    provideSignatureHelp: async (document, position, token) => {
      const offset = document.offsetAt(position);
      const facts = await source.facts(document, token);
      const { assistance } = await import('./assistance');
      const known = facts && assistance.signatureHelpAt(facts, offset);
      if (!known) {
        return undefined;
      }
      const help = new vscode.SignatureHelp();
      help.signatures = known.signatures.map(({ label, documentation, parameters }) => {
        const signature = new vscode.SignatureInformation(label, described(documentation));
        signature.parameters = parameters.map(
          ({ from, to, documentation: own }) =>
            new vscode.ParameterInformation([from, to], described(own)),
        );
        return signature;
      });
      help.activeSignature = 0;
      help.activeParameter = known.active;
      return help;
    },
  };
  return vscode.languages.registerSignatureHelpProvider(cells, provider, metadata);
}

function described(markdown: string | null): vscode.MarkdownString | undefined {
  return markdown === null ? undefined : markdownOf(markdown);
}

function markdownOf(markdown: string): vscode.MarkdownString {
  const made = new vscode.MarkdownString(markdown);
  made.isTrusted = false;
  made.supportHtml = false;
  return made;
}
