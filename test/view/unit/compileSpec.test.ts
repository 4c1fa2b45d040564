import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { LoggerInterface } from 'vega';
import { isRecord, type JsonObject } from '../../../src/core/base/json';
import { compileSpec } from '../../../src/view/chart/compileSpec';
import { fitSpec } from '../../../src/view/chart/fitSpec';
import { vegaConfig } from '../../../src/view/chart/vegaConfig';
import { lightTheme } from './lightTheme';

/** Widths of a wide cell and of a narrow one, px. */
const widths = [900, 320];

/** The specifications that the golden files of the clauses and of the gallery have, by file. */
function goldenSpecs(): Map<string, JsonObject> {
  const specs = new Map<string, JsonObject>();
  for (const folder of ['test/core/visualise/golden', 'test/charts/golden']) {
    for (const file of readdirSync(folder)) {
      const golden = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as JsonObject;
      const { spec } = golden;
      specs.set(`${folder}/${file}`, '$schema' in golden || !isRecord(spec) ? golden : spec);
    }
  }
  return specs;
}

/** Keeps what Vega-Lite warns of, and its errors. */
function keepingLogger(said: string[]): LoggerInterface {
  const keep = (...parts: readonly unknown[]): LoggerInterface => {
    said.push(parts.map(String).join(' '));
    return logger;
  };
  const drop = (): LoggerInterface => logger;
  const level = ((value?: number) =>
    value === undefined ? 0 : logger) as LoggerInterface['level'];
  const logger: LoggerInterface = { level, error: keep, warn: keep, info: drop, debug: drop };
  return logger;
}

function config(width: number) {
  return vegaConfig({ theme: lightTheme, width });
}

test('every specification that a clause or the gallery makes compiles as on the page, without a warning', () => {
  const specs = goldenSpecs();
  assert.ok(specs.size > 150, `${specs.size} specifications`);
  for (const [file, spec] of specs) {
    for (const width of widths) {
      const said: string[] = [];
      compileSpec(fitSpec(spec, width), config(width), keepingLogger(said));
      assert.deepEqual(said, [], `${file} at ${width} px`);
    }
  }
});

test('a chart whose height follows its bands fits the width of its cell', () => {
  const spec: JsonObject = {
    data: { values: [{ a: 'x' }] },
    mark: 'rect',
    height: { step: 18 },
    encoding: { y: { field: 'a', type: 'nominal' } },
  };
  const { autosize, width } = compileSpec(fitSpec(spec, 500), config(500), keepingLogger([]));
  assert.deepEqual(autosize, { type: 'fit-x', contains: 'padding' });
  assert.equal(width, 500);
});

test('what Vega-Lite warns of in other specifications reaches the logger', () => {
  const said: string[] = [];
  const spec: JsonObject = {
    data: { values: [{ a: 1 }] },
    mark: 'bar',
    encoding: { x: { field: 'a', type: 'quantitative' }, shape: { field: 'a', type: 'nominal' } },
  };
  compileSpec(fitSpec(spec, 500), config(500), keepingLogger(said));
  assert.equal(said.length, 1);
});

test('fields without a title are titled in words, as columns after VISUALISE are', () => {
  const titles = (definition: JsonObject, own: JsonObject = {}): unknown => {
    const spec = {
      data: { values: [] },
      mark: 'point',
      encoding: { x: definition },
      ...own,
    };
    const { axes = [] } = compileSpec(spec, config(900), keepingLogger([]));
    return axes.find(({ title }) => title !== undefined)?.title;
  };
  const field = 'bull_bear_score';
  const number = { field, type: 'quantitative' };
  assert.equal(titles(number), 'Bull/bear score');
  assert.equal(titles({ ...number, aggregate: 'mean' }), 'Mean of bull/bear score');
  assert.equal(titles({ ...number, bin: true }), 'Bull/bear score (binned)');
  const volume = { field: 'trading_volume', type: 'quantitative' };
  assert.equal(titles({ ...volume, aggregate: 'mean' }), 'Mean of trading volume (shares)');
  assert.equal(titles({ ...volume, aggregate: 'variance' }), 'Variance of trading volume');
  const count = { aggregate: 'count', type: 'quantitative' };
  assert.equal(titles(count), 'Rows');
  assert.equal(titles(count, { config: { countTitle: 'Events' } }), 'Events');
  const day = { field: 'date', type: 'temporal' };
  assert.equal(titles({ ...day, timeUnit: 'utcyearmonthdate' }), 'Date (year-month-date)');
  assert.equal(titles({ ...number, title: 'Score' }), 'Score');
  assert.equal(titles(number, { config: { fieldTitle: 'plain' } }), field);
});

test('dates in the texts of marks for screen readers are ISO, unless the specification has a format of its own', () => {
  const textOf = (own: JsonObject): string => {
    const spec: JsonObject = {
      data: { values: [{ day: '2026-10-12', n: 3 }] },
      mark: 'point',
      encoding: {
        x: { field: 'day', type: 'temporal', scale: { type: 'utc' } },
        y: { field: 'n', type: 'quantitative' },
      },
      config: own,
    };
    return JSON.stringify(compileSpec(fitSpec(spec, 900), config(900), keepingLogger([])).marks);
  };
  const formats = (own: JsonObject): string[] => textOf(own).match(/%[^"\\]*/g) ?? [];
  assert.deepEqual(formats({}), ['%Y-%m-%d']);
  assert.deepEqual(formats({ timeFormat: '%d.%m.' }), ['%d.%m.']);
});
