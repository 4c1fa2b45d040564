/** Find Company: a list of the companies that are known of the connection in use, and what to do with the picked one. */

import * as vscode from 'vscode';
import { parsePlainDate, plainDateOfInstant, type PlainDate } from '../../core/base/plainDate';
import {
  companyActions,
  keyAfter,
  type CompanyAction,
  type NamedStock,
} from '../../core/sidebar/companyPick';
import { eventsAroundCell, scoreCell } from '../../core/sidebar/writtenCells';
import { labelText } from '../labelText';
import type { LearningParts } from '../language/learnCompanies';
import { pickCompany } from './companyList';
import { insertIntoNotebook } from './insertCells';

/** Where a found company leads. */
export interface FoundCompanyParts {
  /** Asks for a portfolio, and adds companies to it. */
  readonly addToPortfolio: (companies: readonly NamedStock[]) => Promise<void>;
}

export async function findCompany(
  learning: LearningParts,
  parts: FoundCompanyParts,
): Promise<void> {
  const company = await pickCompany(learning);
  if (company) {
    await actOnCompany(company, parts);
  }
}

/** A company, with the day of its signal if it is one of a list. */
type ActedOn = NamedStock & { readonly date?: PlainDate | null };

/** Offers for a company what a stock of the side bar offers. */
export async function actOnCompany(company: ActedOn, parts: FoundCompanyParts): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const items = companyActions(company, editor !== undefined).map(each => ({
    ...each,
    description: labelText(each.description),
  }));
  const title = labelText(company.name ?? company.entity);
  const picked = await vscode.window.showQuickPick(items, { title });
  if (picked) {
    await actions[picked.action](company, { ...parts, editor });
  }
}

type Act = (
  company: ActedOn,
  parts: FoundCompanyParts & { readonly editor: vscode.TextEditor | undefined },
) => Promise<unknown>;

const actions: Readonly<Record<CompanyAction, Act>> = {
  scoreHistory: company => insertIntoNotebook(scoreCell([company])),
  eventsAround: async company => {
    const day = await askDay(company);
    if (day !== undefined) {
      await insertIntoNotebook(eventsAroundCell(company, day));
    }
  },
  addToPortfolio: (company, { addToPortfolio }) => addToPortfolio([company]),
  insertKey: async ({ entity }, { editor }) => {
    await editor?.edit(edit => {
      for (const { start, end } of editor.selections) {
        const before = editor.document.lineAt(start).text.slice(0, start.character);
        edit.replace(new vscode.Range(start, end), keyAfter(entity, before));
      }
    });
  },
  copyEntity: ({ entity }) => copy(entity),
  copyTicker: ({ ticker }) => copy(ticker),
  copyIsin: ({ isin }) => copy(isin),
};

async function askDay({ name, entity, date }: ActedOn): Promise<PlainDate | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Events around a day: {0}', labelText(name ?? entity)),
    prompt: vscode.l10n.t('A day as YYYY-MM-DD'),
    value: date ?? plainDateOfInstant(Date.now()),
    validateInput: typed =>
      parsePlainDate(typed.trim()) === undefined
        ? vscode.l10n.t('A day as 2026-11-20.')
        : undefined,
  });
  return text === undefined ? undefined : parsePlainDate(text.trim());
}

async function copy(text: string | null): Promise<void> {
  await vscode.env.clipboard.writeText(text ?? '');
  void vscode.window.setStatusBarMessage(vscode.l10n.t('Signals: copied'), 3000);
}
