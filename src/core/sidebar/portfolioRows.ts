/** The rows of the view *Portfolios*: portfolios with their place in today's lists, and the figures of their companies. */

import { t } from '../base/translations';
import { plainDateOfDay, type PlainDate } from '../base/plainDate';
import { counted, grouped } from '../base/text';
import { visibleText } from '../base/visibleText';
import { portfolioFileEnding } from '../portfolios/portfolioFile';
import {
  countsOf,
  hasMixedWeights,
  holdingsOf,
  memberKey,
  sourceText,
  type Member,
  type Portfolio,
} from '../portfolios/portfolios';
import type { CellValue, ColumnTable } from '../service/columns';
import type { EntityFact } from '../service/entityFact';
import { splitKey } from '../service/entityKey';
import { scoreText, type ListedStock, type RankedList } from './overlayTree';
import { paged, pageSize, rowsOfState, type Fact, type Row, type ViewState } from './row';
import { eventDays } from './writtenCells';

/** A company's place in one of today's ranked lists. */
export interface ListPlace {
  readonly list: string;
  readonly rank: number;
  readonly score: number | null;
}

/** One of today's ranked lists, by the name of its row in the view *Overlays*. */
export interface TodaysList {
  readonly name: string;
  readonly state: ViewState<RankedList>;
}

/** The latest score of a company's time series. */
export interface LatestScore {
  readonly score: number;
  readonly date: PlainDate;
  readonly ticker: string | null;
}

/** What is known of a portfolio's companies, each by entity. An answer that failed does not affect the other. */
export interface PortfolioFigures {
  readonly scores: ViewState<ReadonlyMap<string, LatestScore>>;
  readonly events: ViewState<ReadonlyMap<string, number>>;
}

/** What a portfolio's rows are made of, beside the portfolio itself. */
export interface KnownOfCompanies {
  readonly figures: PortfolioFigures;
  readonly lists: readonly TodaysList[];
  /** Names, tickers and ISINs that answers had, by entity. */
  readonly directory: ReadonlyMap<string, EntityFact>;
}

/**
 * @param searchProblem Why the workspace's files could not be searched; null if they were.
 * @returns A row for each portfolio; before them, the state of a list that could not be requested, and of the search.
 */
export function portfolioRows(
  portfolios: readonly Portfolio[],
  lists: readonly TodaysList[],
  searchProblem: string | null,
): readonly Row[] {
  const failed = lists.find(({ state }) => state.kind === 'failed' || state.kind === 'signedOut');
  const problem = failed ? rowsOfState(failed.name, failed.state, () => []) : [];
  const search = searchProblem === null ? [] : [searchRow(searchProblem)];
  return [...problem, ...search, ...portfolios.map(portfolio => portfolioRow(portfolio, lists))];
}

function searchRow(problem: string): Row {
  const sentence = t(
    'Portfolios in files (*{0}) are not shown: VS Code could not search the workspace. {1}',
    portfolioFileEnding,
    problem,
  );
  return {
    id: 'search',
    label: t('Files not searched'),
    description: t('Retry'),
    facts: [['', sentence]],
    icon: { name: 'warning', colour: 'warning' },
    kind: 'failed',
    press: { action: 'retryPortfolio', argument: '' },
    spoken: t('Files not searched. {0}', sentence),
  };
}

/**
 * @param shown Companies that have a row; one more row loads others.
 * @returns The companies of a portfolio; before them, the state of an answer that did not come.
 */
