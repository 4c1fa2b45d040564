/** A notebook of which everything is known, for tests of what helps while typing. */

import assert from 'node:assert/strict';
import { parsePlainDate } from '../../../src/core/base/plainDate';
import { defaultPlanLimits } from '../../../src/core/client/plan';
import type { Definition, NotebookAnalysis } from '../../../src/core/language/analysis';
import type { AssistFacts, EngineFunction } from '../../../src/core/language/assist';
import type { EntityFact } from '../../../src/core/service/entityFact';

const today = parsePlainDate('2026-03-10');
assert.ok(today);

const span = { from: 0, to: 1 };

function made(definition: Pick<Definition, 'kind' | 'name'> & Partial<Definition>): Definition {
  const nothing = { path: [], span, statement: span, effect: 'creates' as const };
  return { ...nothing, columns: null, parameters: [], type: null, ...definition };
}

const definitions: readonly Definition[] = [
  made({
    kind: 'table',
    name: 'prices',
    columns: [
      { name: 'entity', type: 'VARCHAR' },
      { name: 'close', type: 'DOUBLE' },
      { name: 'Last Seen', type: 'DATE' },
      { name: 'order', type: 'INTEGER' },
    ],
  }),
  made({ kind: 'view', name: 'weekly', columns: [{ name: 'week', type: 'DATE' }] }),
  made({ kind: 'variable', name: 'limit_n', type: 'INTEGER' }),
  made({
    kind: 'macro',
    name: 'top_n',
    parameters: [
      { name: 'source', default: null },
      { name: 'n', default: '10' },
    ],
  }),
];

const analysis: NotebookAnalysis = {
  cells: [
    { id: 'a', statements: [], definitions, uses: [], problems: [] },
    { id: 'b', statements: [], definitions: [], uses: [], problems: [] },
  ],
  complete: true,
};

function engineFunction(name: string, parameters: string[], givesRows = false): EngineFunction {
  const overloads = [
    { parameters: parameters.map(each => ({ name: each, type: 'VARCHAR' })), returns: 'VARCHAR' },
  ];
  return { name, givesRows, doc: `What ${name} does`, example: null, overloads };
}

/** The second cell of a notebook whose first makes a table, a view, a variable and a macro. */
export function factsOf(text: string): AssistFacts {
  return {
    text,
    notebook: {
      id: 'notebook',
      cells: [
        { id: 'a', language: 'signals-sql', text: '-' },
        { id: 'b', language: 'signals-sql', text },
      ],
      parameters: [
        { name: 'since', type: 'date', value: '2026-01-05' },
        { name: 'industry', type: 'text', value: 'technology' },
      ],
      portfolios: ['core', "o'neil"],
      session: [],
      folder: null,
    },
    analysis,
    cell: 1,
    session: {
      connection: 'live',
      entities: [
        entity('company:A1', 'Alpha Works', 'ALW.DE', 'DE0001112223'),
        entity('company:B2', 'Beta *Bold* <b>', 'BTB.US', null),
        entity('company:C3', "O'Neil, Sons", 'ONL.US', 'US0000000001'),
        entity('company:D4', null, null, 'FR0000000002'),
        entity('company:E5', 'Alpha Works', 'ALPHA.US', null),
      ],
      eventNames: [['E9_Z', 'Learned Event']],
      variables: [{ name: 'limit_n', value: '12', type: 'INTEGER' }],
    },
    companies: null,
    vocabulary: {
      keywords: [
        { name: 'select', isReserved: true },
        { name: 'order', isReserved: true },
        { name: 'where', isReserved: true },
        { name: 'action', isReserved: false },
      ],
      functions: [
        engineFunction('pg_timezone_names', [], true),
        engineFunction('pg_typeof', ['value']),
        engineFunction('lower', ['string']),
        engineFunction('date_trunc', ['part', 'timestamp']),
        engineFunction('read_csv', ['path'], true),
        engineFunction('pi', []),
      ],
      types: ['bigint', 'date', 'double', 'varchar', 'int8'],
    },
    limits: defaultPlanLimits,
    today: today as NonNullable<typeof today>,
  };
}

function entity(
  key: string,
  name: string | null,
  ticker: string | null,
  isin: string | null,
): EntityFact {
  const unknown = { vendor_id: null, country: 'Germany', industry: null, exchange_code: null };
  return { entity: key, name, ticker, isin, ...unknown, currency: 'EUR' };
}

/** A company of which little is known. */
export function company(key: string, name: string | null): EntityFact {
  return entity(key, name, null, null);
}

/** The text without its `|`, and where that stood. */
export function atCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf('|');
  assert.ok(offset >= 0, `no cursor in ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
