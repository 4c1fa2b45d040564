/** Commands on portfolios: create, change and remove one, add companies, and write cells about one. */

import * as vscode from 'vscode';
import { targetOfStep } from '../../core/base/moved';
import { counted, plural } from '../../core/base/text';
import {
  countsOf,
  isChangeable,
  memberKey,
  portfolioNameProblem,
  sourceText,
  type Member,
  type Portfolio,
} from '../../core/portfolios/portfolios';
import type { ListedStock } from '../../core/sidebar/overlayTree';
import type { PortfolioChanges, NewPlace } from '../portfolios/changePortfolios';
import type { LearningParts } from '../language/learnCompanies';
import { insertIntoNotebook } from './insertCells';
import { pickCompany } from './companyList';
import { askPasted } from './pasteCompanies';
import type { PortfoliosView } from './portfoliosView';
import { rowOf, rowsOf } from './rowTree';
import { stocksOf, type PressedRows } from './stockCommands';

export interface PortfolioParts {
  readonly view: PortfoliosView;
  readonly changes: PortfolioChanges;
  /** For a list of companies that ends with learning more. */
  readonly learning: LearningParts;
  /** Selects a portfolio in the view, if that is shown. */
  readonly reveal: (portfolio: string) => Promise<void>;
}

/** A new portfolio without companies, or with those that are given. */
export async function createPortfolio(
  parts: PortfolioParts,
  members: readonly Member[] = [],
): Promise<void> {
  const others = await parts.view.all();
  const name = await askName(others, '');
  const place = name === undefined ? undefined : await askPlace(name);
  if (name === undefined || place === undefined) {
    return;
  }
  await parts.changes.create(name, members, place);
  await parts.reveal(name);
  report(
    members.length === 0
      ? vscode.l10n.t('{0} is created', name)
      : plural(
          members.length,
          '{0} company in the new portfolio {1}',
          '{0} companies in the new portfolio {1}',
          name,
        ),
  );
}

/** Reads companies from the clipboard, shows what each line is, and adds them to a portfolio. */
export async function pastePortfolio(argument: unknown, parts: PortfolioParts): Promise<void> {
  const { view } = parts;
  const row = rowOf(argument);
  const target = row?.press?.action === 'pastePortfolio' ? row.press.argument : undefined;
  const portfolio =
    (await view.all()).find(({ name }) => name === target) ?? (row && view.ofRow(row)?.portfolio);
  const directory = await view.known();
  const members = await askPasted(
    await vscode.env.clipboard.readText(),
    { known: [...directory.values()], learning: parts.learning },
    portfolio?.name,
  );
  if (members) {
    await addMembers(parts, members, portfolio);
  }
}

/** Adds the selected stocks of a ranked list, or companies of a portfolio, to a portfolio. */
export function addToPortfolio(pressed: PressedRows, parts: PortfolioParts): Promise<void> {
  return addCompanies(stocksOf(pressed), parts);
}

/** Adds companies to the portfolio that the user chooses. */
export function addCompanies(
  stocks: readonly Pick<ListedStock, 'entity' | 'name'>[],
  parts: PortfolioParts,
): Promise<void> {
  return addMembers(
    parts,
    stocks.map(({ entity, name }) => ({ entity, weight: null, name })),
    undefined,
  );
}

/** @param portfolio Absent: the user chooses one, or creates it. */
async function addMembers(
  parts: PortfolioParts,
  members: readonly Member[],
  portfolio: Portfolio | undefined,
): Promise<void> {
  const chosen = portfolio ?? (await askTarget(parts));
  if (chosen === 'new') {
    await createPortfolio(parts, members);
  } else if (chosen) {
    await addAndReport(parts.changes, chosen, members);
  }
}

/** Adds companies to a portfolio, and reports how many of them it did not have. */
export async function addAndReport(
  changes: PortfolioChanges,
  portfolio: Portfolio,
  members: readonly Member[],
): Promise<void> {
  const had = new Set(portfolio.members.map(memberKey));
  const added = members.filter(member => !had.has(memberKey(member)));
  await changes.add(portfolio, added);
  const there = members.length - added.length;
  const known =
    there === 0 ? '' : plural(there, ', {0} was there already', ', {0} were there already');
  report(
    plural(
      added.length,
      '{0} company added to {1}{2}',
      '{0} companies added to {1}{2}',
      portfolio.name,
      known,
    ),
  );
}

