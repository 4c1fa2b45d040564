/** The views of a Vega-Lite specification that draw marks, each with the data that it reads. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';
import { repeats } from '../../core/visualise/viewCount';

/** A place in the specification: keys and indices from the outside in. */
export type Path = readonly (string | number)[];

export interface SpecificationView {
  readonly path: Path;
  readonly mark: Json;
  /** The name of its data; null if they are inline or missing. */
  readonly data: string | null;
  /** Whether it draws rows unchanged: no transform above it could create other columns. */
  readonly isPlain: boolean;
  /** How often it is drawn: once for each combination of what is repeated. */
  readonly count: number;
  /** Its own encoding and those of the enclosing views, with their places. */
  readonly encodings: readonly { readonly path: Path; readonly encoding: JsonObject }[];
}

/** Deeper views are not drawn. */
const mostDepth = 40;

/** @returns The views in the order of the text. */
export function specificationViews(spec: JsonObject): SpecificationView[] {
  const outermost = { data: null, isPlain: true, count: 1, encodings: [] };
  return viewsOf(spec, [], outermost);
}

type Inherited = Omit<SpecificationView, 'path' | 'mark'>;

function viewsOf(spec: JsonObject, path: Path, above: Inherited): SpecificationView[] {
  const { encoding, mark } = spec;
  const own: Inherited = {
    data: 'data' in spec ? dataName(spec['data']) : above.data,
    isPlain: above.isPlain && !('transform' in spec) && !('repeat' in spec),
    count: above.count * repeats(spec['repeat']),
    encodings: isObject(encoding)
      ? [...above.encodings, { path: [...path, 'encoding'], encoding }]
      : above.encodings,
  };
  if (mark !== undefined) {
    return [{ ...own, path, mark }];
  }
  return path.length > mostDepth
    ? []
    : partsOf(spec).flatMap(([part, at]) => viewsOf(part, [...path, ...at], own));
}

function partsOf(spec: JsonObject): (readonly [JsonObject, Path])[] {
  const lists = ['layer', 'concat', 'hconcat', 'vconcat'].flatMap(key => {
    const list: Json | undefined = spec[key];
    const parts: readonly Json[] = Array.isArray(list) ? list : [];
    return parts.flatMap((part, at) => (isObject(part) ? [[part, [key, at]] as const] : []));
  });
  const inner = spec['spec'];
  return [...lists, ...(isObject(inner) ? [[inner, ['spec']] as const] : [])];
}

function dataName(data: Json | undefined): string | null {
  const name = isRecord(data) && !('values' in data) ? data['name'] : undefined;
  return typeof name === 'string' ? name : null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return isRecord(value);
}
