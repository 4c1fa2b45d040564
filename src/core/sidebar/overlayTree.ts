/** The rows of the view *Overlays*: ranked lists, and the stocks of each with what changed since an earlier day. */

import { t } from '../base/translations';
import { plainDateOfDay, type PlainDate } from '../base/plainDate';
import { counted, joined } from '../base/text';
import { visibleText } from '../base/visibleText';
import type { EntityChange } from '../overlays/compare';
import { viewSummary, type ListView } from '../overlays/savedViews';
import { changesSentence, changesText, countChanges } from '../protocol/changesSummary';
import type { CellValue, Column, ColumnTable } from '../service/columns';
import { paged, rowsOfState, type Fact, type Row, type RowIcon, type ViewState } from './row';

/** An answer about a ranked list, compared with that of an earlier day. */
export interface ComparedList {
  /** The answer, with the columns of the operation's function. */
  readonly table: ColumnTable;
  readonly changes: readonly EntityChange[];
  /** UTC day of the snapshot that it is compared with; null if there is none. */
  readonly comparedWith: PlainDate | null;
  /** Epoch milliseconds. */
  readonly fetchedAtMs: number;
  /** Of the decoder. */
  readonly notes: readonly string[];
}

/** A ranked list as a view shows it. */
export interface RankedList extends ComparedList {
  /** The changes with their row of the table; null for a stock that left. */
  readonly stocks: readonly Stock[];
}

interface Stock {
  readonly change: EntityChange;
  readonly row: number | null;
}

/** A stock of a list, for the actions on its row. */
export interface ListedStock {
  readonly entity: string;
  readonly name: string | null;
  readonly ticker: string | null;
  readonly isin: string | null;
  /** Day of the signal. */
  readonly date: PlainDate | null;
}

export function rankedList(list: ComparedList): RankedList {
  const { table, changes } = list;
  const column = (name: string): readonly CellValue[] =>
    table.values[table.columns.findIndex(each => each.name === name)] ?? [];
  const [entities, ranks] = [column('entity'), column('rank')];
  const rows = new Map(entities.map((entity, row) => [`${ranks[row] ?? row + 1} ${entity}`, row]));
  const stocks = changes.map(change => ({
    change,
    row: rows.get(`${change.rank} ${change.entity}`) ?? null,
  }));
  return { ...list, stocks };
}

/** @param state Absent: the list has not been requested. */
export function listRow(
  view: ListView,
  { state, filter }: { readonly state: ViewState<RankedList> | undefined; readonly filter: string },
): Row {
  const content = state?.kind === 'content' ? state.content : undefined;
  const description = content
    ? [shownCount(content, filter), notesText(content), changedText(content)]
        .filter(Boolean)
        .join(' · ')
    : viewSummary(view);
  const { operation, parameters } = view.query;
  return {
    id: view.name,
    label: view.name,
    description,
    facts: [
      ['list', operation],
      ...Object.entries(parameters),
      ...(content ? factsOfList(content) : []),
    ],
    icon: iconOfList(view),
    kind: view.isSaved ? (view.isPinned ? 'pinnedList' : 'savedList') : 'list',
    // All lists are visible at first, and none is requested before it is expanded.
    expands: 'closed',
  };
}

function iconOfList({ query, isPinned }: ListView): RowIcon {
  return query.operation === 'bullish_stocks'
    ? { name: isPinned ? 'pinned' : 'triangle-up', colour: 'bull' }
    : { name: isPinned ? 'pinned' : 'triangle-down', colour: 'bear' };
}

/**
 * @param shown The most stocks; a row that loads more follows them.
 * @returns The rows below a list.
 */
export function stockRows(
  view: ListView,
  state: ViewState<RankedList>,
  { filter, shown }: { readonly filter: string; readonly shown: number },
): readonly Row[] {
  return rowsOfState(view.name, state, list => {
    const all = fittingStocks(list, filter);
    if (all.length === 0) {
      return [nothingRow(view, list, filter)];
    }
    return paged(view.name, all, {
      shown,
      action: 'loadMore',
      rowOf: stock => stockRow(view, list, stock),
    });
  });
}

/** @returns The stock of a row's id below a list. */
export function listedStock(list: RankedList, entity: string): ListedStock | undefined {
  const stock = list.stocks.find(({ change }) => change.entity === entity);
  const shown = stock?.change.now ?? stock?.change.before;
  if (!stock || !shown) {
    return undefined;
  }
  const { name, ticker, date } = shown;
  const isin = valueOf(list.table, 'isin', stock.row);
  return {
    entity,
    name,
    ticker,
    isin: typeof isin === 'string' ? isin : null,
    date: date === null ? null : plainDateOfDay(date),
  };
}

/** @returns The name of the list of a row: its own, or that of the row that is below it and has its state. */
export function listNameOf(row: Row | undefined): string | undefined {
  const name = row?.press?.argument ?? row?.id;
  return row?.kind === 'loading' ? name?.replace(/\/loading$/, '') : name;
}

/** @returns The id of a stock's row. */
function stockId(view: string, entity: string): string {
  return `${view}/stock/${entity}`;
}

function stockRow(view: ListView, list: RankedList, { change, row }: Stock): Row {
  const { entity, now, before, rank } = change;
  const shown = now ?? before;
  const known = shown?.name ?? '';
  const name = visibleText(known.trim() === '' ? entity : known);
  const ticker = visibleText(shown?.ticker ?? '');
  const score = now?.score ?? before?.score ?? null;
  const word = changeWord(change);
  const place = rank === null ? '–' : String(rank);
  const figure = score === null ? '' : scoreText(score);
  const spoken = [figure, word, ticker].filter(Boolean);
  return {
    id: stockId(view.name, entity),
    // A narrow side bar cuts the end off: the figures come before the name, which may be long.
    label: [place, figure, name].filter(Boolean).join('  '),
    description: [word, ticker].filter(Boolean).join(' · '),
    facts: [
      ...(row === null ? [] : factsOfRow(list.table, row)),
      ...changeFacts(change, list.comparedWith),
    ],
    icon: iconOfChange(change.change),
    kind: 'stock',
    spoken: [rank === null ? t('Not listed') : t('Rank {0}', rank), name, ...spoken].join(', '),
  };
}

