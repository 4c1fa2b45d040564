/** Messages of a page: one of each kind, and what is wrong with others. */

import type { PageQuestionName, PageQuestionParams } from '../../../src/core/protocol/questions';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';

const requestId = 1;
const resultId = 'k/r1';
const sort = [{ column: 1, descending: true }];
const long = 'x'.repeat(1001);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
const png = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0]).toString('base64');
const shown = { arrangement: { sort, filters: [] }, columns: [1, 0] };
const filter = { kind: 'text', column: 0, operator: 'contains', text: 'ene' } as const;

/** One question of each name. */
export const pageQuestions = {
  page: {
    ...{ resultId, offset: 0, limit: 100 },
    arrangement: { sort, filters: [filter] },
    nestedAsText: true,
  },
  summary: { resultId, column: 0, filters: [filter] },
  values: { resultId, column: 0, search: '', filters: [filter] },
  mark: { resultId, rows: [0, 3], limit: 100 },
  explored: { resultId },
  explore: {
    ...{ resultId, filters: [filter], timeline: { unit: 'week', stack: 2 } },
    facets: [{ column: 2, limit: 8, search: '' }],
  },
  brush: { resultId, filters: [filter], facets: [2, 3] },
  mentions: { resultId, filters: [filter] },
  suggestions: { resultId },
  preview: { resultId, suggestion: 'histogram' },
  portfolios: { resultId },
  around: {
    ...{ resultId, day: '2026-11-10', load: true },
    key: { column: 'entity', value: 'company:a' },
  },
} satisfies { [Name in PageQuestionName]: PageQuestionParams<Name> };

/** @returns A message that asks. */
export function asking(name: string, params: object) {
  return { type: 'ask', requestId, question: { name, params } } as const;
}

/** One of each kind. */
export const pageMessages = {
  ask: { type: 'ask', requestId, question: { name: 'page', params: pageQuestions.page } },
  useSuggestion: {
    type: 'useSuggestion',
    resultId,
    suggestion: 'histogram',
    byKeyboard: true,
  },
  cancel: { type: 'cancel', requestId },
  export: { type: 'export', resultId, shown },
  changes: { type: 'changes', resultId, choose: false },
  cellCommand: {
    ...{ type: 'cellCommand', command: 'editAsVegaLite', resultId },
    fetchedAt: '2026-11-20T12:00:00Z',
  },
  saveChart: { type: 'saveChart', resultId, format: 'svg', content: svg },
  openBeside: {
    type: 'openBeside',
    resultId,
    shown: { ...shown, pinnedCount: 2, widths: [{ column: 1, px: 90 }] },
  },
  explore: { type: 'explore', resultId },
  room: { type: 'room', isNarrow: true },
  writeSql: {
    ...{ type: 'writeSql', resultId, target: 'cell', what: { kind: 'rows' } },
    arrangement: shown.arrangement,
  },
  follow: {
    ...{ type: 'follow', resultId, link: 'score' },
    key: { column: 'entity', value: 'company:a' },
  },
  resume: { type: 'resume', resultId, fetchedAt: '2026-11-20T12:00:00Z' },
  eventsAround: {
    ...{ type: 'eventsAround', resultId, day: '2026-11-10' },
    key: { column: 'ticker', value: 'A' },
  },
  gridChoices: { type: 'gridChoices' },
  rememberGrid: { type: 'rememberGrid', choices: { overview: true, rows: 20 } },
  appearance: { type: 'appearance' },
  action: { type: 'action', action: 'showLog' },
} satisfies { [Type in RendererMessage['type']]: RendererMessage & { type: Type } };

const wrongIds: readonly unknown[] = [undefined, null, 1, ['k/r1'], 'x'.repeat(201)];
const wrongCounts: readonly unknown[] = [undefined, null, '1', -1, 1.5, NaN, Infinity, 2 ** 53];
const wrongPlaces: readonly unknown[] = [...wrongCounts, 100_000];
const wrongTexts: readonly unknown[] = [undefined, 1, ['x'], long];
const wrongKeys: readonly unknown[] = [undefined, null, { column: 'name', value: 'a' }];
const wrongDays: readonly unknown[] = [
  ...[undefined, null, 1, '', '2026-02-30', "2026-01-01' OR true", '2026-11-10T00:00:00'],
];

