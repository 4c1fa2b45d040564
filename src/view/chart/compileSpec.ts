/** Compiles a fitted specification to Vega's. */

import type { LoggerInterface, Spec } from 'vega';
import { compile, type Config, type TopLevelSpec } from 'vega-lite';
import { isRecord, type JsonObject } from '../../core/base/json';

/**
 * Vega-Lite warns of each `fit` next to a height in steps, even of one of the width alone, which Vega handles well.
 * This compiler suppresses that warning.
 *
 * @param spec From `fitSpec`, with its data.
 * @throws {Error} If Vega-Lite cannot compile it.
 */
export function compileSpec(spec: JsonObject, config: Config, logger: LoggerInterface): Spec {
  const { autosize, ...rest } = spec;
  const isWidth =
    isRecord(autosize) && autosize['type'] === 'fit-x' && autosize['contains'] === 'padding';
  const given = isWidth ? { ...rest, autosize: 'pad' } : spec;
  const compiled = compile(given as unknown as TopLevelSpec, { config, logger }).spec;
  return isWidth ? { ...compiled, autosize: { type: 'fit-x', contains: 'padding' } } : compiled;
}
