/** Shows what each pasted line was found to be, and lets the user choose where several companies fit, or none. */

import * as vscode from 'vscode';
import { plural } from '../../core/base/text';
import { hasMixedWeights, type Member } from '../../core/portfolios/portfolios';
import type { FoundLine } from '../../core/portfolios/pasted';
import type { EntityFact } from '../../core/service/entityFact';
import { labelText } from '../labelText';
import type { LearningParts } from '../language/learnCompanies';
import { pickCompany } from './companyList';

interface LineItem extends vscode.QuickPickItem {
  /** Absent: the list is accepted. */
  readonly at?: number;
}

/** A line with what the user chose; undefined: nothing yet. */
interface Chosen {
  readonly line: FoundLine;
  readonly choice: EntityFact | null | undefined;
}

/**
 * @param known The companies that answers of the connection had.
 * @param portfolio What they are added to; absent: the user chooses that afterwards.
 * @returns A member a line, in the order of the text; undefined if the user cancels.
 */
export async function askPasted(
  text: string,
  { known, learning }: { readonly known: readonly EntityFact[]; readonly learning: LearningParts },
  portfolio: string | undefined,
): Promise<readonly Member[] | undefined> {
  const { CompanyIndex, pastedLines } = await import('../../core/portfolios/pasted');
  const index = new CompanyIndex(known);
  let lines = pastedLines(text).map((line): Chosen => ({
    line: index.find(line),
    choice: undefined,
  }));
  if (lines.length === 0) {
    throw new Error(
      vscode.l10n.t(
        'The clipboard has no companies: copy a column of tickers, ISINs, names or keys.',
      ),
    );
  }
  const title =
    portfolio === undefined
      ? vscode.l10n.t('Paste a portfolio')
      : vscode.l10n.t('Paste into {0}', portfolio);
  for (;;) {
    const item: LineItem | undefined = await vscode.window.showQuickPick(itemsOf(lines), {
      title,
      placeHolder: vscode.l10n.t('Accept, or press a line to choose its company'),
      matchOnDescription: true,
      matchOnDetail: true,
      ignoreFocusOut: true,
    });
    if (!item) {
      return undefined;
    }
    if (item.at === undefined) {
      return lines.map(memberOf);
    }
    const pressed = lines[item.at];
    const choice = pressed && (await askChoice(learning, pressed.line));
    if (pressed && choice !== undefined) {
      lines = lines.with(item.at, { line: pressed.line, choice });
    }
  }
}

function itemsOf(lines: readonly Chosen[]): readonly LineItem[] {
  const states = lines.map(stateOf);
  const count = (state: string): number => states.filter(each => each === state).length;
  const found = count('found') + count('key');
  const [several, none] = [count('several'), count('unknown')];
  const rest = [
    several === 0 ? '' : vscode.l10n.t('{0} with a choice', several),
    none === 0 ? '' : vscode.l10n.t('{0} not known', none),
  ].filter(Boolean);
  const items = lines.map(lineItem);
  const isOpen = (at: number): boolean => states[at] === 'several' || states[at] === 'unknown';
  const left =
    rest.length === 0
      ? ''
      : vscode.l10n.t(', {0}: kept as names without a company', rest.join(', '));
  const isMixed = hasMixedWeights({ members: lines.map(memberOf) });
  const weights = isMixed
    ? vscode.l10n.t('. $(warning) Percent and fractions seem mixed in the weights')
    : '';
  return [
    {
      label: plural(lines.length, '$(check) Accept {0} line', '$(check) Accept {0} lines'),
      detail: vscode.l10n.t('{0} found{1}{2}', found, left, weights),
    },
    ...separated(
      vscode.l10n.t('To choose'),
      items.filter((_, at) => isOpen(at)),
    ),
    ...separated(
      vscode.l10n.t('Found'),
      items.filter((_, at) => !isOpen(at)),
    ),
  ];
}

function separated<Item extends vscode.QuickPickItem>(
  label: string,
  items: readonly Item[],
): readonly (Item | vscode.QuickPickItem)[] {
  const separator = { label, kind: vscode.QuickPickItemKind.Separator };
  return items.length === 0 ? [] : [separator, ...items];
}

const icons = {
  found: '$(pass)',
  key: '$(key)',
  several: '$(question)',
  unknown: '$(warning)',
} as const;

function lineItem(chosen: Chosen, at: number): LineItem {
  const { line } = chosen;
  const company = choiceOf(chosen);
  const state = stateOf(chosen);
  const { weight, unreadWeight, companies, by, texts } = line;
  const [text = ''] = texts;
  const weightText =
    weight !== null
      ? vscode.l10n.t('weight {0}', weight)
      : unreadWeight === null
        ? ''
        : vscode.l10n.t('weight “{0}” was not read', unreadWeight);
  const what = company
    ? [
        company.name ?? company.entity,
        company.ticker,
        chosen.choice || by === null ? 'chosen' : vscode.l10n.t('by {0}', by),
      ]
    : state === 'several'
      ? [vscode.l10n.t('{0} companies fit: press to choose', companies.length)]
      : state === 'key'
        ? [vscode.l10n.t('a key that no answer had: kept as it is')]
        : [vscode.l10n.t('not known: press to choose its company')];
  return {
    label: `${icons[state]} ${labelText(text)}`,
    description: [...what, weightText]
      .filter(Boolean)
      .map(each => labelText(each ?? ''))
      .join(' · '),
    at,
  };
}

/** @returns Null: the text is kept without a company; undefined: nothing was chosen. */
function askChoice(
  learning: LearningParts,
  { texts: [text = ''], companies }: FoundLine,
): Promise<EntityFact | null | undefined> {
  return pickCompany(learning, {
    title: vscode.l10n.t('The company of {0}', text),
    fitting: companies,
    none: vscode.l10n.t('$(edit) Keep “{0}” without a company', labelText(text)),
    stays: true,
  });
}

function memberOf(chosen: Chosen): Member {
  const { kept, weight } = chosen.line;
  const company = choiceOf(chosen);
  return company ? { entity: company.entity, weight, name: company.name } : kept;
}

function choiceOf({ line, choice }: Chosen): EntityFact | null {
  const [only, ...others] = line.companies;
  return choice === undefined ? (others.length === 0 ? (only ?? null) : null) : choice;
}

function stateOf(chosen: Chosen): keyof typeof icons {
  if (choiceOf(chosen)) {
    return 'found';
  }
  return chosen.line.kept.entity !== null
    ? 'key'
    : chosen.choice === undefined && chosen.line.companies.length > 1
      ? 'several'
      : 'unknown';
}