const wrongFilters: readonly unknown[] = [
  ...[null, {}, [null], ['text'], Array(65).fill(filter)],
  ...wrongPlaces.map(column => [{ ...filter, column }]),
  ...wrongTexts.map(text => [{ ...filter, text }]),
  [{ ...filter, operator: 'like' }],
  [{ kind: 'sql', column: 0, text: 'true' }],
  [{ kind: 'range', column: 0, from: 1, to: null }],
  [{ kind: 'range', column: 0, from: '1' }],
  [{ kind: 'range', column: 0, from: null, to: long }],
  [{ kind: 'values', column: 0, values: 'a' }],
  [{ kind: 'values', column: 0, values: [1] }],
  [{ kind: 'values', column: 0, values: [long] }],
  [{ kind: 'values', column: 0, values: Array(5_001).fill('x') }],
  [{ kind: 'exclude', column: 0, values: [1] }],
  [{ kind: 'exclude', column: null, values: ['x'] }],
  [{ kind: 'missing', column: 0, missing: 'yes' }],
  [{ kind: 'search', column: null, columns: ['a'], text: 'x' }],
  [{ kind: 'search', column: null, columns: [0], text: long }],
  [{ kind: 'search', column: null, columns: Array(65).fill(0), text: 'x' }],
  [{ kind: 'mark', column: 0, mark: 1, label: '' }],
  [{ kind: 'mark', column: null, mark: '1', label: '' }],
  [{ kind: 'mark', column: null, mark: 1, label: long }],
];

const wrongArrangements: readonly unknown[] = [
  ...[null, [], {}, { sort }, { filters: [] }, { sort: 1, filters: [] }],
  { sort: Array(17).fill(sort[0]), filters: [] },
  { sort: [{ column: 0, descending: 1 }], filters: [] },
  { sort: [{ column: -1, descending: true }], filters: [] },
  ...wrongFilters.map(filters => ({ sort, filters })),
];

const wrongShown: readonly unknown[] = [
  ...[null, [], { columns: [0] }],
  { ...shown, columns: [] },
  { ...shown, columns: [0, 0] },
  { ...shown, columns: ['0'] },
  { ...shown, columns: Array.from({ length: 6000 }, (_, index) => index) },
  ...wrongPlaces.map(column => ({ ...shown, columns: [column] })),
  ...wrongArrangements.map(arrangement => ({ ...shown, arrangement })),
];

/** What a question may not hold, by the part: each value is refused. */
export const wrongParams: { [Name in PageQuestionName]: Record<string, readonly unknown[]> } = {
  page: {
    resultId: wrongIds,
    offset: wrongCounts,
    limit: wrongCounts,
    arrangement: wrongArrangements,
    nestedAsText: [null, 1, 'yes'],
  },
  summary: {
    resultId: wrongIds,
    column: [...wrongPlaces, 'score'],
    filters: [undefined, ...wrongFilters],
  },
  values: {
    resultId: wrongIds,
    column: wrongPlaces,
    search: wrongTexts,
    filters: [undefined, ...wrongFilters],
  },
  mark: {
    resultId: wrongIds,
    rows: [undefined, null, '0', [-1], ['0'], [1.5], Array(50_001).fill(0)],
    limit: wrongCounts,
  },
  explored: { resultId: wrongIds },
  explore: {
    resultId: wrongIds,
    filters: [undefined, ...wrongFilters],
    timeline: [
      ...[undefined, {}, 'week', { unit: 'week' }, { stack: 2 }],
      ...[null, 'decade', 1].map(unit => ({ unit, stack: 2 })),
      ...['0', -1, 100_000].map(stack => ({ unit: 'week', stack })),
    ],
    facets: [
      ...[undefined, null, {}, Array(65).fill({ column: 2, limit: 8, search: '' })],
      ...wrongPlaces.map(column => [{ column, limit: 8, search: '' }]),
      ...[...wrongCounts, 201].map(limit => [{ column: 2, limit, search: '' }]),
      ...wrongTexts.map(search => [{ column: 2, limit: 8, search }]),
    ],
  },
  brush: {
    resultId: wrongIds,
    filters: [undefined, ...wrongFilters],
    facets: [undefined, null, Array(65).fill(0), ...wrongPlaces.map(column => [column])],
  },
  mentions: { resultId: wrongIds, filters: [undefined, ...wrongFilters] },
  suggestions: { resultId: wrongIds },
  preview: { resultId: wrongIds, suggestion: wrongIds },
  portfolios: { resultId: wrongIds },
  around: {
    resultId: wrongIds,
    key: wrongKeys,
    day: wrongDays,
    load: [undefined, null, 'yes'],
  },
};

