/**
 * Explore Events: companies, days and event types to choose, with the requests that they take; then a cell, and the
 * explorer of its result. Counts come first, the mentions of what is selected in them on demand.
 */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { counted } from '../../core/base/text';
import {
  companiesOfList,
  companiesOfPortfolio,
  daysText,
  eventPeriods,
  eventsCell,
  mentionsCell,
  mentionsPlan,
  namedCompanies,
  plannedText,
  readDays,
  type EventCompanies,
  type EventDays,
  type EventFace,
  type EventsQuestion,
} from '../../core/explorer/eventsQuestion';
import { holdingsOf, type Portfolio } from '../../core/portfolios/portfolios';
import type { NamedState } from '../../core/protocol/exploration';
import { companyTexts } from '../../core/sidebar/companyPick';
import { eventTypes, typeChoices, withFamilies } from '../../core/sidebar/eventTypeRows';
import type { Connections } from '../connection/connections';
import type { ExportSource } from '../export/exportSource';
import { labelText } from '../labelText';
import type { ConnectionCompanies } from '../language/connectionCompanies';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';
import { kernelSettings } from '../settings';
import type { OverlaysView } from '../sidebar/overlaysView';
import type { PortfoliosView } from '../sidebar/portfoliosView';
import { rowOf } from '../sidebar/rowTree';
import { stocksOf, type PressedRows } from '../sidebar/stockCommands';
import { askCell } from './askedCells';
import type { ResultTabs } from './resultTabs';

export interface EventParts {
  readonly connections: Connections;
  readonly companies: ConnectionCompanies;
  readonly portfolios: KnownPortfolios;
  readonly tabs: ResultTabs;
  readonly views: {
    readonly overlays: Pick<OverlaysView, 'view' | 'views'>;
    /** The portfolio of a row, and its company if it is one. */
    readonly portfolios: Pick<PortfoliosView, 'ofRow'>;
  };
}

interface CompaniesItem extends vscode.QuickPickItem {
  readonly companies: () => Promise<EventCompanies | undefined>;
}

const title = vscode.l10n.t('Explore events');

/** @param pressed The row of the side bar: a portfolio, companies, a ranked list or an event type; without one, companies are asked for. */
export async function exploreEvents(pressed: PressedRows, parts: EventParts): Promise<void> {
  const row = rowOf(pressed.argument);
  const type = row?.kind === 'eventType' ? [row.id] : [];
  const companies = companiesOfRow(pressed, parts) ?? (await pickCompanies(parts));
  if (companies) {
    const asked = await askParts(
      { companies, days: { kind: 'last', days: 60 }, types: type },
      parts,
    );
    if (asked) {
      const cell = await askCell(
        eventsCell(asked.question, asked.face),
        parts.tabs.notebookInFront,
      );
      parts.tabs.exploreCell(cell);
    }
  }
}

/** Loads the mentions of what is selected in counts, after the number of requests was accepted. */
export async function loadMentions(
  { cell, output }: ExportSource,
  asks: NamedState,
  { connections, companies, tabs }: Omit<EventParts, 'views' | 'portfolios'>,
  column: vscode.ViewColumn | undefined,
): Promise<void> {
  if (!cell) {
    throw new Error(vscode.l10n.t('These counts belong to no cell.'));
  }
  const { connection } = await connections.current(cell.notebook);
  const types = eventTypes(await companies.eventNames(connection));
  const idOfName = (name: string): string | undefined => types.find(type => type.name === name)?.id;
  const text = mentionsCell(cell.document.getText(), asks, idOfName);
  const call = output.provenance.calls.find(each => each.function === 'events_ts');
  const none = { from: null, to: null, entityCount: null };
  const plan = mentionsPlan(asks, call ?? none, kernelSettings());
  const load = vscode.l10n.t('Load');
  const detail = vscode.l10n.t('{0}, none for those that were sent before.', plan);
  const sentence = vscode.l10n.t('Load the mentions of the selected events?');
  const options = { modal: true, detail };
  if ((await vscode.window.showInformationMessage(sentence, options, load)) === load) {
    tabs.exploreCell(await askCell(text, cell.notebook), asks, column);
  }
}

