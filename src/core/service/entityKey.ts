/**
 * The one key of an entity: `<type>:<id>`, with repeated prefixes removed.
 *
 * Overlay items write the prefix into `alpha_id` and once more into `compound_key`; time series do not
 * (service-spec, "EntityInfo"). Keys are only made here, never by concatenation elsewhere. An id may itself
 * contain a colon.
 */

/** The type of an entity that is written without one. */
const defaultEntityType = 'company';

/** An `entity_info` as it may come: every field may be absent or null. */
export interface RawEntityInfo {
  readonly type?: string | null;
  readonly alpha_id?: string | null;
  readonly compound_key?: string | null;
}

export interface EntityParts {
  readonly type: string;
  readonly id: string;
}

/**
 * @returns The canonical key, or `null` if neither `alpha_id` nor `compound_key` identifies the entity.
 */
export function canonicalKey(info: RawEntityInfo): string | null {
  const id = info.alpha_id;
  if (!id) {
    return info.compound_key ? canonicalKeyOf(info.compound_key) : null;
  }
  const type = info.type ?? typeOf(info.compound_key) ?? typeOf(id) ?? defaultEntityType;
  return joinKey(type, id);
}

/**
 * @param text `x` (a company), `company:x`, or a key with repeated prefixes.
 * @returns The canonical key. A canonical key is returned unchanged.
 */
export function canonicalKeyOf(text: string): string {
  const type = typeOf(text);
  return type === null
    ? `${defaultEntityType}:${text}`
    : joinKey(type, text.slice(type.length + 1));
}

/**
 * @param key A canonical key; a text without a type is taken as a company.
 * @returns Its two parts: the type ends at the first colon.
 */
export function splitKey(key: string): EntityParts {
  const type = typeOf(key);
  return type === null
    ? { type: defaultEntityType, id: key }
    : { type, id: key.slice(type.length + 1) };
}

/** The text before the first colon; `null` if there is none, or nothing before it. */
function typeOf(text: string | null | undefined): string | null {
  const colon = text?.indexOf(':') ?? -1;
  return text && colon > 0 ? text.slice(0, colon) : null;
}

function joinKey(type: string, id: string): string {
  const prefix = `${type}:`;
  let rest = id;
  while (rest.startsWith(prefix)) {
    rest = rest.slice(prefix.length);
  }
  return prefix + rest;
}