export function companyRows(
  portfolio: Portfolio,
  known: KnownOfCompanies,
  shown = pageSize,
): readonly Row[] {
  const id = portfolioId(portfolio.name);
  if (portfolio.members.length === 0) {
    return [
      {
        id: `${id}/empty`,
        label: t('No company yet'),
        description: portfolio.source === 'notebook' ? '' : t('Paste some, or drag stocks here'),
        kind: 'empty',
        icon: { name: 'info', colour: 'muted' },
        ...(portfolio.source === 'notebook'
          ? {}
          : { press: { action: 'pastePortfolio', argument: portfolio.name } as const }),
      },
    ];
  }
  const { scores, events } = known.figures;
  const states = [...statesOf(id, 'scores', scores), ...statesOf(id, 'events', events)];
  // Both answers usually fail for one reason.
  const distinct = states.filter(
    ({ kind, label }, at) =>
      states.findIndex(other => other.kind === kind && other.label === label) === at,
  );
  const places = placesOf(known.lists);
  const rows = paged(id, portfolio.members, {
    shown,
    action: 'loadMoreCompanies',
    rowOf: member => memberRow(portfolio, member, { known, places }),
  });
  return [...distinct, ...rows];
}

/** @returns The id of a portfolio's row. */
export function portfolioId(name: string): string {
  return ['portfolio', name].join(' ');
}

/** @returns The portfolio and the member that a row is about; undefined for the row of something else. */
export function memberOfRow(
  { id }: Row,
  portfolios: readonly Portfolio[],
): { readonly portfolio: Portfolio; readonly member: Member | null } | undefined {
  for (const portfolio of portfolios) {
    const own = portfolioId(portfolio.name);
    if (id === own) {
      return { portfolio, member: null };
    }
    const key = id.startsWith(`${own}/company/`) ? id.slice(`${own}/company/`.length) : null;
    const member = portfolio.members.find(each => memberKey(each) === key);
    if (member) {
      return { portfolio, member };
    }
  }
  return undefined;
}

/** @returns The company of a member, for the actions on stocks; undefined for a name without a key. */
export function companyOf(member: Member, known: KnownOfCompanies): ListedStock | undefined {
  const { entity, name } = member;
  if (entity === null) {
    return undefined;
  }
  const fact = known.directory.get(entity);
  const score = contentOf(known.figures.scores)?.get(entity);
  return {
    entity,
    name: fact?.name ?? name,
    ticker: fact?.ticker ?? score?.ticker ?? null,
    isin: fact?.isin ?? null,
    date: score?.date ?? null,
  };
}

/** @returns The latest score of each entity of the answers, of the operation about scores. */
export function latestScores(tables: readonly ColumnTable[]): ReadonlyMap<string, LatestScore> {
  const latest = new Map<string, LatestScore & { readonly day: number }>();
  for (const { rowCount, ...table } of tables) {
    const [entities, days, scores, tickers] = columnsOf(table, [
      'entity',
      'date',
      'score',
      'ticker',
    ]);
    for (let row = 0; row < rowCount; row += 1) {
      const [entity, day, score, ticker] = [entities, days, scores, tickers].map(
        column => column?.[row] ?? null,
      );
      const isScore =
        typeof entity === 'string' && typeof day === 'number' && typeof score === 'number';
      if (isScore && day >= (latest.get(entity)?.day ?? -Infinity)) {
        const known = typeof ticker === 'string' ? ticker : null;
        latest.set(entity, { score, day, date: plainDateOfDay(day), ticker: known });
      }
    }
  }
  return latest;
}

/** @returns The number of events of each entity of the answers, of the operation that counts events. */
export function eventCounts(tables: readonly ColumnTable[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rowCount, ...table } of tables) {
    const [entities, values] = columnsOf(table, ['entity', 'count']);
    for (let row = 0; row < rowCount; row += 1) {
      const [entity, count] = [entities?.[row], values?.[row]];
      if (typeof entity === 'string' && typeof count === 'number') {
        counts.set(entity, (counts.get(entity) ?? 0) + count);
      }
    }
  }
  return counts;
}

function portfolioRow(portfolio: Portfolio, lists: readonly TodaysList[]): Row {
  return portfolio.unreadable === undefined
    ? readRow(portfolio, lists)
    : unreadRow(portfolio, portfolio.unreadable);
}

