/**
 * The messages of Vega-Lite's compiler about a specification. A bundle of its own, which only `vega-lite` cells load.
 */

import { parse } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { isRecord, type JsonObject } from '../../core/base/json';
import { specificationErrorText } from '../../core/visualise/specificationError';
import { offsetOf, offsetOfNamed } from './specificationPlaces';
import type { Path } from './specificationViews';

export interface SpecificationCheck {
  readonly warnings: readonly string[];
  /** Why it cannot be drawn; null if it can. */
  readonly error: string | null;
}

/** The page sets every chart's width. */
const ofWidth = /fit-[xy]|container/;

/** @param spec A specification without rows. */
export function checkSpecification(spec: JsonObject): SpecificationCheck {
  const warnings = new Set<string>();
  try {
    const compiled = compile(spec as unknown as TopLevelSpec, { logger: keepingLogger(warnings) });
    // Finds functions that Vega does not have, and expressions that it cannot read.
    parse(compiled.spec, undefined, { ast: true });
  } catch (error) {
    return { warnings: [], error: specificationErrorText(error) };
  }
  return { warnings: [...warnings].filter(warning => !ofWidth.test(warning)), error: null };
}

/**
 * @param spec The specification of the text, without rows.
 * @param mostTries How often the specification may be compiled to find it.
 * @returns The offset in the text of what the message is about; null if it is not found.
 */
export function placeOfMessage(
  text: string,
  spec: JsonObject,
  message: string,
  mostTries: number,
): number | null {
  const named = offsetOfNamed(text, message);
  if (named !== null) {
    return named;
  }
  // Without the faulty part, the message is gone.
  const part = partsOf(spec)
    .slice(0, Math.min(mostTries, mostTriedParts))
    .find(path => {
      const { warnings, error } = checkSpecification(withoutPart(spec, path));
      return error !== message && !warnings.includes(message);
    });
  return part ? offsetOf(text, part) : null;
}

/** Parts that are removed one at a time. */
const mostTriedParts = 60;

/** Transforms and channels at any depth. */
function partsOf(value: unknown, path: Path = []): Path[] {
  if (!isRecord(value) && !Array.isArray(value)) {
    return [];
  }
  const isParts = path.at(-1) === 'transform' || path.at(-1) === 'encoding';
  return Object.entries(value).flatMap(([key, item]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return isParts ? [place] : partsOf(item, place);
  });
}

function withoutPart(value: JsonObject, [key, ...rest]: Path): JsonObject {
  const kept = Object.entries(value).flatMap(([name, item]) => {
    const isOnWay = name === String(key);
    if (!isOnWay || rest.length > 0) {
      const part = isOnWay && (isRecord(item) || Array.isArray(item));
      return [[name, part ? withoutPart(item as JsonObject, rest) : item] as const];
    }
    return [];
  });
  const isList = Array.isArray(value);
  return (isList ? kept.map(([, item]) => item) : Object.fromEntries(kept)) as JsonObject;
}

type Logger = NonNullable<NonNullable<Parameters<typeof compile>[1]>['logger']>;

function keepingLogger(warnings: Set<string>): Logger {
  function levelOf(): number;
  function levelOf(value: number): Logger;
  function levelOf(value?: number): number | Logger {
    return value === undefined ? 0 : logger;
  }
  const keep = (...parts: unknown[]): Logger => {
    warnings.add(parts.map(String).join(' '));
    return logger;
  };
  const silent = (): Logger => logger;
  const logger: Logger = { level: levelOf, error: keep, warn: keep, info: silent, debug: silent };
  return logger;
}
