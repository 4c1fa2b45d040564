/** Find Company: a list of the companies that are known of the connection in use, and what to do with the picked one. */

import * as vscode from 'vscode';
import { parsePlainDate, plainDateOfInstant, type PlainDate } from '../../core/base/plainDate';
import type { KnownCompanies } from '../../core/language/companies';
import type { EntityFact } from '../../core/service/entityFact';
import {
  companyActions,
  companyTexts,
  foundCompanies,
  keyAfter,
  type CompanyAction,
} from '../../core/sidebar/companyPick';
import { eventsAroundCell, scoreCell } from '../../core/sidebar/writtenCells';
import { labelText } from '../labelText';
import type { ConnectionCompanies } from '../language/connectionCompanies';
import { activeNotebook } from '../notebook/activeNotebook';
import { insertIntoNotebook } from './insertCells';

interface CompanyItem extends vscode.QuickPickItem {
  readonly company: EntityFact;
}

export async function findCompany(companies: ConnectionCompanies): Promise<void> {
  const company = await pickCompany(companies.of(activeNotebook()));
  if (company) {
    await actOnCompany(company);
  }
}

/** VS Code orders what it finds by label, unless this is false; its typings leave it out. */
type OrderedPick<Item extends vscode.QuickPickItem> = vscode.QuickPick<Item> & {
  sortByLabel?: boolean;
};

async function pickCompany(loading: Promise<KnownCompanies>): Promise<EntityFact | undefined> {
  const pick: OrderedPick<CompanyItem> = vscode.window.createQuickPick<CompanyItem>();
  pick.sortByLabel = false;
  pick.title = 'Find a company';
  pick.placeholder = 'Name, ticker, ISIN or key';
  pick.busy = true;
  const picked = new Promise<EntityFact | undefined>(resolve => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]?.company));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  try {
    const { connection, entities } = await loading;
    pick.title = `Find a company of ${connection}`;
    const show = (): void => {
      pick.items = foundCompanies(entities, pick.value).map(companyItem);
    };
    pick.onDidChangeValue(show);
    show();
    pick.busy = false;
    return await picked;
  } finally {
    pick.dispose();
  }
}

function companyItem(company: EntityFact): CompanyItem {
  const { label, description, detail } = companyTexts(company);
  return {
    label: labelText(label),
    description: labelText(description),
    detail: labelText(detail),
    // What is shown is already what fits.
    alwaysShow: true,
    company,
  };
}

/** Offers for a company what a stock of the side bar offers. */
export async function actOnCompany(company: EntityFact): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const items = companyActions(company, editor !== undefined).map(each => ({
    ...each,
    description: labelText(each.description),
  }));
  const title = labelText(companyTexts(company).label);
  const picked = await vscode.window.showQuickPick(items, { title });
  if (picked) {
    await actions[picked.action](company, editor);
  }
}

type Act = (company: EntityFact, editor: vscode.TextEditor | undefined) => Promise<void>;

const actions: Readonly<Record<CompanyAction, Act>> = {
  scoreHistory: company => insertIntoNotebook(scoreCell([company])),
  eventsAround: async company => {
    const day = await askDay(company);
    if (day !== undefined) {
      await insertIntoNotebook(eventsAroundCell(company, day));
    }
  },
  insertKey: async ({ entity }, editor) => {
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

async function askDay(company: EntityFact): Promise<PlainDate | undefined> {
  const text = await vscode.window.showInputBox({
    title: `Events around a day: ${labelText(companyTexts(company).label)}`,
    prompt: 'A day as YYYY-MM-DD',
    value: plainDateOfInstant(Date.now()),
    validateInput: typed =>
      parsePlainDate(typed.trim()) === undefined ? 'A day as 2026-11-20.' : undefined,
  });
  return text === undefined ? undefined : parsePlainDate(text.trim());
}

async function copy(text: string | null): Promise<void> {
  await vscode.env.clipboard.writeText(text ?? '');
  void vscode.window.setStatusBarMessage('Signals: copied', 3000);
}
