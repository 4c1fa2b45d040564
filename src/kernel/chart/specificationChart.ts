/** A `vega-lite` cell: a plain specification over tables of the session. */

import { t } from '../../core/base/translations';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isRecord, type Json, type JsonObject } from '../../core/base/json';
import { lineColumnAt } from '../../core/base/span';
import type { ResultChart } from '../../core/protocol/outcome';
import { mostChartRows } from '../../core/visualise/chartSize';
import { sortRefusal } from '../../core/visualise/sortList';
import { tooManyViews, viewCount } from '../../core/visualise/viewCount';
import { CellFailure } from '../engine/cellFailure';
import type { RunState } from '../session/runState';
import { companyOfTables } from './chartCompany';
import { chartDatasets } from './chartDatasets';
import type { MadeDataset } from './chartDatasets';
import { quotedName } from '../../core/base/quoted';
import { engineErrorOf } from '../engine/engineError';
import type { SessionParts } from '../session/sessionParts';
import { keepRows } from '../relation/keptRows';
import { specificationCategories } from './specificationCategories';
import { unknownFields, wrongWords } from './specificationNames';
import { offsetOf } from './specificationPlaces';
import { specificationViews, type Path } from './specificationViews';

const mostMessageLength = 300;
/** The most views that are compiled to find the places of messages: some milliseconds each. */
const mostCompiledViews = 600;

/**
 * Reads the tables that the specification names with `"data": {"name": …}`. The specification is not changed, except
 * that its title names the company if all rows are of one.
 *
 * @throws {CellFailure} If the text is not a JSON object, loads a URL, names a missing table, or cannot be drawn by
 * Vega-Lite; with its place if that is known.
 */
export async function chartOfSpecification(
  parts: SessionParts,
  run: RunState,
): Promise<{ table: null; chart: ResultChart }> {
  const { text, cell } = run.params;
  const spec = specificationOf(text);
  const [refused] = pathsOfData(spec, 'url');
  if (refused) {
    const message = t(
      'A specification may not load a URL ({0}). Name a table of this notebook instead: "data": {"name": "table"}.',
      ['$', ...refused].join('.'),
    );
    throw new CellFailure('specification', message, offsetOf(text, refused));
  }
  for (const path of pathsOf(spec, 'sort')) {
    const refusal = sortRefusal(path.reduce<unknown>(partOf, spec));
    if (refusal !== null) {
      throw new CellFailure('specification', `${refusal}.`, offsetOf(text, path));
    }
  }
  const tooMany = tooManyViews(spec);
  if (tooMany !== null) {
    throw new CellFailure('specification', tooMany, 0);
  }
  const views = specificationViews(spec);
  const [wrong] = wrongWords(views);
  if (wrong) {
    throw new CellFailure('specification', wrong.sentence, offsetOf(text, wrong.path));
  }
  const made: MadeDataset[] = [];
  for (const [name, path] of tableNames(spec)) {
    const layers = views.reduce((sum, view) => sum + (view.data === name ? view.count : 0), 0);
    const [first] = made;
    const asked = { name, offset: offsetOf(text, path), madeFor: first?.table.id, cell };
    made.push({ ...(await tableDataset(parts, asked)), layers });
    run.reads(parts.origins.of(name));
  }
  const columns = new Map(made.map(({ name, columns: names }) => [name, names]));
  const fields = unknownFields(views, columns).map(({ path, sentence }) =>
    atLine(text, offsetOf(text, path), sentence),
  );
  const warnings = await warningsOf(text, spec);
  const { datasets, notes } = await chartDatasets(parts.relations, made);
  run.note([...fields, ...warnings, ...notes]);
  const tables = made.map(({ table, columns: names }) => ({ id: table.id, columns: names }));
  const drawn = namedSpecification(spec, await companyOfTables(parts, tables));
  const own = drawn['description'];
  const description = typeof own === 'string' ? own : titleOf(drawn);
  const ids = new Map(made.map(({ name, table }) => [name, table.id]));
  const places = parts.colours.ofChart([await specificationCategories(parts, views, ids)]);
  const chart = { spec: drawn, datasets, description, ...(places.length > 0 && { places }) };
  return { table: null, chart };
}

/** The company as the title, or below the title of the author; not in place of something else. */
function namedSpecification(spec: JsonObject, about: string | undefined): JsonObject {
  const { title = {} } = spec;
  const own = typeof title === 'string' ? { text: title } : title;
  if (about === undefined || !isRecord(own) || JSON.stringify(own).includes(about)) {
    return spec;
  }
  const free = ['text', 'subtitle'].find(name => !(name in own));
  return free === undefined ? spec : { ...spec, title: { ...own, [free]: about } };
}

