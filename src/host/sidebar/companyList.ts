/** The one list of companies from which a company is picked: those that are known of the connection in use. */

import * as vscode from 'vscode';
import { plural } from '../../core/base/text';
import type { KnownCompanies } from '../../core/language/companies';
import type { EntityFact } from '../../core/service/entityFact';
import {
  companyTexts,
  foundCompanies,
  nothingFound,
  offersLearning,
} from '../../core/sidebar/companyPick';
import { labelText } from '../labelText';
import { learnCompanies, type LearningParts } from '../language/learnCompanies';
import { activeNotebook } from '../notebook/activeNotebook';

export interface CompanyListOptions {
  /** Absent: the connection whose companies are listed. */
  readonly title?: string;
  /** Companies that come first while nothing is typed. */
  readonly fitting?: readonly EntityFact[];
  /** The label of an item for no company. */
  readonly none?: string;
  /** Whether the list stays when the window loses the focus, as after a longer dialogue. */
  readonly stays?: boolean;
}

interface CompanyItem extends vscode.QuickPickItem {
  readonly does: 'pick' | 'none' | 'learn' | 'clear';
  readonly company?: EntityFact;
}

/** VS Code orders what it finds by label, unless this is false; its typings leave it out. */
type OrderedPick<Item extends vscode.QuickPickItem> = vscode.QuickPick<Item> & {
  sortByLabel?: boolean;
};

/** @returns Null: the item for no company; undefined: nothing was picked. */
export async function pickCompany(
  parts: LearningParts,
  options: CompanyListOptions = {},
): Promise<EntityFact | null | undefined> {
  let text = '';
  for (;;) {
    const picked = await pickOnce(parts.companies.of(activeNotebook()), text, options);
    if (picked?.item.does !== 'learn') {
      return picked && (picked.item.company ?? null);
    }
    if (!(await learnCompanies(parts))) {
      return undefined;
    }
    ({ text } = picked);
  }
}

interface Picked {
  readonly item: CompanyItem;
  readonly text: string;
}

async function pickOnce(
  loading: Promise<KnownCompanies>,
  text: string,
  { title, stays = false, ...options }: CompanyListOptions,
): Promise<Picked | undefined> {
  const pick: OrderedPick<CompanyItem> = vscode.window.createQuickPick<CompanyItem>();
  pick.sortByLabel = false;
  pick.title = labelText(title ?? vscode.l10n.t('Find a company'));
  pick.placeholder = vscode.l10n.t('Name, ticker, ISIN or key');
  pick.value = text;
  pick.busy = true;
  pick.ignoreFocusOut = stays;
  const picked = new Promise<Picked | undefined>(resolve => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.does === 'clear') {
        pick.value = '';
      } else if (item) {
        resolve({ item, text: pick.value });
      }
    });
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  try {
    const known = await loading;
    pick.title = labelText(title ?? vscode.l10n.t('Find a company of {0}', known.connection));
    const show = (): void => {
      pick.items = itemsOf(known, pick.value, options);
    };
    pick.onDidChangeValue(show);
    show();
    pick.busy = false;
    return await picked;
  } finally {
    pick.dispose();
  }
}

function itemsOf(
  known: KnownCompanies,
  text: string,
  { fitting = [], none }: Pick<CompanyListOptions, 'fitting' | 'none'>,
): CompanyItem[] {
  const found = foundCompanies(known.entities, text);
  const first = text.trim() === '' ? fitting : [];
  const entities = new Set(first.map(({ entity }) => entity));
  const items = [...first, ...found.filter(({ entity }) => !entities.has(entity))].map(companyItem);
  return [
    ...(items.length === 0 ? [nothingItem(known, text)] : []),
    ...items.slice(0, first.length),
    ...(none === undefined ? [] : [{ label: none, alwaysShow: true, does: 'none' } as const]),
    ...items.slice(first.length),
    ...(offersLearning(known, found.length) ? [learnItem(known)] : []),
  ];
}

function companyItem(company: EntityFact): CompanyItem {
  const { label, description, detail } = companyTexts(company);
  return {
    label: labelText(label),
    description: labelText(description),
    detail: labelText(detail),
    // What is shown is already what fits.
    alwaysShow: true,
    does: 'pick',
    company,
  };
}

function nothingItem(known: KnownCompanies, text: string): CompanyItem {
  const { label, detail } = nothingFound(known, text);
  return {
    label: vscode.l10n.t('$(info) {0}', labelText(label)),
    detail: labelText(detail),
    alwaysShow: true,
    does: known.synthetic ? 'clear' : 'learn',
  };
}

function learnItem({ connection, entities }: KnownCompanies): CompanyItem {
  return {
    label: vscode.l10n.t('$(cloud-download) Learn more companies…'),
    description: vscode.l10n.t('from ranked lists of {0}', labelText(connection)),
    detail: plural(
      entities.length,
      '{0} company is known. The number of requests is shown first',
      '{0} companies are known. The number of requests is shown first',
    ),
    alwaysShow: true,
    does: 'learn',
  };
}
