/**
 * Facts about the rows of each layer, queried from the engine before the chart is compiled for drawing: which rows have
 * no place, for notes below the chart, and which layers have rows that a line does not connect to others.
 */

import { t } from '../base/translations';
import { counted, grouped, plural } from '../base/text';
import type { JsonObject } from '../base/json';
import { textLiteral, quotedName } from '../base/quoted';
import { drawnRows, drawsRows } from './chartData';
import type { ChartColumn } from './chartColumn';
import type { ChartQuery } from './chartQuery';
import type { ChartPlan } from './chartPlan';
import { loneRowsSql } from './loneRows';
import type { LoneRows } from './loneRows';
import { lacksPlace, MISSING, placedColumns } from './placedColumns';
import type { PlacedColumn } from './placedColumns';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';
import { isColour } from './sideColours';

export interface RowFacts {
  /** A sentence for each layer with rows that are not drawn; layers that leave out the same rows share one. */
  readonly notes: readonly string[];
  readonly lone: LoneRows;
}

export interface RowFactsQuery extends ChartQuery {
  /** @returns The facts in the rows of the query. */
  readonly factsOf: (rows: readonly JsonObject[]) => RowFacts;
}

/** @returns The query; null if every value has a place and no layer is a line. */
export function rowFactsQuery(chart: ResolvedChart, plan: ChartPlan): RowFactsQuery | null {
  const counted = [...countedRows(chart, plan), ...unpanelledRows(chart)];
  const paints = paintColumns(chart, plan);
  const selects = [
    ...counted.map(({ sql }, at) => `SELECT ${at} AS source, ${sql}`),
    ...paints.map(({ sql }, at) => `SELECT ${at} AS source, '${PAINT}' AS fact, ${sql}`),
    ...loneRowsSql(chart, plan).map(
      ({ layer, sql }) =>
        `SELECT ${layer.span.from} AS source, 'lone' AS fact, '' AS name, 1 AS value WHERE ${sql}`,
    ),
  ];
  const [span] = chart.layers.map(layer => layer.source.span);
  return selects.length > 0 && span
    ? {
        ...{ name: 'row facts', sql: selects.join('\nUNION ALL '), span },
        factsOf: rows => {
          const { notes, lone } = factsOf(counted, rows);
          return { notes: [...notes, ...paintNotes(paints, rows)], lone };
        },
      }
    : null;
}

/** The fact of a value that `SCALE IDENTITY` uses as a colour, by the value's name. */
const PAINT = 'paint';
/** The most different colours that are checked. */
const MOST_PAINTS = 1000;
const SHOWN_PAINTS = 3;
/** Of a value in a note. */
const MOST_LETTERS = 40;

interface PaintColumn {
  readonly column: ChartColumn;
  readonly sql: string;
}

/** The columns whose values are the colours themselves. */
function paintColumns({ layers }: ResolvedChart, plan: ChartPlan): PaintColumn[] {
  const all = layers.flatMap(layer =>
    (plan.uses.get(layer) ?? []).flatMap(({ channel, aesthetic, binding }): PaintColumn[] => {
      const isPaint = aesthetic === 'fill' || aesthetic === 'stroke';
      if (!isPaint || binding.kind !== 'column' || plan.styles.get(channel)?.isIdentity !== true) {
        return [];
      }
      const { column } = binding;
      const name = quotedName(column.name);
      const values = `SELECT ${name}::VARCHAR AS name, count(*) AS value FROM ${drawnRows(layer)} WHERE ${name} IS NOT NULL GROUP BY ALL LIMIT ${MOST_PAINTS}`;
      return [{ column, sql: `name, value FROM (${values})` }];
    }),
  );
  return all.filter(({ sql }, at) => all.findIndex(other => other.sql === sql) === at);
}

