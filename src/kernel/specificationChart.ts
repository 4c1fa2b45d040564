/** A `vega-lite` cell: a plain specification over tables of the session. */

import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isRecord, type Json, type JsonObject } from '../core/base/json';
import type { ResultChart } from '../core/protocol/outcome';
import { mostChartRows } from '../core/visualise/chartSize';
import { CellFailure } from './cellFailure';
import type { CellRun } from './cellRun';
import { chartDatasets } from './chartData';
import type { MadeDataset } from './chartData';
import { quotedName } from './engine';
import { engineErrorOf } from './engineError';
import type { SessionParts } from './sessionParts';

/**
 * Reads the tables that the specification names with `"data": {"name": …}` and leaves the specification as it is.
 *
 * @throws {CellFailure} If the text is no JSON object, wants to load a URL, or names a table that is not there.
 */
export async function chartOfSpecification(
  parts: SessionParts,
  run: CellRun,
): Promise<{ table: null; chart: ResultChart }> {
  const spec = specificationOf(run.params.text);
  const refused = findUrl(spec, '$');
  if (refused !== null) {
    const message = `A specification may not load a URL (${refused}). Name a table of this notebook instead: "data": {"name": "table"}.`;
    throw new CellFailure('specification', message, null);
  }
  const made: MadeDataset[] = [];
  for (const name of tableNames(spec)) {
    made.push(await tableDataset(parts, name));
  }
  const { datasets, notes } = await chartDatasets(parts.results, made);
  run.note(notes);
  const description = typeof spec['description'] === 'string' ? spec['description'] : titleOf(spec);
  return { table: null, chart: { spec, datasets, description } };
}

function specificationOf(text: string): JsonObject {
  const errors: ParseError[] = [];
  const parsed: unknown = parse(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error) {
    const message = `Not JSON: ${printParseErrorCode(error.error)}.`;
    throw new CellFailure('specification', message, error.offset);
  }
  if (!isRecord(parsed)) {
    throw new CellFailure('specification', 'A specification is a JSON object: {"mark": …}.', 0);
  }
  return parsed as JsonObject;
}

/** @returns The path of the first `data.url`, or null. */
function findUrl(value: Json, path: string): string | null {
  if (Array.isArray(value)) {
    return firstOf(value.map((item: Json, index) => findUrl(item, `${path}[${index}]`)));
  }
  if (!isRecord(value)) {
    return null;
  }
  const entries = Object.entries(value);
  return firstOf(
    entries.map(([key, item]) =>
      key === 'data' && isRecord(item) && 'url' in item
        ? `${path}.data.url`
        : key === 'values'
          ? null
          : findUrl(item, `${path}.${key}`),
    ),
  );
}

function firstOf(found: readonly (string | null)[]): string | null {
  return found.find(path => path !== null) ?? null;
}

/** Names used as data that the specification itself does not define. */
function tableNames(spec: JsonObject): string[] {
  const own = isRecord(spec['datasets']) ? Object.keys(spec['datasets']) : [];
  const names = new Set<string>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (isRecord(value)) {
      const { data } = value;
      if (isRecord(data) && typeof data['name'] === 'string' && !('values' in data)) {
        names.add(data['name']);
      }
      Object.entries(value).forEach(([key, item]) => {
        if (key !== 'values' && key !== 'datasets') {
          visit(item);
        }
      });
    }
  };
  visit(spec);
  return [...names].filter(name => !own.includes(name));
}

/** No more rows than a chart may have are copied, however large the table is. */
async function tableDataset({ engine, results }: SessionParts, name: string): Promise<MadeDataset> {
  const made = results.next();
  const from = `FROM ${quotedName(name)}`;
  let rowCount = 0;
  try {
    const sql = `CREATE TABLE ${made.table} AS SELECT * ${from} LIMIT ${mostChartRows}`;
    await engine.user.run(sql);
    const counted = await engine.user.runAndReadAll(`SELECT count(*) ${from}`);
    rowCount = Number(counted.getRows()[0]?.[0] ?? 0);
  } catch (error) {
    const message = `The table ${name}: ${engineErrorOf(error).message}`;
    throw new CellFailure('specification', message, null, { cause: error });
  }
  const { columns } = await results.add(made.id, made.table);
  return { name, table: { id: made.id, rowCount }, columns: columns.map(column => column.name) };
}

function titleOf(spec: JsonObject): string {
  const title = spec['title'];
  const text = isRecord(title) ? title['text'] : title;
  return typeof text === 'string' ? text : 'Chart of a Vega-Lite specification.';
}
