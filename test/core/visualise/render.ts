/** Vega-Lite as the judge of our specifications: schema, compiler with warnings as errors, and drawing. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import * as vegaLite from 'vega-lite';
import type { TopLevelSpec } from 'vega-lite';
import type { JsonObject } from '../../../src/core/base/json';

/** What changes nothing in a drawing. */
const HARMLESS: readonly string[] = [
  // Wherever bands have a height and the width is the container's.
  'Dropping "fit-y" because spec has discrete height.',
  // Node has no window for a brush to follow the pointer on.
  'Can not resolve event source: window',
];

const schemaFile = 'node_modules/vega-lite/build/vega-lite-schema.json';
const validate = new Ajv({ strict: false, validateFormats: false, allErrors: false }).compile(
  JSON.parse(readFileSync(schemaFile, 'utf8')) as object,
);

/** Fails where the specification is not valid by Vega-Lite's own JSON schema. */
export function assertValid(spec: JsonObject, name: string): void {
  assert.ok(validate(spec), `${name}: ${JSON.stringify(validate.errors?.slice(0, 5))}`);
}

/** @returns The drawing, made without `eval` as in the product; fails on every warning of Vega-Lite and Vega. */
export async function renderSvg(
  spec: JsonObject,
  datasets: Readonly<Record<string, readonly JsonObject[]>>,
): Promise<string> {
  const warnings: string[] = [];
  const logger = failingLogger(warnings);
  const sized = spec['width'] === 'container' ? { ...spec, width: 640 } : spec;
  const compiled = vegaLite.compile(sized as unknown as TopLevelSpec, { logger });
  const view = new vega.View(vega.parse(compiled.spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: 'none',
    logger,
  });
  for (const [name, rows] of Object.entries(datasets)) {
    view.data(name, [...rows]);
  }
  await view.runAsync();
  const svg = await view.toSVG();
  view.finalize();
  assert.deepEqual(warnings, []);
  return svg;
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