function paintNotes(paints: readonly PaintColumn[], rows: readonly JsonObject[]): string[] {
  return paints.flatMap(({ column }, at) => {
    const wrong = rows
      .filter(({ source, fact }) => source === at && fact === PAINT)
      .filter(({ name }) => !isColour(String(name)))
      .toSorted((one, other) => Number(other['value']) - Number(one['value']));
    const shown = wrong.slice(0, SHOWN_PAINTS).map(({ name }) => `'${truncated(String(name))}'`);
    const more = wrong.length - shown.length;
    const listed = [...shown, ...(more > 0 ? [t('{0} more', grouped(more))] : [])];
    const names =
      listed.length > 1
        ? t('{0} and {1}', listed.slice(0, -1).join(', '), listed.at(-1))
        : listed[0];
    const count = wrong.reduce((sum, { value }) => sum + Number(value), 0);
    const undrawn = counted(count, 'row');
    return wrong.length === 0
      ? []
      : [
          plural(
            wrong.length,
            '{1} of {2} is not a colour, which SCALE IDENTITY needs: {3} without a colour. Without IDENTITY each value gets one.',
            '{1} of {2} are not colours, which SCALE IDENTITY needs: {3} without a colour. Without IDENTITY each value gets one.',
            ...[names, column.name, undrawn],
          ),
        ];
  });
}

