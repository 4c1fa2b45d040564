/** Find Company: a list of the companies that are known of the connection in use, and what to do with the picked one. */

import * as vscode from 'vscode';
import { parsePlainDate, plainDateOfInstant, type PlainDate } from '../../core/base/plainDate';
import { counted } from '../../core/base/text';
import type { KnownCompanies } from '../../core/language/companies';
import type { EntityFact } from '../../core/service/entityFact';
import {
  companyActions,
  companyTexts,
  foundCompanies,
  keyAfter,
  offersLearning,
  type CompanyAction,
  type NamedStock,
} from '../../core/sidebar/companyPick';
import { eventsAroundCell, scoreCell } from '../../core/sidebar/writtenCells';
import { labelText } from '../labelText';
import { learnCompanies, type LearningParts } from '../language/learnCompanies';
import { activeNotebook } from '../notebook/activeNotebook';
import { insertIntoNotebook } from './insertCells';

interface CompanyItem extends vscode.QuickPickItem {
  /** Absent: the item that learns more companies. */
  readonly company?: EntityFact;
}

export async function findCompany(parts: LearningParts): Promise<void> {
  let text = '';
  for (;;) {
    const picked = await pickCompany(parts.companies.of(activeNotebook()), text);
    if (!picked || picked.company) {
      return picked?.company && actOnCompany(picked.company);
    }
    if (!(await learnCompanies(parts))) {
      return;
    }
    ({ text } = picked);
  }
}

/** VS Code orders what it finds by label, unless this is false; its typings leave it out. */
type OrderedPick<Item extends vscode.QuickPickItem> = vscode.QuickPick<Item> & {
  sortByLabel?: boolean;
};

interface Picked {
  readonly company: EntityFact | undefined;
  readonly text: string;
}

async function pickCompany(
  loading: Promise<KnownCompanies>,
  text: string,
): Promise<Picked | undefined> {
  const pick: OrderedPick<CompanyItem> = vscode.window.createQuickPick<CompanyItem>();
  pick.sortByLabel = false;
  pick.title = 'Find a company';
  pick.placeholder = 'Name, ticker, ISIN or key';
  pick.value = text;
  pick.busy = true;
  const picked = new Promise<Picked | undefined>(resolve => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) {
        resolve({ company: item.company, text: pick.value });
      }
    });
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  try {
    const known = await loading;
    pick.title = `Find a company of ${labelText(known.connection)}`;
    const show = (): void => {
      const found = foundCompanies(known.entities, pick.value).map(companyItem);
      pick.items = offersLearning(known, found.length) ? [...found, learnItem(known)] : found;
    };
    pick.onDidChangeValue(show);
    show();
    pick.busy = false;
    return await picked;
  } finally {
    pick.dispose();
  }
}

function learnItem({ connection, entities }: KnownCompanies): CompanyItem {
  return {
    label: '$(cloud-download) Learn more companies…',
    description: `from ranked lists of ${labelText(connection)}`,
    detail: `${counted(entities.length, 'company is', 'companies are')} known. The number of requests is shown first`,
    alwaysShow: true,
  };
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

/** A company, with the day of its signal if it is one of a list. */
type ActedOn = NamedStock & { readonly date?: PlainDate | null };

/** Offers for a company what a stock of the side bar offers. */
export async function actOnCompany(company: ActedOn): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const items = companyActions(company, editor !== undefined).map(each => ({
    ...each,
    description: labelText(each.description),
  }));
  const title = labelText(company.name ?? company.entity);
  const picked = await vscode.window.showQuickPick(items, { title });
  if (picked) {
    await actions[picked.action](company, editor);
  }
}

type Act = (company: ActedOn, editor: vscode.TextEditor | undefined) => Promise<void>;

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

async function askDay({ name, entity, date }: ActedOn): Promise<PlainDate | undefined> {
  const text = await vscode.window.showInputBox({
    title: `Events around a day: ${labelText(name ?? entity)}`,
    prompt: 'A day as YYYY-MM-DD',
    value: date ?? plainDateOfInstant(Date.now()),
    validateInput: typed =>
      parsePlainDate(typed.trim()) === undefined ? 'A day as 2026-11-20.' : undefined,
  });
  return text === undefined ? undefined : parsePlainDate(text.trim());
}

async function copy(text: string | null): Promise<void> {
  await vscode.env.clipboard.writeText(text ?? '');
  void vscode.window.setStatusBarMessage('Signals: copied', 3000);
}
