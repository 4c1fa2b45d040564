/**
 * Schemas of messages. Each message has one schema, from which its type and its validation derive.
 *
 * The host validates messages of a page, since a page draws untrusted text; a page validates what it draws, since a
 * saved output is untrusted. Kernel and host are one program: between them types are enough, and the bounds of a page's
 * question, which the host has checked, are not checked again.
 */

import * as v from 'valibot';
import { isRecord, type Json, type JsonObject } from '../base/json';

/** The type of a schema's values, read-only. */
export type Described<Schema extends v.GenericSchema> = ReadOnly<v.InferOutput<Schema>>;

type ReadOnly<T> = [Json] extends [T]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: ReadOnly<T[Key]> }
    : T;

const maxTextLength = 200_000;
/** The longest value: a cell may contain a document. */
const maxValueLength = 10_000_000;
const maxNameLength = 1_000;
const maxDepth = 40;

/** A sentence of bounded length, with what it quotes. */
export const text = v.pipe(v.string(), v.maxLength(maxTextLength));

/** A name, type or date of bounded length. */
export const name = v.pipe(v.string(), v.maxLength(maxNameLength));

/** A whole number from 0 that a double holds exactly. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** JSON of bounded depth with texts of bounded length. */
export const json = v.custom<Json>(value => isJson(value, 0));

export const jsonObject = v.custom<JsonObject>(value => isRecord(value) && isJson(value, 0));

/** A list of bounded length. */
export function list<Item extends v.GenericSchema>(item: Item, mostItems: number) {
  return v.pipe(v.array(item), v.maxLength(mostItems));
}

/** @returns The value with only the properties of the schema, or null if it does not match. */
export function read<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | null {
  const { success, output } = v.safeParse(schema, value, { abortEarly: true });
  return success ? output : null;
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') {
    return true;
  }
  if (typeof value === 'string') {
    return value.length <= maxValueLength;
  }
  if (depth >= maxDepth) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.every(item => isJson(item, depth + 1));
  }
  return isRecord(value) && Object.values(value).every(item => isJson(item, depth + 1));
}
