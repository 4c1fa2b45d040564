/** Where a shadow session looks up names without a schema. */

import { nameOfIdentifier, quotedName, textLiteral } from '../../core/base/quoted';
import { signalsSchema } from '../engine/engine';
import type { Queries } from '../engine/serialConnection';

/** As set by USE. */
export interface SearchPath {
  /** DuckDB's setting of that name. */
  readonly setting: string;
  /** The schema in which a name without schema is created. */
  readonly schema: string;
}

export const ownSearchPath: SearchPath = { setting: `main,${signalsSchema}`, schema: 'main' };

/**
 * Sets DuckDB's search path, even to a schema that does not exist.
 *
 * USE leaves such a path when a ROLLBACK undoes CREATE SCHEMA. SET refuses it, so the same state is reached here in the
 * same way.
 */
export async function setSearchPath(connection: Queries, setting: string): Promise<void> {
  // DuckDB adds the catalogue of the previous path to a name without one.
  const set = `SET search_path = ''; SET search_path = ${textLiteral(setting)}`;
  try {
    await connection.run(set);
  } catch {
    const made = schemasOf(setting).map(
      name => `CREATE SCHEMA IF NOT EXISTS memory.${quotedName(name)}`,
    );
    await connection.run(['BEGIN', ...made, set, 'ROLLBACK'].join(';'));
  }
}

/** @returns The schemas of the setting, without their catalogues. */
export function schemasOf(setting: string): string[] {
  const paths = setting.match(/(?:"(?:[^"]|"")*"|[^",])+/g) ?? [];
  return paths.map(path => {
    return nameOfIdentifier(/(?:"(?:[^"]|"")*"|[^".]+)$/.exec(path.trim())?.[0] ?? path);
  });
}