/** Removes the selected companies from their portfolios. */
export async function removeFromPortfolio(
  { argument, selected }: Pick<PressedRows, 'argument' | 'selected'>,
  { view, changes }: PortfolioParts,
): Promise<void> {
  const keys = new Map<Portfolio, string[]>();
  for (const row of rowsOf(argument, selected)) {
    const found = view.ofRow(row);
    if (found?.member) {
      keys.set(found.portfolio, [...(keys.get(found.portfolio) ?? []), memberKey(found.member)]);
    }
  }
  if (keys.size === 0) {
    throw new Error(vscode.l10n.t('Select a company in the view Portfolios first.'));
  }
  for (const [portfolio, own] of keys) {
    await changes.remove(portfolio, own);
    report(
      plural(
        own.length,
        '{0} company removed from {1}',
        '{0} companies removed from {1}',
        portfolio.name,
      ),
    );
  }
}

/** Moves the selected portfolio, or company within its portfolio, one place up or down. */
export async function movePortfolioRow(
  { argument, selected }: Pick<PressedRows, 'argument' | 'selected'>,
  { view, changes }: PortfolioParts,
  direction: 'up' | 'down',
): Promise<void> {
  // The tree may not show the last move yet.
  const names = (await view.all()).map(({ name }) => name);
  const [row] = rowsOf(argument, selected);
  const found = row && view.ofRow(row);
  if (!found) {
    throw new Error(vscode.l10n.t('Select a saved list, a portfolio or a company of one first.'));
  }
  const { portfolio, member } = found;
  const keys = member ? portfolio.members.map(memberKey) : names;
  const own = member ? memberKey(member) : portfolio.name;
  const target = targetOfStep(keys, own, direction);
  if (target !== undefined) {
    await (member ? changes.move(portfolio, [own], target) : view.move([own], target));
  }
}

/** Chooses the company of a name that has none. */
export async function chooseCompany(argument: unknown, parts: PortfolioParts): Promise<void> {
  const { view, changes } = parts;
  const row = rowOf(argument);
  const found = row && view.ofRow(row);
  if (!found?.member) {
    return;
  }
  const { portfolio, member } = found;
  const title = vscode.l10n.t('The company of {0}', member.name ?? '');
  const company = await pickCompany(parts.learning, { title, stays: true });
  if (company) {
    const { entity, name } = company;
    const key = memberKey(member);
    await changes.add(portfolio, [{ ...member, entity, name: name ?? member.name }]);
    await changes.move(portfolio, [entity], key);
    await changes.remove(portfolio, [key]);
  }
}

export async function renamePortfolio(argument: unknown, parts: PortfolioParts): Promise<void> {
  const portfolio = await picked(argument, parts, {
    title: vscode.l10n.t('Rename a portfolio'),
    isOwn: true,
  });
  const name =
    portfolio &&
    (await askName(
      (await parts.view.all()).filter(each => each.name !== portfolio.name),
      portfolio.name,
    ));
  if (portfolio && name !== undefined && name !== portfolio.name) {
    await parts.changes.rename(portfolio, name);
  }
}

/** Removes it at once; the message has *Undo*. */
export async function removePortfolio(argument: unknown, parts: PortfolioParts): Promise<void> {
  const portfolio = await picked(argument, parts, {
    title: vscode.l10n.t('Remove a portfolio'),
    isOwn: true,
  });
  if (!portfolio) {
    return;
  }
  const restore = await parts.changes.delete(portfolio);
  const undo = vscode.l10n.t('Undo');
  const sentence = vscode.l10n.t('The portfolio {0} was removed.', portfolio.name);
  if ((await vscode.window.showInformationMessage(sentence, undo)) === undo) {
    await restore();
  }
}

/** Opens the file or the setting where weights and names are edited. */
export async function editPortfolio(argument: unknown, parts: PortfolioParts): Promise<void> {
  const portfolio = await picked(argument, parts, {
    title: vscode.l10n.t('Edit a portfolio'),
    isOwn: true,
  });
  if (portfolio) {
    await parts.changes.open(portfolio);
  }
}