/** A press opens what cannot be read. */
function unreadRow(portfolio: Portfolio, reason: string): Row {
  const { name, hides, problems } = portfolio;
  const id = portfolioId(name);
  const description = t('cannot be read: {0}', visibleText(reason));
  return {
    id,
    label: shownName(name),
    description,
    facts: [
      [t('from'), sourceText(portfolio)],
      ...hides.map(hiddenFact),
      ...problems.map((each): Fact => [t('problem'), each]),
    ],
    icon: { name: 'error', colour: 'warning' },
    kind: 'unreadablePortfolio',
    press: { action: 'openPortfolio', argument: id },
    spoken: `${name}, ${description}`,
  };
}

function readRow(portfolio: Portfolio, lists: readonly TodaysList[]): Row {
  const { name, source, problems, hides } = portfolio;
  const holdings = holdingsOf(portfolio);
  const places = placesOf(lists);
  const listed = holdings.flatMap(({ entity }) => places.get(entity) ?? []);
  const scores = listed.flatMap(({ score }) => score ?? []);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const hasLists = lists.every(({ state }) => state.kind === 'content');
  const { companies, unknown } = countsOf(portfolio);
  const isMixed = hasMixedWeights(portfolio);
  // A narrow side bar cuts the end off: what needs attention comes first.
  const parts = [
    problems.length === 0 ? '' : counted(problems.length, 'problem'),
    isMixed ? t('mixed weights') : '',
    hasLists
      ? scores.length > 0
        ? t(
            '{0} of {1} listed, mean {2}',
            ...[grouped(listed.length), grouped(companies), scoreText(mean)],
          )
        : t('{0} of {1} listed', grouped(listed.length), grouped(companies))
      : countedCompanies(companies),
    unknown === 0 ? '' : t('{0} unknown', grouped(unknown)),
    hides.length === 0 ? '' : t('hides {0}', hides.map(shortSource).join(', ')),
  ].filter(Boolean);
  const placed = lists.map(({ name: list }) => {
    const here = listed.filter(place => place.list === list);
    return `${here.length} ${list.toLowerCase()}`;
  });
  return {
    id: portfolioId(name),
    label: shownName(name),
    description: parts.join(' · '),
    facts: [
      [t('from'), sourceText(portfolio)],
      [t('companies'), grouped(companies)],
      ...(hasLists ? [[t("in today's lists"), placed.join(', ')] as const] : []),
      ...(hasLists && scores.length > 0
        ? [[t('mean bull_bear_score of those listed'), scoreText(mean)] as const]
        : []),
      ...(unknown === 0
        ? []
        : [[t('without a company'), t('{0}, not requested', grouped(unknown))] as const]),
      ...(isMixed
        ? [
            [
              t('weights'),
              t('some are below 1 and others above: fractions and percent may be mixed'),
            ] as const,
          ]
        : []),
      ...hides.map(hiddenFact),
      ...problems.map((each): Fact => [t('problem'), each]),
    ],
    icon:
      problems.length > 0 || isMixed
        ? { name: 'warning', colour: 'warning' }
        : { name: source === 'file' ? 'file' : source === 'notebook' ? 'notebook' : 'briefcase' },
    kind: `${source}Portfolio`,
    expands: 'closed',
    spoken: [name, countedCompanies(companies), ...parts].join(', '),
  };
}

function hiddenFact(source: string): Fact {
  return [t('hides'), t('a portfolio of the same name in {0}', source)];
}