/** An answer without rows, a list whose stocks have no key, or a filter that nothing fits. */
function nothingRow(view: ListView, list: RankedList, filter: string): Row {
  const id = `${view.name}/empty`;
  const icon = { name: 'info', colour: 'muted' } as const;
  if (list.changes.length > 0) {
    return {
      id,
      label: t('Nothing contains “{0}”', filter),
      description: t('Clear the filter'),
      kind: 'empty',
      icon: { name: 'filter', colour: 'muted' },
      press: { action: 'clearFilter', argument: '' },
    };
  }
  const { amount, ...filters } = view.query.parameters;
  const named = Object.entries(filters).map(([name, value]) => `${name} ${value}`);
  const label =
    Number(amount) <= 0
      ? t('The amount is {0}', amount)
      : named.length === 0
        ? t('The service lists no stock today')
        : t('No stock fits {0}', joined(named));
  return { id, label, kind: 'empty', icon };
}

function fittingStocks({ stocks, table }: RankedList, filter: string): readonly Stock[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return stocks;
  }
  return stocks.filter(({ change: { entity, now, before }, row }) => {
    const shown = now ?? before;
    const isin = valueOf(table, 'isin', row);
    const text = [entity, shown?.name, shown?.ticker, isin].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  });
}

/** Stocks that left are below the list, and not counted. */
function shownCount(list: RankedList, filter: string): string {
  const fitting = fittingStocks(list, filter);
  return fitting.length < list.stocks.length
    ? `${fitting.length.toLocaleString('en-US')} found`
    : list.stocks.filter(({ change }) => change.rank !== null).length.toLocaleString('en-US');
}

function changedText({ changes, comparedWith }: RankedList): string {
  return comparedWith === null ? '' : changesText(countChanges(changes, comparedWith));
}

/** The tooltip has the notes themselves. */
function notesText({ notes }: RankedList): string {
  return notes.length === 0 ? '' : counted(notes.length, 'note');
}

function factsOfList({ changes, comparedWith, fetchedAtMs, notes }: RankedList): readonly Fact[] {
  const since =
    comparedWith === null
      ? t('No snapshot of an earlier day')
      : changesSentence(countChanges(changes, comparedWith));
  return [
    [t('stocks'), String(changes.filter(({ rank }) => rank !== null).length)],
    [t('requested'), `${new Date(fetchedAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    [t('changes'), since],
    ...notes.map((note): Fact => [t('note'), note]),
  ];
}

/** Every field of the answer under its name on the wire. */
function factsOfRow(table: ColumnTable, row: number): readonly Fact[] {
  return table.columns.map((column, at): Fact => {
    const value = table.values[at]?.[row] ?? null;
    const [unit] = /(?:unit|scale|meaning and scale) not documented/.exec(column.doc) ?? [];
    const text = factText(column, value);
    return [column.name, unit === undefined || value === null ? text : `${text} (${unit})`];
  });
}

function factText({ type }: Column, value: CellValue): string {
  return typeof value === 'number' && type === 'DATE'
    ? plainDateOfDay(value)
    : String(value ?? 'null');
}

function changeFacts(
  { previousRank, before, ...change }: EntityChange,
  comparedWith: PlainDate | null,
): readonly Fact[] {
  const word = changeWord({ previousRank, before, ...change });
  return comparedWith === null || change.change === null
    ? []
    : [
        [t('since {0}', comparedWith), word === '' ? t('the same rank') : word],
        ...(previousRank === null ? [] : [[t('previous rank'), String(previousRank)] as const]),
        ...(before?.score === null || before?.score === undefined
          ? []
          : [[t('previous score'), scoreText(before.score)] as const]),
      ];
}

/** What happened to a stock; empty if nothing, or if that is not known. */
function changeWord({ change, rank, previousRank }: EntityChange): string {
  const places = rank === null || previousRank === null ? 0 : Math.abs(previousRank - rank);
  switch (change) {
    case 'entered':
      return t('entered');
    case 'left':
      return previousRank === null ? t('left') : t('left, was {0}', previousRank);
    case 'up':
      return t('up {0}', places);
    case 'down':
      return t('down {0}', places);
    case 'flipped':
      return t('changed sign');
    case 'same':
    case null:
      return '';
  }
}

function iconOfChange(change: EntityChange['change']): RowIcon {
  switch (change) {
    case 'entered':
      return { name: 'add' };
    case 'left':
      return { name: 'remove' };
    case 'up':
      return { name: 'arrow-up' };
    case 'down':
      return { name: 'arrow-down' };
    case 'flipped':
      return { name: 'arrow-swap' };
    case 'same':
    case null:
      return { name: 'circle-small', colour: 'muted' };
  }
}

function valueOf(table: ColumnTable, column: string, row: number | null): CellValue {
  const at = table.columns.findIndex(({ name }) => name === column);
  return row === null ? null : (table.values[at]?.[row] ?? null);
}

/** @returns `+0.52`: a score with its sign. */
export function scoreText(score: number): string {
  const text = Math.abs(score).toFixed(2);
  return score > 0 ? `+${text}` : score < 0 ? `−${text}` : text;
}