/** Writes a cell about a portfolio and runs it. */
export async function insertPortfolio(
  argument: unknown,
  parts: PortfolioParts,
  what: 'companies' | 'scores' | 'events',
): Promise<void> {
  const portfolio = await picked(argument, parts, {
    title: vscode.l10n.t('Select a portfolio'),
    isOwn: false,
  });
  if (!portfolio) {
    return;
  }
  if (portfolio.unreadable !== undefined) {
    throw new Error(
      vscode.l10n.t('{0} cannot be read: {1}.', sourceText(portfolio), portfolio.unreadable),
    );
  }
  if (countsOf(portfolio).companies === 0) {
    throw new Error(vscode.l10n.t('{0} has no company yet.', portfolio.name));
  }
  const written = await import('../../core/sidebar/portfolioCells');
  const cells = {
    companies: written.portfolioCell,
    scores: written.portfolioScoresCell,
    events: written.portfolioEventsCell,
  };
  await insertIntoNotebook(cells[what](portfolio));
}

interface PortfolioItem extends vscode.QuickPickItem {
  readonly portfolio: Portfolio;
}

/** @returns The portfolio of the row, or the one that the user picks. */
async function picked(
  argument: unknown,
  { view }: PortfolioParts,
  { title, isOwn }: { readonly title: string; readonly isOwn: boolean },
): Promise<Portfolio | undefined> {
  const row = rowOf(argument);
  if (row) {
    return view.ofRow(row)?.portfolio;
  }
  const fitting = (await view.all()).filter(({ source }) => !isOwn || source !== 'notebook');
  if (fitting.length === 0) {
    const sentence = vscode.l10n.t(
      'There is no portfolio yet: Signals: Paste Portfolio… creates one.',
    );
    void vscode.window.showInformationMessage(sentence);
    return undefined;
  }
  return (await vscode.window.showQuickPick(fitting.map(itemOf), { title }))?.portfolio;
}

function itemOf(portfolio: Portfolio): PortfolioItem {
  const { companies, unknown } = countsOf(portfolio);
  const parts =
    portfolio.unreadable === undefined
      ? [
          counted(companies, 'company', 'companies'),
          unknown === 0 ? '' : vscode.l10n.t('{0} unknown', unknown),
        ]
      : [vscode.l10n.t('cannot be read: {0}', portfolio.unreadable)];
  const description = [...parts, sourceText(portfolio)].filter(Boolean).join(' · ');
  return { label: portfolio.name, description, portfolio };
}

async function askTarget({ view }: PortfolioParts): Promise<Portfolio | 'new' | undefined> {
  const own = (await view.all()).filter(isChangeable);
  if (own.length === 0) {
    return 'new';
  }
  const create = { label: vscode.l10n.t('$(add) New portfolio…') };
  const options = { title: vscode.l10n.t('Add to a portfolio'), ignoreFocusOut: true };
  const item = await vscode.window.showQuickPick<vscode.QuickPickItem | PortfolioItem>(
    [create, ...own.map(itemOf)],
    options,
  );
  return item && 'portfolio' in item ? item.portfolio : item && 'new';
}

async function askName(others: readonly Portfolio[], value: string): Promise<string | undefined> {
  const names = others.map(({ name }) => name);
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Name of the portfolio'),
    prompt: vscode.l10n.t("As in portfolio('name') of a cell"),
    value,
    ignoreFocusOut: true,
    validateInput: text => portfolioNameProblem(text, names),
  });
  return name?.trim();
}

/** Without a folder, only the settings are left. */
async function askPlace(name: string): Promise<NewPlace | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const items = [
    ...folders.map(folder => ({
      label: vscode.l10n.t('$(file) {0}.portfolio.csv', name),
      description: vscode.l10n.t('a file in {0}, with the work that uses it', folder.name),
      place: folder,
    })),
    {
      label: vscode.l10n.t('$(settings-gear) Settings'),
      description: vscode.l10n.t('in every window of yours, and synced'),
      place: 'settings' as const,
    },
  ];
  const options = { title: vscode.l10n.t('Where to keep {0}', name), ignoreFocusOut: true };
  return folders.length === 0
    ? 'settings'
    : (await vscode.window.showQuickPick(items, options))?.place;
}

function report(text: string): void {
  void vscode.window.setStatusBarMessage(vscode.l10n.t('Signals: {0}', text), 5000);
}