function memberRow(
  portfolio: Portfolio,
  member: Member,
  { known, places }: { known: KnownOfCompanies; places: ReadonlyMap<string, ListPlace> },
): Row {
  const { entity, weight } = member;
  const id = `${portfolioId(portfolio.name)}/company/${memberKey(member)}`;
  const isFixed = portfolio.source === 'notebook';
  const weightText = weight === null ? '' : t('weight {0}', weight);
  if (entity === null) {
    return {
      id,
      label: visibleText(member.name ?? ''),
      description: [t('no company found'), weightText].filter(Boolean).join(' · '),
      facts: [
        [
          '',
          t(
            '{0} has no key, so it is in no request. Choose its company.',
            member.name ?? t('This name'),
          ),
        ],
      ],
      icon: { name: 'question', colour: 'warning' },
      kind: 'unknownCompany',
      press: { action: 'chooseCompany', argument: id },
    };
  }
  const company = companyOf(member, known);
  const fact = known.directory.get(entity);
  const [scores, events] = [contentOf(known.figures.scores), contentOf(known.figures.events)];
  const score = scores?.get(entity);
  const place = places.get(entity);
  const count = events?.get(entity) ?? 0;
  const figure = score ? scoreText(score.score) : '';
  const parts = [
    scores && !score ? t('no score') : '',
    // A narrow side bar cuts the end off: the weight, which is the user's own, comes after what is new.
    events && count > 0 ? counted(count, 'event') : '',
    place ? `${place.list.toLowerCase()} ${place.rank}` : '',
    weightText,
    visibleText(company?.ticker ?? ''),
  ].filter(Boolean);
  const name = visibleText(company?.name ?? splitKey(entity).id);
  return {
    id,
    // As in a ranked list: a narrow side bar cuts the end off.
    label: [figure, name].filter(Boolean).join('  '),
    description: parts.join(' · '),
    facts: [
      [t('name'), name],
      ['entity', entity],
      ...(['ticker', 'isin', 'country', 'industry'] as const).flatMap((field): Fact[] => {
        const value = fact?.[field];
        return value ? [[field, value]] : [];
      }),
      [t('weight'), weight === null ? t('none') : t('{0} (not normalised)', weight)],
      ...(scores
        ? [
            [
              'score',
              score ? t('{0} on {1}', scoreText(score.score), score.date) : t('none in 7 days'),
            ] as const,
          ]
        : []),
      ...(events ? [[t('events in {0} days', eventDays), String(count)] as const] : []),
      ...(place ? [[t('rank in {0}', place.list), String(place.rank)] as const] : []),
      ...(place && place.score !== null
        ? [['bull_bear_score', scoreText(place.score)] as const]
        : []),
    ],
    icon: place
      ? place.list === 'Bullish'
        ? { name: 'triangle-up', colour: 'bull' }
        : { name: 'triangle-down', colour: 'bear' }
      : { name: 'circle-small', colour: 'muted' },
    kind: isFixed ? 'notebookCompany' : 'company',
    spoken: [name, figure, ...parts].filter(Boolean).join(', '),
  };
}

/** The place of each company in today's lists; the first list where it is in both. */
function placesOf(lists: readonly TodaysList[]): ReadonlyMap<string, ListPlace> {
  const places = new Map<string, ListPlace>();
  for (const { name, state } of lists) {
    for (const { change } of contentOf(state)?.stocks ?? []) {
      const { entity, rank, now } = change;
      if (rank !== null && !places.has(entity)) {
        places.set(entity, { list: name, rank, score: now?.score ?? null });
      }
    }
  }
  return places;
}

function statesOf(id: string, what: string, state: ViewState<unknown>): readonly Row[] {
  return rowsOfState(`${id}/${what}`, state, () => []).map(row =>
    row.press?.action === 'retryList'
      ? { ...row, press: { action: 'retryPortfolio', argument: id } }
      : row,
  );
}

function contentOf<Content>(state: ViewState<Content>): Content | undefined {
  return state.kind === 'content' ? state.content : undefined;
}

function columnsOf(
  { columns, values }: Pick<ColumnTable, 'columns' | 'values'>,
  names: readonly string[],
): readonly (readonly CellValue[] | undefined)[] {
  return names.map(name => values[columns.findIndex(column => column.name === name)]);
}

/** A setting or a file can have a name without a letter. */
function shownName(name: string): string {
  return name.trim() === '' ? t('Portfolio without a name') : visibleText(name);
}

function countedCompanies(count: number): string {
  return counted(count, 'company', 'companies');
}

function shortSource(source: string): string {
  const named = (['notebook', 'setting'] as const).map(each =>
    sourceText({ source: each, file: null }),
  );
  return named.includes(source) ? source : t('a file');
}