function truncated(text: string): string {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

/** Rows that several layers draw alike. */
interface CountedRows {
  readonly sql: string;
  /** Names the layers in a note, after a space; empty if there are no others. */
  readonly drawnBy: string;
}

function countedRows({ layers }: ResolvedChart, plan: ChartPlan): CountedRows[] {
  const starts = [...new Set(layers.map(({ span }) => span.from))];
  const sources = starts.flatMap((from, at) => {
    // A statistic makes several layers, which read the same rows.
    const layer = layers.find(each => each.span.from === from && drawsRows(each));
    const columns = layer ? placedColumns(layer, plan) : [];
    return layer && columns.length > 0
      ? [{ name: `${at + 1} (${layer.shownAs ?? layer.type.name})`, columns, rows: rowsOf(layer) }]
      : [];
  });
  const selects = sources.map(({ name, columns, rows }) => {
    const same = sources.filter(other => other.rows === rows).flatMap(other => other.columns);
    const shown = columns.map(placed => ({
      ...placed,
      // A mark that is no line shows nothing where a value is missing.
      isGap: same.every(({ column, isGap }) => isGap || column.name !== placed.column.name),
    }));
    return { name, sql: countSql(shown, rows) };
  });
  const different = [...new Set(selects.map(({ sql }) => sql))];
  return different.map(sql => {
    const alike = selects.filter(select => select.sql === sql);
    const names = alike.map(({ name }) => name);
    const drawnBy =
      names.length === 1
        ? t(' by layer {0}', names[0])
        : t(' by layers {0}', names.slice(0, -1).join(', ') + t(' and {0}', names.at(-1)));
    return {
      sql,
      drawnBy: different.length === 1 ? '' : drawnBy,
    };
  });
}

/** Rows that are in no panel: where panels are bins, these have no other. */
function unpanelledRows({ facet }: ResolvedChart): CountedRows[] {
  return (facet?.bins ?? []).map(({ of, rows }) => {
    const name = textLiteral(of.name);
    const counts = [
      `(SELECT count(*) FROM ${rows.all}) AS _all`,
      `(SELECT count(*) FROM ${rows.placed}) AS _placed`,
      `(SELECT count(*) FROM ${rows.all} WHERE ${quotedName(of.name)} IS NULL) AS _missing`,
    ];
    return {
      sql: [
        `unnest(['all', 'undrawn', '${MISSING}', 'in no panel']) AS fact`,
        `unnest(['', '', ${name}, ${name}]) AS name`,
        `unnest([_all, _all - _placed, _missing, _all - _placed - _missing]) AS value FROM (SELECT ${counts.join(', ')})`,
      ].join(', '),
      drawnBy: '',
    };
  });
}

/** The layer's rows before a statistic or a reduction. */
function rowsOf(layer: ResolvedLayer): string {
  const [read] = [...(layer.read?.values() ?? [])];
  const isPlain = layer.query?.name === 'rows' && !layer.part;
  return read?.rows ?? drawnRows(isPlain ? layer : { ...layer, query: null });
}

/** Of rows with all places only the number is needed, which the engine knows without reading them. */
function countSql(columns: readonly PlacedColumn[], rows: string): string {
  const places = columns.map(placed => ({ ...placed, name: quotedName(placed.column.name) }));
  const skipped = places.map(placed =>
    placed.isGap ? `(${placed.name} IS NOT NULL AND ${lacksPlace(placed)})` : lacksPlace(placed),
  );
  const undrawn = `(${skipped.join(' OR ')})`;
  const facts = [
    { fact: 'all', name: '', value: `(SELECT count(*) FROM ${rows})` },
    { fact: 'undrawn', name: '', value: `count(*) FILTER (${undrawn})` },
    { fact: 'empty', name: '', value: 'count(*)' },
    ...places.flatMap(({ column, causes, isGap }) =>
      causes.map(({ cause, sql }, at) => {
        const before = causes.slice(0, at).map(other => `(${other.sql}) IS NOT TRUE`);
        const isMissingGap = isGap && cause === MISSING;
        const value = `count(*) FILTER (${[...(isMissingGap ? [] : [undrawn]), ...before, sql].join(' AND ')})`;
        return { fact: isMissingGap ? 'gap' : cause, name: column.name, value };
      }),
    ),
  ];
  const list = (texts: readonly string[]): string => `unnest([${texts.join(', ')}])`;
  return [
    `${list(facts.map(({ fact }) => textLiteral(fact)))} AS fact`,
    `${list(facts.map(({ name }) => textLiteral(name)))} AS name`,
    `${list(facts.map(({ value }) => value))} AS value FROM (SELECT * FROM ${rows} WHERE ${columns.map(lacksPlace).join(' OR ')})`,
  ].join(', ');
}

function factsOf(counted: readonly CountedRows[], rows: readonly JsonObject[]): RowFacts {
  const lone = rows.flatMap(({ source, fact }) => (fact === 'lone' ? [Number(source)] : []));
  const sources = counted.map((source, at) => ({
    ...source,
    facts: rows.flatMap(row =>
      row['source'] === at && row['fact'] !== 'lone' && row['fact'] !== PAINT
        ? [{ fact: String(row['fact']), name: String(row['name']), value: Number(row['value']) }]
        : [],
    ),
  }));
  return {
    notes: [...new Set(sources.flatMap(({ drawnBy, facts }) => undrawnNote(drawnBy, facts)))],
    lone: new Set(lone),
  };
}

interface Fact {
  readonly fact: string;
  readonly name: string;
  readonly value: number;
}

function undrawnNote(drawnBy: string, facts: readonly Fact[]): string[] {
  const count = (fact: string): number => facts.find(each => each.fact === fact)?.value ?? 0;
  const all = count('all');
  // A line that consists only of gaps shows nothing.
  const isNone = all > 0 && count('empty') === all;
  const undrawn = isNone ? all : count('undrawn');
  const names = [...new Set(facts.map(({ name }) => name))].filter(name => name !== '');
  const reasons = names.flatMap(name => {
    const causes = facts
      .filter(each => each.name === name && each.value > 0 && (isNone || each.fact !== 'gap'))
      .map(({ fact, value }) => ({ cause: fact === 'gap' ? MISSING : fact, rows: value }));
    return causes.length === 0 ? [] : [{ name, causes }];
  });
  return undrawn === 0 ? [] : [`${subject(undrawn, all)}${drawnBy}: ${because(reasons, undrawn)}.`];
}

interface Reason {
  readonly name: string;
  readonly causes: readonly { readonly cause: string; readonly rows: number }[];
}

function subject(undrawn: number, all: number): string {
  if (undrawn === all) {
    return all === 1
      ? t('The only row is not drawn')
      : t('None of the {0} rows is drawn', grouped(all));
  }
  return plural(
    undrawn,
    '{0} of {1} rows is not drawn',
    '{0} of {1} rows are not drawn',
    grouped(all),
  );
}

/** A cause of all these rows needs no number. */
function because(reasons: readonly Reason[], undrawn: number): string {
  const texts = reasons.map(({ name, causes }) => {
    const parts = causes.map(({ cause, rows }) =>
      rows === undrawn ? cause : `${cause} (${grouped(rows)})`,
    );
    return t('{0} is {1}', name, parts.join(' or '));
  });
  return texts.join(', ');
}
