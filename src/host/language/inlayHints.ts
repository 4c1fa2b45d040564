/** Shows the current date of relative dates and the number of entities in lists. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import type { HintFacts, InlayHint } from '../../core/language/inlayHints';
import { knownVariables } from '../../core/language/knownVariables';
import { readPortfolios } from '../../core/portfolios/portfolios';
import { languages, settings, settingsSection } from '../ids';
import { frontMatterContents } from '../notebook/frontMatter';
import { parameterText, type ParameterValues } from '../notebook/parameterValues';
import { inlayHintsSetting, portfoliosSetting } from '../settings';
import { notebookWith } from './analyses';
import { spanOf } from './spans';

export class InlayHints implements vscode.InlayHintsProvider {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeInlayHints = this.changed.event;

  static register(clock: { now(): number }, values: ParameterValues): vscode.Disposable {
    const hints = new InlayHints(clock, values);
    return vscode.Disposable.from(
      hints.changed,
      vscode.languages.registerInlayHintsProvider({ language: languages.sql }, hints),
      values.onDidChange(() => hints.changed.fire()),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(settingsSection)) {
          hints.changed.fire();
        }
      }),
      vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
        if (metadata) {
          hints.changed.fire(); // The front matter may have changed parameters and portfolios.
        }
      }),
    );
  }

  private constructor(
    private readonly clock: { now(): number },
    private readonly values: ParameterValues,
  ) {}

  async provideInlayHints(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): Promise<vscode.InlayHint[]> {
    const shown = {
      date: inlayHintsSetting(settings.dateHints),
      count: inlayHintsSetting(settings.countHints),
    };
    const { assistance } = await import('./assistance');
    const facts = await this.facts(document);
    const { from, to } = spanOf(document, range);
    return assistance
      .inlayHints(document.getText(), facts)
      .filter(({ kind, offset }) => shown[kind] && offset >= from && offset <= to)
      .map(hint => shownHint(document, hint));
  }

  private async facts(document: vscode.TextDocument): Promise<HintFacts> {
    const notebook = notebookWith(document);
    const contents = notebook ? await frontMatterContents(notebook) : undefined;
    const portfolios = readPortfolios(portfoliosSetting(), contents?.portfolios ?? {});
    return {
      today: plainDateOfInstant(this.clock.now()),
      portfolios: new Map(Object.entries(portfolios).map(([name, { length }]) => [name, length])),
      variables: knownVariables(
        notebook && contents ? this.values.inForce(notebook, contents).map(parameterText) : [],
      ),
    };
  }
}

function shownHint(
  document: vscode.TextDocument,
  { offset, text, tooltip }: InlayHint,
): vscode.InlayHint {
  const hint = new vscode.InlayHint(document.positionAt(offset), `= ${text}`);
  hint.paddingLeft = true;
  hint.tooltip = tooltip;
  return hint;
}