function specificationOf(text: string): JsonObject {
  const errors: ParseError[] = [];
  const parsed: unknown = parse(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error) {
    const message = t('Not JSON: {0}.', printParseErrorCode(error.error));
    throw new CellFailure('specification', message, error.offset);
  }
  if (!isRecord(parsed)) {
    throw new CellFailure(
      'specification',
      t('A specification must be a JSON object: {"mark": …}.'),
      0,
    );
  }
  return parsed as JsonObject;
}

/** @returns The warnings of Vega-Lite's compiler. */
async function warningsOf(text: string, spec: JsonObject): Promise<string[]> {
  const { checkSpecification, placeOfMessage } = await import('./specificationCheck');
  const bare = withoutRows(spec);
  const { warnings, error } = checkSpecification(bare);
  const tries = Math.floor(mostCompiledViews / viewCount(spec) / Math.max(1, warnings.length));
  if (error !== null) {
    const message = t('Vega-Lite cannot draw this specification: {0}', shortened(error));
    throw new CellFailure('specification', message, placeOfMessage(text, bare, error, tries));
  }
  return warnings.map(warning =>
    atLine(
      text,
      placeOfMessage(text, bare, warning, tries),
      t('Vega-Lite warns: {0}', shortened(warning)),
    ),
  );
}

/** Some messages quote whole specifications. */
function shortened(message: string): string {
  return message.length <= mostMessageLength ? message : `${message.slice(0, mostMessageLength)}…`;
}

function atLine(text: string, offset: number | null, sentence: string): string {
  return offset === null ? sentence : t('Line {0}: {1}', lineColumnAt(text, offset).line, sentence);
}

/** The same specification without its rows. */
function withoutRows(spec: JsonObject): JsonObject {
  const text = JSON.stringify(spec, (key, value: unknown) => {
    const isRows = key === 'data' && isRecord(value) && 'values' in value;
    return key === 'datasets' ? {} : isRows ? { ...value, values: [] } : value;
  });
  const copy: unknown = JSON.parse(text);
  return isRecord(copy) ? (copy as JsonObject) : spec;
}

/** @returns The paths of `data.<key>`, in the order of the text. */
function pathsOfData(spec: JsonObject, key: string): Path[] {
  return pathsOf(spec, key).filter(path => path.at(-2) === 'data');
}

/** @returns The paths of all values with the key, in the order of the text; rows are not searched. */
function pathsOf(spec: JsonObject, key: string): Path[] {
  const found: Path[] = [];
  const visit = (value: Json, path: Path): void => {
    if (Array.isArray(value)) {
      value.forEach((item: Json, index) => visit(item, [...path, index]));
    } else if (isRecord(value)) {
      if (key in value) {
        found.push([...path, key]);
      }
      for (const [name, item] of Object.entries(value)) {
        if (name !== 'values' && name !== 'datasets') {
          visit(item, [...path, name]);
        }
      }
    }
  };
  visit(spec, []);
  return found;
}

/** Data names that the specification itself does not define, each with its first place. */
function tableNames(spec: JsonObject): Map<string, Path> {
  const own = isRecord(spec['datasets']) ? Object.keys(spec['datasets']) : [];
  const names = new Map<string, Path>();
  for (const path of pathsOfData(spec, 'name')) {
    const data = path.slice(0, -1).reduce<unknown>(partOf, spec);
    const name = partOf(data, 'name');
    const isInline = isRecord(data) && 'values' in data;
    if (typeof name === 'string' && !isInline && !own.includes(name) && !names.has(name)) {
      names.set(name, path);
    }
  }
  return names;
}

function partOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return typeof key === 'number' ? items[key] : undefined;
  }
  return isRecord(value) ? value[key] : undefined;
}

/** Copies at most the rows that a chart may have, however large the table is. */
async function tableDataset(
  { engine, relations }: SessionParts,
  {
    name,
    offset,
    ...belonging
  }: {
    readonly name: string;
    readonly offset: number | null;
    readonly madeFor: string | undefined;
    readonly cell: string | null;
  },
): Promise<MadeDataset> {
  const made = relations.next();
  const from = `FROM ${quotedName(name)}`;
  let rowCount = 0;
  try {
    await keepRows(engine, `SELECT * ${from} LIMIT ${mostChartRows}`, made);
    const counted = await engine.user.runAndReadAll(`SELECT count(*) ${from}`);
    rowCount = Number(counted.getRows()[0]?.[0] ?? 0);
  } catch (error) {
    const message = t('The table {0}: {1}', name, engineErrorOf(error).message);
    throw new CellFailure('specification', message, offset, { cause: error });
  }
  const { columns } = await relations.add(made.id, made.table, belonging);
  return { name, table: { id: made.id, rowCount }, columns: columns.map(column => column.name) };
}

function titleOf(spec: JsonObject): string {
  const title = spec['title'];
  const text = isRecord(title) ? title['text'] : title;
  return typeof text === 'string' ? text : t('Chart of a Vega-Lite specification.');
}