function companiesOfRow(pressed: PressedRows, { views }: EventParts): EventCompanies | undefined {
  const row = rowOf(pressed.argument);
  if (!row || row.kind === 'eventType') {
    return undefined;
  }
  const found = views.portfolios.ofRow(row);
  const list = views.overlays.view(row.id);
  if (found?.member === null) {
    return ofPortfolio(found.portfolio);
  }
  return list
    ? companiesOfList(list.name, list.query)
    : namedCompanies(stocksOf(pressed).map(({ entity }) => entity));
}

/** A page that is still loading takes the focus late, so no part of the question closes without it. */
async function pickCompanies(parts: EventParts): Promise<EventCompanies | undefined> {
  const portfolios = await parts.portfolios.of(parts.tabs.notebookInFront);
  const filled = portfolios.filter(portfolio => holdingsOf(portfolio).length > 0);
  const items = filled.map((portfolio): CompaniesItem => {
    const companies = ofPortfolio(portfolio);
    return {
      label: vscode.l10n.t('$(briefcase) {0}', labelText(portfolio.name)),
      description: counted(companies.entities.length, 'company', 'companies'),
      companies: () => Promise.resolve(companies),
    };
  });
  const lists = parts.views.overlays.views().map((view): CompaniesItem => {
    const companies = companiesOfList(view.name, view.query);
    return {
      label: vscode.l10n.t('$(list-ordered) {0}', labelText(view.name)),
      description: vscode.l10n.t(
        '{0}, the first {1}',
        view.query.operation,
        companies.entities.length,
      ),
      companies: () => Promise.resolve(companies),
    };
  });
  const search: CompaniesItem = {
    label: vscode.l10n.t('$(search) Select companies…'),
    companies: () => selectCompanies(parts),
  };
  const placeHolder = vscode.l10n.t('Whose events?');
  const options = { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true };
  const picked = await vscode.window.showQuickPick([...items, ...lists, search], options);
  return picked?.companies();
}

/** @throws {Error} If it has no company. */
function ofPortfolio(portfolio: Portfolio): EventCompanies {
  const { name } = portfolio;
  const entities = holdingsOf(portfolio).map(({ entity }) => entity);
  if (entities.length === 0) {
    throw new Error(vscode.l10n.t('{0} has no company yet.', name));
  }
  return companiesOfPortfolio(name, entities);
}

async function selectCompanies({
  companies,
  tabs,
}: EventParts): Promise<EventCompanies | undefined> {
  const { entities } = await companies.of(tabs.notebookInFront);
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
    ...{ title, placeHolder: vscode.l10n.t('Name, ticker, ISIN or key'), canPickMany: true },
    ...{ ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true },
  });
  return picked && picked.length > 0
    ? namedCompanies(picked.map(({ entity }) => entity))
    : undefined;
}

interface PartItem extends vscode.QuickPickItem {
  readonly face?: EventFace;
  readonly change?: () => Promise<Partial<EventsQuestion> | undefined>;
}

interface Asked {
  readonly question: EventsQuestion;
  readonly face: EventFace;
}

/** A list of the parts with their values: any of them can be changed before the question is asked. */
async function askParts(first: EventsQuestion, parts: EventParts): Promise<Asked | undefined> {
  let question = first;
  for (;;) {
    const options = {
      ...{ title, ignoreFocusOut: true, matchOnDescription: true },
      placeHolder: vscode.l10n.t('Ask, or change any part first'),
    };
    const item = await vscode.window.showQuickPick(partItems(question, parts), options);
    if (!item) {
      return undefined;
    }
    if (item.face) {
      return { question, face: item.face };
    }
    question = { ...question, ...(await item.change?.()) };
  }
}

