/** Explore Events: companies and days to choose, with the requests that they take; then a cell, and the explorer of its result. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { counted } from '../../core/base/text';
import {
  companiesOfList,
  companiesOfPortfolio,
  eventPeriods,
  eventsCell,
  namedCompanies,
  plannedText,
  type EventCompanies,
} from '../../core/explorer/eventsQuestion';
import { holdingsOf, type Portfolio } from '../../core/portfolios/portfolios';
import { companyTexts } from '../../core/sidebar/companyPick';
import { labelText } from '../labelText';
import type { ConnectionCompanies } from '../language/connectionCompanies';
import { activeNotebook } from '../notebook/activeNotebook';
import { resultsOf } from '../notebook/cellResults';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';
import { kernelSettings } from '../settings';
import { insertIntoNotebook } from '../sidebar/insertCells';
import type { PortfoliosView } from '../sidebar/portfoliosView';
import { rowOf } from '../sidebar/rowTree';
import { stocksOf, type PressedRows } from '../sidebar/stockCommands';
import type { ResultTabs } from './resultTabs';

export interface EventParts {
  readonly companies: ConnectionCompanies;
  readonly portfolios: KnownPortfolios;
  readonly tabs: ResultTabs;
}

interface CompaniesItem extends vscode.QuickPickItem {
  readonly companies: () => Promise<EventCompanies | undefined>;
}

const title = 'Explore events';

/**
 * @param pressed The row of the side bar: a portfolio, or companies; without one, companies are asked for.
 * @param portfolioOf The portfolio of a row, and its company if it is one.
 */
export async function exploreEvents(
  pressed: PressedRows,
  portfolioOf: PortfoliosView['ofRow'],
  parts: EventParts,
): Promise<void> {
  const row = rowOf(pressed.argument);
  const found = row && portfolioOf(row);
  const companies =
    found?.member === null
      ? ofPortfolio(found.portfolio)
      : row
        ? namedCompanies(stocksOf(pressed).map(({ entity }) => entity))
        : await pickCompanies(parts);
  const days = companies && (await pickDays(companies));
  if (!companies || days === undefined) {
    return;
  }
  const cell = await insertIntoNotebook(eventsCell(companies, days));
  const [result] = resultsOf(cell);
  // A cell that failed, or found nothing, says so itself.
  if (result?.table && result.table.rowCount > 0) {
    parts.tabs.explore({ resultId: result.table.id });
  }
}

async function pickCompanies(parts: EventParts): Promise<EventCompanies | undefined> {
  const portfolios = await parts.portfolios.of(activeNotebook());
  const filled = portfolios.filter(portfolio => holdingsOf(portfolio).length > 0);
  const items = filled.map((portfolio): CompaniesItem => {
    const companies = ofPortfolio(portfolio);
    return {
      label: `$(briefcase) ${labelText(portfolio.name)}`,
      description: counted(companies.entities.length, 'company', 'companies'),
      companies: () => Promise.resolve(companies),
    };
  });
  const lists = (['bullish_stocks', 'bearish_stocks'] as const).map((list): CompaniesItem => {
    const companies = companiesOfList(list);
    return {
      label: `$(list-ordered) ${list}`,
      description: `the first ${companies.entities.length}`,
      companies: () => Promise.resolve(companies),
    };
  });
  const search: CompaniesItem = {
    label: '$(search) Select companies…',
    companies: () => selectCompanies(parts),
  };
  const placeHolder = 'Whose events?';
  const picked = await vscode.window.showQuickPick([...items, ...lists, search], {
    title,
    placeHolder,
  });
  return picked?.companies();
}

/** @throws {Error} If it has no company. */
function ofPortfolio(portfolio: Portfolio): EventCompanies {
  const { name } = portfolio;
  const entities = holdingsOf(portfolio).map(({ entity }) => entity);
  if (entities.length === 0) {
    throw new Error(`${name} has no company yet.`);
  }
  return companiesOfPortfolio(name, entities);
}

async function selectCompanies({ companies }: EventParts): Promise<EventCompanies | undefined> {
  const { entities } = await companies.of(activeNotebook());
  const items = entities.map(fact => {
    const { label, description, detail } = companyTexts(fact);
    return {
      label: labelText(label),
      description: labelText(description),
      detail: labelText(detail),
      entity: fact.entity,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    ...{ title, placeHolder: 'Name, ticker, ISIN or key', canPickMany: true },
    ...{ matchOnDescription: true, matchOnDetail: true },
  });
  return picked && picked.length > 0
    ? namedCompanies(picked.map(({ entity }) => entity))
    : undefined;
}

async function pickDays(companies: EventCompanies): Promise<number | undefined> {
  const today = plainDateOfInstant(Date.now());
  const limits = kernelSettings();
  const items = eventPeriods.map(days => ({
    label: `Last ${days} days`,
    description: plannedText(companies, { days, today, limits }),
    days,
  }));
  const placeHolder = 'Of which days?';
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.days;
}