/** What a message of the kind may not hold, by the part: each value is refused. */
export const wrongParts: { [Type in RendererMessage['type']]: Record<string, readonly unknown[]> } =
  {
    ask: {
      requestId: wrongCounts,
      question: [
        ...[undefined, null, 'page', [], {}, { name: 'page' }, { name: 'page', params: null }],
        ...['constructor', '__proto__', 'chart', 'export', 1].map(name => ({
          name,
          params: pageQuestions.page,
        })),
      ],
    },
    useSuggestion: { resultId: wrongIds, suggestion: wrongIds, byKeyboard: [0, 'true', null] },
    resume: { resultId: wrongIds, fetchedAt: wrongIds },
    cancel: { requestId: wrongCounts },
    export: {
      resultId: wrongIds,
      shown: wrongShown,
    },
    changes: { resultId: wrongIds, choose: [undefined, 'yes', 1] },
    cellCommand: {
      command: [undefined, 'constructor', 'signals.forgetToken', 1],
      resultId: wrongIds,
      fetchedAt: wrongIds,
    },
    saveChart: {
      resultId: wrongIds,
      format: [undefined, 'exe', 'png'],
      content: [undefined, 1, 'hello', png, svg.replace('</svg>', '<script/></svg>')],
    },
    openBeside: {
      resultId: wrongIds,
      shown: [...wrongShown, shown],
    },
    explore: { resultId: wrongIds },
    room: { isNarrow: [undefined, 1, 'yes'] },
    writeSql: {
      resultId: wrongIds,
      arrangement: [undefined, ...wrongArrangements],
      what: [
        ...[undefined, 'rows', { kind: 'sql' }, { kind: 'timeline' }],
        { kind: 'timeline', time: -1, unit: 'week', stack: null },
        { kind: 'timeline', time: 0, unit: 'decade', stack: null },
        { kind: 'timeline', time: 0, unit: 'week', stack: '0' },
      ],
      target: [undefined, 'file', 1],
    },
    follow: {
      resultId: wrongIds,
      link: [undefined, 'delete', 1],
      key: [
        ...[undefined, null, 'company:a', { column: 'name', value: 'a' }],
        ...['', ' ', 'a\nb', 'a\u0000', 'a\u2028b', 'x'.repeat(201), 7, null].map(value => ({
          column: 'entity',
          value,
        })),
      ],
    },
    eventsAround: {
      resultId: wrongIds,
      key: wrongKeys,
      day: wrongDays,
    },
    gridChoices: {},
    rememberGrid: {
      choices: [
        ...[undefined, null, {}, { overview: true }, { overview: 1, rows: null }],
        ...[2, 61, 4.5, '12'].map(rows => ({ overview: true, rows })),
      ],
    },
    appearance: {},
    action: { action: [undefined, 'signals.setToken', 'constructor', 1, ['showLog']] },
  };

/** Values that are no message of any kind. */
const strangers: readonly unknown[] = [
  ...[undefined, null, 'page', 1, [], [pageMessages.ask], {}, { type: 1 }],
  ...['constructor', '__proto__', 'ready', 'failed', ''].map(type => ({ type, requestId })),
];

/** Every message that the host must refuse: each differs from one of the kinds in one part. */
export function malformedMessages(): unknown[] {
  const wrong = Object.values(pageMessages).flatMap(message =>
    Object.entries(wrongParts[message.type]).flatMap(([part, values]) =>
      values.map(value => ({ ...message, [part]: value })),
    ),
  );
  const wrongQuestions = Object.entries(pageQuestions).flatMap(([name, params]) =>
    Object.entries(wrongParams[name as PageQuestionName]).flatMap(([part, values]) =>
      values.map(value => asking(name, { ...params, [part]: value })),
    ),
  );
  return [...strangers, ...wrong, ...wrongQuestions];
}
