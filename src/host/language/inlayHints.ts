/** Shows the current date of relative dates and the number of entities in lists. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import type { HintFacts, InlayHint } from '../../core/language/inlayHints';
import { knownVariables } from '../../core/language/knownVariables';
import { languages, settings, settingsSection } from '../ids';
import { frontMatterContents } from '../notebook/frontMatter';
import { parameterText } from '../../core/language/notebookText';
import { inlayHintsSetting } from '../settings';
import { notebookWith } from './analyses';
import type { NameParts } from './notebookText';
import { spanOf } from './spans';

type HintParts = Pick<NameParts, 'values' | 'portfolios'>;

export class InlayHints implements vscode.InlayHintsProvider {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeInlayHints = this.changed.event;

  static register(clock: { now(): number }, names: HintParts): vscode.Disposable {
    const hints = new InlayHints(clock, names);
    return vscode.Disposable.from(
      hints.changed,
      vscode.languages.registerInlayHintsProvider({ language: languages.sql }, hints),
      names.values.onDidChange(() => hints.changed.fire()),
      names.portfolios.onDidChange(() => hints.changed.fire()),
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
    private readonly names: HintParts,
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
    const { values, portfolios } = this.names;
    const holdings = Object.entries(await portfolios.holdings(notebook));
    return {
      today: plainDateOfInstant(this.clock.now()),
      portfolios: new Map(holdings.map(([name, { length }]) => [name, length])),
      variables: knownVariables(
        notebook && contents ? values.inForce(notebook, contents).map(parameterText) : [],
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
