/**
 * The directory of what answers contained: companies (`entities`) and names of event ids (`event_types`).
 *
 * The service has no search, so the directory holds what this session has seen.
 */

import { listValue } from '@duckdb/node-api';
import type { SessionFacts } from '../../core/language/assist';
import {
  entityColumns,
  factNames,
  mergedFact,
  type EntityFact,
} from '../../core/service/entityFact';
import { eventNames } from '../../core/service/eventTypes';
import { signalsSchema } from '../engine/engine';
import { appendRows } from './loadTable';
import type { SerialConnection } from '../engine/serialConnection';

/** The most entries returned at once. */
const MOST_ENTITIES = 5000;
const MOST_NAMES = 1000;

export class Directory {
  /** The name of the connection that answers. */
  connection: string | null = null;
  /** Stored snapshots (place and id) and lakes whose companies or names are here. */
  readonly read = new Set<string>();
  private readonly facts = new Map<string, EntityFact>();
  /** The entities in each connection's answers, in the order in which they were first seen. */
  private readonly seenAt = new Map<string | null, Set<string>>();
  /** The names of event ids in each connection's answers, other than those of the specification. */
  private readonly namedAt = new Map<string | null, Map<string, string>>();
  private readonly byVendorId = new Map<string, string>();
  private readonly changed = new Set<string>();
  /** Those with a row in the table. */
  private readonly written = new Set<string>();
  private readonly names = new Map(eventNames);
  private readonly newNames = new Map<string, string>();

  /** Adds the facts of an answer. A later fact replaces an earlier one; a missing one does not. */
  learn(facts: readonly EntityFact[], events: readonly { id: string; name: string }[]): void {
    for (const fact of facts) {
      this.learnFact(fact);
    }
    const named = this.namedAt.get(this.connection) ?? new Map<string, string>();
    this.namedAt.set(this.connection, named);
    for (const { id, name } of events) {
      if (eventNames.get(id) !== name) {
        named.set(id, name);
      }
      if (this.names.get(id) !== name) {
        this.names.set(id, name);
        this.newNames.set(id, name);
      }
    }
  }

  /** @returns The id of the entity in operation 9, if an answer contained it. */
  vendorIdOf(entity: string): string | undefined {
    return this.facts.get(entity)?.vendor_id ?? undefined;
  }

  /** @returns The name of the entity, if an answer contained it. */
  nameOf(entity: string): string | null {
    return this.facts.get(entity)?.name ?? null;
  }

  /** The entities by the service's own ids, as far as answers contained them. */
  get entitiesByVendorId(): ReadonlyMap<string, string> {
    return this.byVendorId;
  }

  /** @returns The id of the event of that name; null if none or several have it. */
  eventIdOf(name: string): string | null {
    const ids = [...this.names].filter(([, known]) => known === name).map(([id]) => id);
    return ids.length === 1 ? (ids[0] ?? null) : null;
  }

  /** @returns The entities and the names of event ids that were seen at the connection. */
  known(): Omit<SessionFacts, 'variables'> {
    const entities = [...this.seen()].slice(0, MOST_ENTITIES);
    return {
      connection: this.connection,
      entities: entities.flatMap(entity => this.facts.get(entity) ?? []),
      eventNames: [...(this.namedAt.get(this.connection) ?? [])].slice(0, MOST_NAMES),
    };
  }

  /** Updates the tables `entities` and `event_types`. */
  async write(connection: SerialConnection): Promise<void> {
    if (this.changed.size > 0) {
      const facts = [...this.changed].flatMap(entity => this.facts.get(entity) ?? []);
      this.changed.clear();
      const entities = facts.map(({ entity }) => entity);
      const replaced = entities.filter(entity => this.written.has(entity));
      if (replaced.length > 0) {
        await connection.run(
          `DELETE FROM ${signalsSchema}.entities WHERE entity IN (SELECT unnest($1::VARCHAR[]))`,
          [listValue(replaced)],
        );
      }
      entities.forEach(entity => this.written.add(entity));
      await appendRows(connection, [signalsSchema, 'entities'], {
        columns: entityColumns,
        rowCount: facts.length,
        values: factNames.map(name => facts.map(fact => fact[name] ?? null)),
      });
    }
    for (const [id, name] of this.newNames) {
      const table = `${signalsSchema}.event_types`;
      await connection.run(`UPDATE ${table} SET event_name = $2 WHERE event_id = $1`, [id, name]);
      await connection.run(
        `INSERT INTO ${table} (event_id, family, event_name)
         SELECT $1, split_part($1, '_', 1), $2 WHERE $1 NOT IN (SELECT event_id FROM ${table})`,
        [id, name],
      );
    }
    this.newNames.clear();
  }

  private seen(): Set<string> {
    const seen = this.seenAt.get(this.connection) ?? new Set();
    this.seenAt.set(this.connection, seen);
    return seen;
  }

  private learnFact(fact: EntityFact): void {
    const known = this.facts.get(fact.entity);
    const merged = mergedFact(fact, known);
    if (!known || factNames.some(name => known[name] !== merged[name])) {
      this.facts.set(fact.entity, merged);
      this.changed.add(fact.entity);
    }
    this.seen().add(fact.entity);
    if (fact.vendor_id !== null) {
      this.byVendorId.set(fact.vendor_id, fact.entity);
    }
  }
}