function partItems(question: EventsQuestion, parts: EventParts): readonly PartItem[] {
  const { companies, days, types } = question;
  const limits = kernelSettings();
  const today = plainDateOfInstant(Date.now());
  const ask = (face: EventFace): string => plannedText(question, face, { today, limits });
  return [
    {
      ...{ label: vscode.l10n.t('$(graph) Counts'), description: ask('counts'), face: 'counts' },
      detail: vscode.l10n.t(
        'Fast: how many events a day and type. The mentions of a selection can be loaded from there.',
      ),
    },
    {
      ...{
        label: vscode.l10n.t('$(list-flat) Mentions'),
        description: ask('mentions'),
        face: 'mentions',
      },
      detail: vscode.l10n.t(
        'A row for each mention of an event, with its text fields: several may mention one event.',
      ),
    },
    { label: vscode.l10n.t('Change'), kind: vscode.QuickPickItemKind.Separator },
    {
      ...{ label: vscode.l10n.t('$(calendar) Days'), description: daysText(days) },
      change: async () => {
        const picked = await pickDays();
        return picked && { days: picked };
      },
    },
    {
      label: vscode.l10n.t('$(symbol-event) Event types'),
      description: types.length === 0 ? 'all' : types.join(', '),
      change: async () => {
        const picked = await pickTypes(types, parts);
        return picked && { types: picked };
      },
    },
    {
      ...{
        label: vscode.l10n.t('$(organization) Companies'),
        description: labelText(companies.label),
      },
      change: async () => {
        const picked = await pickCompanies(parts);
        return picked && { companies: picked };
      },
    },
  ];
}

async function pickDays(): Promise<EventDays | undefined> {
  const items = eventPeriods.map(days => ({
    label: vscode.l10n.t('Last {0} days', days),
    days: { kind: 'last', days } as EventDays | null,
  }));
  const own = { label: vscode.l10n.t('$(edit) Other days…'), days: null };
  const placeHolder = vscode.l10n.t('Of which days?');
  const options = { title, placeHolder, ignoreFocusOut: true };
  const item = await vscode.window.showQuickPick([...items, own], options);
  if (!item || item.days) {
    return item?.days ?? undefined;
  }
  const text = await vscode.window.showInputBox({
    ...{ title, ignoreFocusOut: true },
    prompt: vscode.l10n.t('The first and the last day, both included'),
    placeHolder: '2026-09-01 to 2026-11-20',
    validateInput: written => {
      const read = readDays(written);
      return typeof read === 'string' ? read : undefined;
    },
  });
  const read = text === undefined ? undefined : readDays(text);
  return typeof read === 'string' ? undefined : read;
}

/** The tree of families and types with search: a family selects its types, and is selected with all of them. */
async function pickTypes(
  chosen: readonly string[],
  { connections, companies, tabs }: EventParts,
): Promise<readonly string[] | undefined> {
  const { connection } = await connections.current(tabs.notebookInFront);
  const types = eventTypes(await companies.eventNames(connection));
  const items = typeChoices(types).map(({ label, description, id, isFamily }) => ({
    label: isFamily ? vscode.l10n.t('$(symbol-folder) {0}', labelText(label)) : labelText(label),
    description: labelText(description),
    id,
  }));
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  Object.assign(pick, { title, items, canSelectMany: true, matchOnDescription: true });
  pick.ignoreFocusOut = true;
  pick.placeholder = vscode.l10n.t('Which event types? None selected: all');
  let selected = withFamilies(new Set(), new Set(chosen), types);
  const show = (): void => {
    pick.selectedItems = items.filter(({ id }) => selected.has(id));
  };
  show();
  pick.onDidChangeSelection(now => {
    const wanted = withFamilies(selected, new Set(now.map(({ id }) => id)), types);
    const isShown = wanted.size === now.length;
    selected = wanted;
    if (!isShown) {
      show();
    }
  });
  const accepted = await new Promise<boolean>(resolve => {
    pick.onDidAccept(() => {
      resolve(true);
      pick.hide();
    });
    pick.onDidHide(() => resolve(false));
    pick.show();
  });
  pick.dispose();
  const ids = types.map(({ id }) => id).filter(id => selected.has(id));
  return accepted ? (ids.length === types.length ? [] : ids) : undefined;
}
