/** Vega-Lite as the judge of our specifications: schema, compiler with warnings as errors, and drawing. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { isRecord } from '../../../src/core/base/json';
import type { JsonObject } from '../../../src/core/base/json';
import { compileSpec } from '../../../src/view/chart/compileSpec';

/** What changes nothing in a drawing. */
const HARMLESS: readonly string[] = [
  // Node has no window for a brush to follow the pointer on.
  'Can not resolve event source: window',
];

const schemaFile = 'node_modules/vega-lite/build/vega-lite-schema.json';
let validate: ValidateFunction | undefined;

/** Fails where the specification is not valid by Vega-Lite's own JSON schema. */
export function assertValid(spec: JsonObject, name: string): void {
  // Compiling the schema takes seconds: only who asks waits for it.
  validate ??= new Ajv({ strict: false, validateFormats: false, allErrors: false }).compile(
    JSON.parse(readFileSync(schemaFile, 'utf8')) as object,
  );
  assert.ok(validate(spec), `${name}: ${JSON.stringify(validate.errors?.slice(0, 5))}`);
}

/** @returns The drawing, made without `eval` as in the product; fails on every warning of Vega-Lite and Vega. */
export function renderSvg(spec: JsonObject, datasets: Datasets): Promise<string> {
  return render(spec, datasets, view => view.toSVG());
}

/** @returns All that is seen of a drawing, the values of its tooltips included. */
export function drawnPicture(spec: JsonObject, datasets: Datasets): Promise<string> {
  return render(spec, datasets, async view => {
    const told = within(sceneOf(view)).flatMap(({ tooltip }) =>
      isRecord(tooltip) ? [JSON.stringify(Object.values(tooltip))] : [],
    );
    const svg = await view.toSVG();
    const seen = svg.replace(/ aria-label="[^"]*"|gradient_\d+/g, '');
    return [seen, ...told].join('\n').replace(/-?\d+\.\d+/g, text => Number(text).toFixed(2));
  });
}

/** What a panel of a drawing says of itself and what stands in it. */
export interface DrawnPanel {
  /** The labels of its row and its column. */
  readonly headers: readonly string[];
  /** The rows of the data that its marks draw. */
  readonly rows: readonly JsonObject[];
}

/** @returns The panels of a grid that have marks, with the headers beside and above the place where each stands. */
export function renderPanels(spec: JsonObject, datasets: Datasets): Promise<DrawnPanel[]> {
  return render(spec, datasets, view => {
    const all = within(sceneOf(view));
    const header = (name: string, isBeside: (group: Scene) => boolean): string => {
      const group = all.find(item => item.mark?.name === name && isBeside(item));
      return group ? headersIn(group).join() : '';
    };
    const panels = all
      .filter(({ mark }) => mark?.name === 'cell')
      .map(cell => ({
        headers: [
          header('row_header', ({ y }) => y === cell.y),
          header('column_header', ({ x }) => x === cell.x),
        ],
        rows: within(cell).flatMap(({ mark, datum }) =>
          mark?.role === 'mark' && datum ? [datum] : [],
        ),
      }));
    return Promise.resolve(panels.filter(({ rows }) => rows.length > 0));
  });
}

/** @returns What stands above or beside panels. */
export function renderHeaders(spec: JsonObject, datasets: Datasets): Promise<string[]> {
  return render(spec, datasets, view => Promise.resolve(headersIn(sceneOf(view))));
}

/** A mark as it came to stand, px. */
export interface DrawnMark {
  readonly kind: string;
  readonly row: JsonObject;
  /** Its middle along x. */
  readonly x: number;
  readonly width: number;
}

/** @returns The marks of a drawing that have a size, in the order in which they are drawn. */
export function renderMarks(spec: JsonObject, datasets: Datasets): Promise<DrawnMark[]> {
  return render(spec, datasets, view => {
    const marks = within(sceneOf(view)).flatMap(({ mark, datum, size, x = 0, width = 0 }) =>
      mark?.role === 'mark' && datum && size !== 0
        ? [{ kind: String(mark.marktype), row: datum, x: x + width / 2, width }]
        : [],
    );
    return Promise.resolve(marks);
  });
}

function headersIn(scene: Scene): string[] {
  const titles = within(scene).filter(({ mark }) => mark?.role === 'title-text');
  return titles.map(({ text }) => String(text));
}

type Datasets = Readonly<Record<string, readonly JsonObject[]>>;

/** What is read here of a scene of Vega: marks, their items, and so on. */
interface Scene {
  readonly items?: readonly Scene[];
  readonly mark?: Scene;
  readonly name?: string;
  readonly role?: string;
  readonly marktype?: string;
  readonly datum?: JsonObject;
  readonly text?: unknown;
  readonly tooltip?: unknown;
  readonly size?: number;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
}

function sceneOf(view: vega.View): Scene {
  return (view.scenegraph() as unknown as { root: Scene }).root;
}

/** @returns Everything below. */
function within({ items = [] }: Scene, found: Scene[] = []): Scene[] {
  for (const item of items) {
    found.push(item);
    within(item, found);
  }
  return found;
}

async function render<T>(
  spec: JsonObject,
  datasets: Datasets,
  read: (view: vega.View) => Promise<T>,
): Promise<T> {
  const warnings: string[] = [];
  const logger = failingLogger(warnings);
  const sized = spec['width'] === 'container' ? { ...spec, width: 640 } : spec;
  const compiled = compileSpec(sized, {}, logger);
  const view = new vega.View(vega.parse(compiled, undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: 'none',
    logger,
  });
  for (const [name, rows] of Object.entries(datasets)) {
    view.data(name, [...rows]);
  }
  await view.runAsync();
  const result = await read(view);
  view.finalize();
  assert.deepEqual(warnings, []);
  return result;
}

/** @returns The texts of a drawing, in the order of the document. */
export function svgTexts(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(match => match[1] ?? '');
}

function failingLogger(warnings: string[]): vega.LoggerInterface {
  const collect = (...args: readonly unknown[]): vega.LoggerInterface => {
    const text = args.map(String).join(' ');
    warnings.push(...(HARMLESS.includes(text) ? [] : [text]));
    return logger;
  };
  const ignore = (): vega.LoggerInterface => logger;
  const level = ((value?: number) => (value === undefined ? vega.Warn : logger)) as {
    (value: number): vega.LoggerInterface;
    (): number;
  };
  const logger: vega.LoggerInterface = {
    level,
    error: collect,
    warn: collect,
    info: ignore,
    debug: ignore,
  };
  return logger;
}
